"""`ttori eval`: how well the rules of memory do on data."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from bot.commands.terminal import errors, give_up, plain, show, table_of
from memory.evaluation import (
    RULES,
    DatasetFault,
    DecisionScore,
    Evaluation,
    Example,
    Json,
    Score,
    evaluate,
    read_examples,
)


def eval_(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="JSON Lines to score.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Score the rules on JSON Lines files and print a table, or one JSON object."""
    try:
        result = asyncio.run(_score(list(_examples(files))))
    except DatasetFault as fault:
        give_up(str(fault))
    if as_json:
        typer.echo(json.dumps(result.as_json(), ensure_ascii=False, indent=2))
    else:
        _print(result)
    if result.not_scored:
        kinds = ", ".join(f"{kind} ({count})" for kind, count in sorted(result.not_scored.items()))
        errors.print(f"Not scored yet: {kinds}", markup=False, soft_wrap=True)


async def _score(examples: Sequence[Example]) -> Evaluation:
    if not any(example.kind == "topic" for example in examples):
        return await evaluate(examples, RULES)
    from bot import wiring  # noqa: PLC0415  (heavy)
    from memory.topic_scoring import topic_scorer  # noqa: PLC0415  (heavy)

    async with wiring.open_topic_judge() as judge:
        return await evaluate(examples, [*RULES, topic_scorer(judge)])


def _examples(files: Iterable[Path]) -> Iterable[Example]:
    for file in files:
        try:
            with file.open(encoding="utf-8-sig") as lines:
                yield from read_examples(str(file), lines)
        except OSError as error:
            give_up(f"{file} cannot be read: {error.strerror}.")
        except UnicodeDecodeError:
            give_up(f"{file} is not a text in UTF-8.")


def _print(result: Evaluation) -> None:
    table = table_of("part", "n", "accuracy", "wrong updates")
    for name, score in result.parts.items():
        wrong_updates = str(score.wrong_updates) if isinstance(score, DecisionScore) else ""
        table.add_row(name, str(score.total), f"{score.accuracy:.3f}", wrong_updates)
    show(table)
    for name, score in result.parts.items():
        if isinstance(score, DecisionScore):
            show(_confusion(score))
        if score.wrong:
            show(_wrong(name, score))


def _confusion(score: DecisionScore) -> Table:
    """Expected verdicts down, what came of them across."""
    got = sorted({got for _, got in score.confusion})
    table = table_of("expected \\ got", *got, title="Decisions")
    for expected in sorted({expected for expected, _ in score.confusion}):
        counts = (score.confusion[expected, each] for each in got)
        table.add_row(expected, *(str(count) if count else "·" for count in counts))
    return table


def _wrong(name: str, score: Score) -> Table:
    shown: Sequence[str] = [
        field for field in score.wrong[0] if field not in {"kind", "expect", "got"}
    ]
    table = table_of(*shown, "expect", "got", title=f"Wrong: {name}")
    for example in score.wrong:
        table.add_row(*(_said(example.get(field)) for field in (*shown, "expect", "got")))
    return table


def _said(value: Json) -> Text:
    """A field as one reads it: a list item by item, and what has an id by that."""
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, list):
        return Text("\n").join(_said(item) for item in value)
    if isinstance(value, dict) and {"id", "text"} <= value.keys():
        return plain(f"{value['id']}: {value['text']}")
    return plain(json.dumps(value, ensure_ascii=False))
