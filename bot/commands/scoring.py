"""Scores finding and the rules on files, for `ttori eval`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import typer
from rich.progress import Progress

from bot import wiring
from bot.commands.measuring import ALL
from bot.commands.scores import show_comparison, show_result
from bot.commands.terminal import errors, give_up, read_settings
from memory.comparison import Comparison, compare
from memory.errors import EmbeddingUnavailable
from memory.evaluation import (
    RULES,
    DatasetFault,
    Evaluation,
    Example,
    Json,
    evaluate,
    read_examples,
)
from memory.finding_evaluation import FINDING_KINDS, finding_scorer
from memory.rehearsal import KnownVectors
from memory.search.ranking import RANKINGS, Ranking


def score_files(
    files: Sequence[Path], ranking: str | None, *, comparison: bool, as_json: bool
) -> None:
    """Score and print: tables, or one JSON object. Ends the program where it cannot."""
    examples = list(_examples(files))
    chosen = _rankings(ranking)
    try:
        if comparison:
            compared = asyncio.run(_compare(examples))
            if as_json:
                _print_json({"comparison": compared.as_json()})
            else:
                show_comparison(compared)
            return
        result = asyncio.run(_score(examples, chosen))
    except DatasetFault as fault:
        give_up(str(fault))
    except EmbeddingUnavailable as fault:
        give_up(f"The embedding model does not answer: {fault}")
    if as_json:
        _print_json(result.as_json())
    else:
        show_result(result)
    if result.not_scored:
        kinds = ", ".join(f"{kind} ({count})" for kind, count in sorted(result.not_scored.items()))
        errors.print(f"Not scored yet: {kinds}", markup=False, soft_wrap=True)


async def _score(examples: Sequence[Example], rankings: Sequence[Ranking] | None) -> Evaluation:
    kinds = {example.kind for example in examples}
    scorers = [*RULES]
    async with AsyncExitStack() as stack:
        if not kinds.isdisjoint(FINDING_KINDS):
            chosen = rankings or [RANKINGS[read_settings().ranking]]
            embedder = await stack.enter_async_context(_embedder(examples))
            scorers.insert(0, finding_scorer(embedder, chosen))
        if "topic" in kinds:
            from memory.topic_scoring import topic_scorer  # noqa: PLC0415  (heavy)

            judge = await stack.enter_async_context(wiring.open_topic_judge())
            scorers.append(topic_scorer(judge))
        if not kinds.isdisjoint({"conversation", "question"}):
            from memory.talk_scoring import talk_scorer  # noqa: PLC0415  (heavy)

            scorers.append(talk_scorer(lambda: wiring.open_talk_room(read_settings())))
        return await evaluate(examples, scorers)


async def _compare(examples: Sequence[Example]) -> Comparison:
    async with _embedder(examples) as embedder:
        return await compare(examples, embedder)


@asynccontextmanager
async def _embedder(examples: Sequence[Example]) -> AsyncIterator[KnownVectors]:
    """The embedding model of the settings; tells on the terminal how far it is."""
    embedder = wiring.choose_embedder(read_settings())
    total = sum(example.kind in FINDING_KINDS for example in examples)
    try:
        with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
            task = progress.add_task("Embedding", total=total)
            yield KnownVectors(embedder, lambda count: progress.advance(task, count))
    finally:
        await embedder.close()


def _rankings(names: str | None) -> list[Ranking] | None:
    if names is None:
        return None
    wanted = list(RANKINGS) if names == ALL else [name.strip() for name in names.split(",")]
    unknown = [name for name in wanted if name not in RANKINGS]
    if unknown:
        give_up(f"There is no ranking {unknown[0]!r}: use {', '.join(RANKINGS)}, or {ALL}.")
    return [RANKINGS[name] for name in dict.fromkeys(wanted)]


def _print_json(whole: dict[str, Json]) -> None:
    typer.echo(json.dumps(whole, ensure_ascii=False, indent=2))


def _examples(files: Iterable[Path]) -> Iterable[Example]:
    for file in files:
        try:
            with file.open(encoding="utf-8-sig") as lines:
                yield from read_examples(str(file), lines)
        except DatasetFault as fault:
            give_up(str(fault))
        except OSError as error:
            give_up(f"{file} cannot be read: {error.strerror}.")
        except UnicodeDecodeError:
            give_up(f"{file} is not a text in UTF-8.")
