"""What can be checked of the local workspace's page without a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent / "bot" / "local" / "page"
MODULES = sorted(PAGE.glob("*.js"))
LONGEST_MODULE_LINES = 300

_IMPORT = re.compile(r'\bfrom "([^"]+)"|^import "([^"]+)"', re.MULTILINE)
_NAMED_IMPORT = re.compile(r'import \{([^}]+)\} from "\./([^"]+)"')
_EXPORT = re.compile(r"^export (?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)
_LABEL = re.compile(r'^  (\w+): \["((?:[^"\\]|\\.)*)", "((?:[^"\\]|\\.)*)"\],$', re.MULTILINE)
_USED_LABEL = re.compile(r'\blabel\(\s*(?:[\w.!?]+ \? )?"(\w+)"')
_MARKUP_FROM_TEXT = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|setHTML|createContextualFragment"
    r"|DOMParser|\beval\(|new Function"
)


def _source(module: Path) -> str:
    return module.read_text(encoding="utf-8")


def _labels() -> dict[str, tuple[str, str]]:
    found = _LABEL.findall(_source(PAGE / "texts.js"))
    return {key: (korean, english) for key, korean, english in found}


def _names_of(text: str) -> set[str]:
    return set(re.findall(r"\$([a-z]+)", text))


def test_every_file_that_the_page_names_is_there() -> None:
    named = re.findall(r'(?:src|href)="/static/([^"]+)"', _source(PAGE / "index.html"))

    missing = [name for name in named if not (PAGE / name).is_file()]

    assert "main.js" in named
    assert missing == []


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_a_module_imports_only_modules_of_the_page(module: Path) -> None:
    imported = [one or other for one, other in _IMPORT.findall(_source(module))]

    strangers = [name for name in imported if not (module.parent / name).is_file()]

    assert strangers == []
    assert all(name.startswith("./") for name in imported)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_a_module_imports_only_what_the_other_exports(module: Path) -> None:
    unknown = [
        f"{name} from {other}"
        for names, other in _NAMED_IMPORT.findall(_source(module))
        for name in re.findall(r"(\w+)(?: as \w+)?", names)
        if name not in _EXPORT.findall(_source(PAGE / other))
    ]

    assert unknown == []


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_a_module_uses_whatever_it_imports(module: Path) -> None:
    source = _source(module)
    imported = [
        name for names, _ in _NAMED_IMPORT.findall(source) for name in re.findall(r"(\w+)", names)
    ]
    body = _NAMED_IMPORT.sub("", re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL))

    unused = [name for name in imported if not re.search(rf"\b{name}\b", body)]

    assert unused == []


def test_every_module_is_reached_from_the_main_one() -> None:
    reached: set[str] = set()
    waiting = ["main.js"]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += [other for _, other in _NAMED_IMPORT.findall(_source(PAGE / name))]

    assert reached == {module.name for module in MODULES}


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_a_module_never_makes_markup_out_of_text(module: Path) -> None:
    assert _MARKUP_FROM_TEXT.findall(_source(module)) == []


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_a_module_says_first_what_it_is_for_and_stays_short(module: Path) -> None:
    source = _source(module)

    assert source.startswith("/**")
    assert source.count("\n") <= LONGEST_MODULE_LINES


def test_the_page_loads_nothing_from_elsewhere() -> None:
    files = [*MODULES, *PAGE.glob("*.html"), *PAGE.glob("*.css")]
    loads = re.compile(r"""(?:src|href)="(?:https?:)?//|@import|url\(\s*["']?(?:https?:)?//""")

    assert [file.name for file in files if loads.search(_source(file))] == []


def test_the_browser_is_told_to_run_no_script_but_the_page_s_own() -> None:
    policy = re.search(
        r'Content-Security-Policy"\s+content="([^"]+)"', _source(PAGE / "index.html")
    )

    assert policy is not None
    assert "default-src 'self'" in policy[1]
    assert "unsafe" not in policy[1]
    assert "script-src" not in policy[1]


def test_every_label_is_said_in_both_languages() -> None:
    entries = re.findall(r"^  \w+: \[", _source(PAGE / "texts.js"), re.MULTILINE)
    labels = _labels()

    assert len(labels) == len(entries) > 0
    assert [key for key, pair in labels.items() if not all(text.strip() for text in pair)] == []


def test_both_languages_of_a_label_have_the_same_names_to_fill_in() -> None:
    uneven = [
        key
        for key, (korean, english) in _labels().items()
        if _names_of(korean) != _names_of(english)
    ]

    assert uneven == []


def test_the_modules_ask_only_for_labels_that_exist_and_for_all_of_them() -> None:
    sources = [_source(module) for module in MODULES if module.name != "texts.js"]
    asked = {key for source in sources for key in _USED_LABEL.findall(source)}
    quoted = {word for source in sources for word in re.findall(r'"(\w+)"', source)}
    labels = set(_labels())

    assert asked - labels == set()
    assert labels - quoted == set()
