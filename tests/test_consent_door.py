"""Nothing is written without the owner's yes: the source itself is searched for other ways in.

Four rules. Only `memory/notebook.py` names the ledger's two commits. There, only `confirm` leads
to them. Only the bodies of those commits (and what notes a use, and what erases a person) change
the table of memories. And only what has a person's word, given by a click, by an order or once and
for all by their choice, says yes for them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory.notebook import Notebook

ROOT = Path(__file__).parent.parent
NOTEBOOK = "memory/notebook.py"
DOORS = frozenset({"commit_remembering", "commit_forgetting"})
# Who may change rows of the table, and in what: `touch` notes when a memory was used.
WRITERS = {
    ("memory/adapters/remembering.py", "write_version"),
    ("memory/adapters/sql_ledger.py", "touch"),
    ("memory/adapters/forgetting.py", "forget_content"),
    ("memory/adapters/sql_archive.py", "_delete_rows"),
}
# Who may say yes for a person, and by what word of theirs.
ANSWERERS = {
    "bot/listeners/confirmations.py": "a click on a card, a form that was sent",
    "bot/listeners/home.py": "a click on the Home tab, and one in the dialog that asks again",
    "bot/listeners/imports.py": "one click for all of a file of their own",
    "bot/listeners/quiet.py": "a click on a row of a quiet card",
    "bot/listeners/timelines.py": "a click on an earlier version",
    "memory/importing.py": "the operator's order to bring back a file",
    "memory/erasure.py": "the order to purge",
    NOTEBOOK: "their choice that what is sure be saved unasked; a click to take it back",
}
MIGRATIONS = "memory/adapters/migrations/"
WRITING = frozenset({"insert", "update", "delete"})
WRITING_SQL = re.compile(
    r"\b(insert\s+(or\s+\w+\s+)?into|replace\s+into|update(\s+or\s+\w+)?|delete\s+from|"
    r"merge\s+into|truncate(\s+table)?|drop\s+table|alter\s+table)\s+[\"'`\[]?memories\b",
    re.IGNORECASE,
)


def offences(path: str, source: str) -> list[str]:
    """Find what the three rules forbid in a module; `path` is relative to the project."""
    tree = ast.parse(source)
    found = [
        *_names_a_door(path, tree),
        *_says_yes(path, tree),
        *_writes_memories(path, tree),
    ]
    if path == NOTEBOOK:
        found += _leads_to_a_door(tree)
    return found


def _names_a_door(path: str, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        named = _name(node) if not isinstance(node, ast.Constant) else str(node.value)
        if named in DOORS and path != NOTEBOOK:
            yield f"{path}:{node.lineno} names {named}"  # type: ignore[attr-defined]  # has a line


def _says_yes(path: str, tree: ast.Module) -> Iterator[str]:
    """Find who confirms, be it through a name that is built at run time."""
    if path in ANSWERERS:
        return
    for node in ast.walk(tree):
        is_attribute = isinstance(node, ast.Attribute) and _name(node.value) != "typer"
        is_looked_up = isinstance(node, ast.Call) and _name(node.func) == "getattr"
        looked_up = {
            str(each.value)
            for each in (node.args if isinstance(node, ast.Call) and is_looked_up else [])
            if isinstance(each, ast.Constant)
        }
        if (is_attribute and _name(node) == "confirm") or "confirm" in looked_up:
            yield f"{path}:{node.lineno} says yes for a person"  # type: ignore[attr-defined]  # has a line


def _leads_to_a_door(tree: ast.Module) -> Iterator[str]:
    """Follow who names whom from the doors outwards; what is public among them is a way in.

    Whoever goes through `confirm` goes by the one way there is.
    """
    methods = {
        node.name: {_name(inner) for inner in ast.walk(node)}
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    outside = [node for node in tree.body if not isinstance(node, ast.ClassDef)]
    if any(_name(inner) in DOORS for node in outside for inner in ast.walk(node)):
        yield f"{NOTEBOOK} names a door outside of its class"
    leading = set(DOORS)
    before: set[str] = set()
    while leading != before:
        before = set(leading)
        leading |= {name for name, named in methods.items() if named & (before - {"confirm"})}
    for name in sorted(leading - DOORS):
        if not name.startswith("_") and name != "confirm":
            yield f"{NOTEBOOK}: {name} leads to a door"


def _writes_memories(path: str, tree: ast.Module) -> Iterator[str]:
    if path.startswith(MIGRATIONS):
        return
    table = {"memories"} | _aliases(tree)
    for function, node in _with_function(tree):
        if isinstance(node, ast.Constant) and WRITING_SQL.search(str(node.value)):
            yield f"{path}:{node.lineno} writes memories in SQL"
        if not isinstance(node, ast.Call) or _name(node.func) not in WRITING:
            continue
        receiver = node.func.value if isinstance(node.func, ast.Attribute) else None
        handed = [*node.args, *(keyword.value for keyword in node.keywords)]
        touched = [_name(each) for each in ([receiver] if receiver else []) + handed]
        if table & set(touched) and (path, function) not in WRITERS:
            yield f"{path}:{node.lineno} writes memories in {function or 'the module'}"


def _aliases(tree: ast.Module) -> set[str]:
    """Find the other names that a module gives to the table."""
    renamed = {
        alias.asname
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name == "memories" and alias.asname
    }
    assigned = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and _name(node.value) == "memories"
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return renamed | assigned


def _with_function(tree: ast.AST, function: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Walk a tree with the name of the innermost function around each node."""
    for node in ast.iter_child_nodes(tree):
        inner = node.name if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else function
        yield inner, node
        yield from _with_function(node, inner)


def _name(node: ast.AST | None) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return str(node.slice.value)
    return node.id if isinstance(node, ast.Name) else ""


def modules() -> list[str]:
    return [
        str(path.relative_to(ROOT))
        for room in ("bot", "memory")
        for path in sorted((ROOT / room).rglob("*.py"))
    ]


@pytest.mark.parametrize("path", modules())
def test_no_module_goes_around_the_owners_yes(path: str) -> None:
    assert offences(path, (ROOT / path).read_text(encoding="utf-8")) == []


def test_the_doors_are_where_the_guard_looks_for_them() -> None:
    notebook = (ROOT / NOTEBOOK).read_text(encoding="utf-8")
    assert all(f"_ledger.{door}(" in notebook for door in DOORS)
    assert hasattr(Notebook, "confirm")
    assert all((ROOT / path).is_file() for path in ANSWERERS)
    for path, function in WRITERS:
        assert f"def {function}(" in (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "source",
    [
        "async def save(ledger): await ledger.commit_remembering(p, m, at)",
        "async def drop(self): await self.notebook._ledger.commit_forgetting(p, at)",
        "write = ledger.commit_remembering",
        "write = getattr(ledger, 'commit_remembering')",
        "from elsewhere import commit_forgetting\ncommit_forgetting(p, at)",
        "async def tool(self): await self._notebook.confirm(scope, proposal.id)",
        "yes = notebook.confirm",
        "yes = getattr(notebook, 'confirm')",
        "from memory.adapters.tables import memories\nrun(insert(memories).values(text='x'))",
        "from memory.adapters import tables\nrun(sa.update(tables.memories))",
        "from memory.adapters.tables import memories as m\nrun(m.delete())",
        "m = tables.memories\nrun(insert(m))",
        "run(insert(table=tables.memories))",
        "run(insert(metadata.tables['memories']))",
        'run("INSERT INTO memories (text) VALUES (1)")',
        "run('insert or replace into \"memories\" values (1)')",
        'run(f"UPDATE memories SET text = {text}")',
        'run("""DELETE\nFROM memories""")',
    ],
)
def test_the_guard_finds_a_way_around(source: str) -> None:
    assert offences("bot/agent/toolbox.py", source) != []


@pytest.mark.parametrize(
    "source",
    [
        "async def list(ledger): return await ledger.memories(scope)",
        "run(select(memories))",
        "run(insert(events)); memories.append(1)",
        'run("SELECT text FROM memories")',
        "await connection.commit()",
        "if typer.confirm('Sure?'): stop()",
        "block = {'confirm': words}; confirm(block)",
        "'''How memories are updated: never. An update of memories needs a yes.'''",
    ],
)
def test_the_guard_lets_readers_pass(source: str) -> None:
    assert offences("bot/agent/toolbox.py", source) == []


@pytest.mark.parametrize(
    "method",
    [
        "async def import_all(self): await self._ledger.commit_remembering(p, m, at)",
        "async def dismiss(self): await self._write(p, f, None)",
        "def later(self): return self._in_two_steps",
    ],
)
def test_the_guard_finds_another_way_through_the_notebook(method: str) -> None:
    source = f"""
class Notebook:
    async def confirm(self): await self._write(p, f, None)
    async def undo(self): await self.confirm(scope, proposal.id)
    async def _write(self): await self._ledger.commit_remembering(p, m, at)
    async def _in_two_steps(self): await self._write(p, f, None)
    {method}
"""
    assert offences(NOTEBOOK, source.replace(method, "pass")) == []
    assert len(offences(NOTEBOOK, source)) == 1


def test_the_guard_finds_a_door_beside_the_notebooks_class() -> None:
    source = "async def _sneak(ledger): await ledger.commit_forgetting(p, at)"

    assert offences(NOTEBOOK, source) == ["memory/notebook.py names a door outside of its class"]
