"""Scores as tables in the terminal."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from bot.commands.terminal import plain, show, table_of
from memory.comparison import Comparison
from memory.evaluation import DecisionScore, Evaluation, Json, Score
from memory.finding_scores import ALL_AT, ANY_AT, FindingScore, FindingScores


def show_result(result: Evaluation) -> None:
    """Print each part: what was found (by tag in the first ranking), then the rules."""
    for part in result.parts.values():
        if isinstance(part, FindingScores):
            show(_finding(part))
            first = next(iter(part.by_ranking))
            if len(part.by_ranking[first].tags) > 1:
                show(_by_tag(first, part.by_ranking[first]))
    rules = {name: part for name, part in result.parts.items() if isinstance(part, Score)}
    if not rules:
        return
    table = table_of("part", "n", "accuracy", "wrong updates")
    for name, score in rules.items():
        wrong_updates = str(score.wrong_updates) if isinstance(score, DecisionScore) else ""
        table.add_row(name, str(score.total), f"{score.accuracy:.3f}", wrong_updates)
    show(table)
    for name, score in rules.items():
        if isinstance(score, DecisionScore):
            show(_confusion(score))
        if score.wrong:
            show(_wrong(name, score))


def show_comparison(comparison: Comparison) -> None:
    """Print how each way to write memories down did with each way to find them."""
    table = table_of("written as", "found by", "recall@1", "recall@3", title="Comparison")
    for each in comparison.cells:
        table.add_row(
            each.representation, each.method, _number(each.recall_at_1), _number(each.recall_at_3)
        )
    show(table)


def _finding(scores: FindingScores) -> Table:
    columns = [*_FIGURES, *(f"sessions all@{k}" for k in ALL_AT)]
    table = table_of("ranking", "queries", *columns, "left right", "left wrongly", title="Finding")
    for name, score in scores.by_ranking.items():
        table.add_row(
            name,
            str(len(score.asked)),
            *_figures(score),
            *(_number(score.sessions_at(k)) for k in ALL_AT),
            _number(score.rightly_unanswered),
            _number(score.wrongly_unanswered),
        )
    return table


def _by_tag(name: str, score: FindingScore) -> Table:
    table = table_of("tag", "queries", *_FIGURES, "left right", "left wrongly", title=name)
    for tag in score.tags:
        of_tag = score.of_tag(tag)
        table.add_row(
            plain(tag),
            str(len(of_tag.asked)),
            *_figures(of_tag),
            _number(of_tag.rightly_unanswered),
            _number(of_tag.wrongly_unanswered),
        )
    return table


_FIGURES = [*(f"any@{k}" for k in ANY_AT), *(f"all@{k}" for k in ALL_AT), "mrr"]


def _figures(score: FindingScore) -> list[str]:
    any_at = [_number(score.any_at(k)) for k in ANY_AT]
    return [*any_at, *(_number(score.all_at(k)) for k in ALL_AT), _number(score.mrr)]


def _number(value: float | None) -> str:
    return "·" if value is None else f"{value:.3f}"


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
