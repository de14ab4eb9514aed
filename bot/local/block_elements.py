"""Slack's limits for what stands inside blocks: buttons, inputs, menus and their texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from bot.local.json_values import Json, as_json, as_rows, text_of

LONGEST_ID_CHARS = 255
_LONGEST_BUTTON_TEXT_CHARS = 75
_LONGEST_BUTTON_VALUE_CHARS = 2_000
_LONGEST_OPTION_VALUE_CHARS = 150
_LONGEST_PLACEHOLDER_CHARS = 150
_CONFIRM_CHARS = {"title": 100, "text": 300, "confirm": 30, "deny": 30}
_MOST_OPTIONS = 100
_MOST_CHOICES = 10
_MOST_OVERFLOW = 5

_TEXT_INPUTS = frozenset(
    {"plain_text_input", "email_text_input", "url_text_input", "number_input", "rich_text_input"}
)
_OTHER_INPUTS = frozenset(
    {
        "datepicker",
        "timepicker",
        "datetimepicker",
        "users_select",
        "multi_users_select",
        "conversations_select",
        "multi_conversations_select",
        "channels_select",
        "multi_channels_select",
        "external_select",
        "multi_external_select",
        "file_input",
    }
)


def length_problems(value: str, at: str, longest: int, *, shortest: int = 1) -> Iterator[str]:
    """Say when a text is too short or too long, in characters, as Slack says it."""
    if len(value) < shortest:
        yield f"must be more than {shortest - 1} characters [json-pointer:{at}]"
    if len(value) > longest:
        yield f"must be less than {longest + 1} characters [json-pointer:{at}]"


def count_problems(items: Sequence[Json], at: str, most: int, *, fewest: int = 1) -> Iterator[str]:
    """Say when a list has too few or too many items, as Slack says it."""
    if len(items) < fewest:
        yield f"must provide at least {fewest} items [json-pointer:{at}]"
    if len(items) > most:
        yield f"no more than {most} items allowed [json-pointer:{at}]"


def text_problems(
    owner: Mapping[str, object], key: str, at: str, longest: int, *, plain: bool = False
) -> Iterator[str]:
    """Check the text object under a key: its type, its length in characters."""
    value = owner.get(key)
    if not isinstance(value, dict):
        yield f"missing required field: {key} [json-pointer:{at}]"
        return
    text = as_json(value)
    allowed = {"plain_text"} if plain else {"plain_text", "mrkdwn"}
    if text_of(text, "type") not in allowed:
        yield f"unsupported text type: {text_of(text, 'type')} [json-pointer:{at}/{key}/type]"
    yield from length_problems(text_of(text, "text"), f"{at}/{key}/text", longest)


def optional_text_problems(
    owner: Mapping[str, object], key: str, at: str, longest: int, *, plain: bool = False
) -> Iterator[str]:
    """Check a text object that may be left out."""
    if owner.get(key) is not None:
        yield from text_problems(owner, key, at, longest, plain=plain)


def element_problems(element: Json, at: str) -> Iterator[str]:
    """Check an interactive element with everything inside it."""
    kind = text_of(element, "type")
    check = _CHECKS.get(kind)
    if check is None:
        yield f"unsupported type: {kind} [json-pointer:{at}]"
        return
    yield from length_problems(
        text_of(element, "action_id"), f"{at}/action_id", LONGEST_ID_CHARS, shortest=0
    )
    yield from optional_text_problems(
        element, "placeholder", at, _LONGEST_PLACEHOLDER_CHARS, plain=True
    )
    yield from _confirm_problems(element, at)
    yield from check(element, at)


def _confirm_problems(element: Json, at: str) -> Iterator[str]:
    confirm = element.get("confirm")
    if isinstance(confirm, dict):
        for key, longest in _CONFIRM_CHARS.items():
            yield from text_problems(as_json(confirm), key, f"{at}/confirm", longest)


def _button_problems(element: Json, at: str) -> Iterator[str]:
    yield from text_problems(element, "text", at, _LONGEST_BUTTON_TEXT_CHARS, plain=True)
    yield from length_problems(
        text_of(element, "value"), f"{at}/value", _LONGEST_BUTTON_VALUE_CHARS, shortest=0
    )
    yield from length_problems(text_of(element, "url"), f"{at}/url", 3_000, shortest=0)
    yield from length_problems(
        text_of(element, "accessibility_label"), f"{at}/accessibility_label", 75, shortest=0
    )
    if text_of(element, "style") not in {"", "primary", "danger"}:
        yield f"unsupported style: {text_of(element, 'style')} [json-pointer:{at}/style]"


def _feedback_problems(element: Json, at: str) -> Iterator[str]:
    for key in ("positive_button", "negative_button"):
        button = element.get(key)
        if not isinstance(button, dict):
            yield f"missing required field: {key} [json-pointer:{at}]"
            continue
        inside = f"{at}/{key}"
        yield from text_problems(as_json(button), "text", inside, 75, plain=True)
        yield from length_problems(text_of(as_json(button), "value"), f"{inside}/value", 2_000)


def _icon_problems(element: Json, at: str) -> Iterator[str]:
    yield from text_problems(element, "text", at, _LONGEST_BUTTON_TEXT_CHARS, plain=True)
    if not text_of(element, "icon"):
        yield f"missing required field: icon [json-pointer:{at}]"


def _option_problems(options: Sequence[Json], at: str) -> Iterator[str]:
    for number, option in enumerate(options):
        inside = f"{at}/{number}"
        yield from text_problems(option, "text", inside, 75)
        yield from optional_text_problems(option, "description", inside, 75)
        yield from length_problems(
            text_of(option, "value"), f"{inside}/value", _LONGEST_OPTION_VALUE_CHARS
        )


def _choices(most: int) -> Callable[[Json, str], Iterator[str]]:
    def problems(element: Json, at: str) -> Iterator[str]:
        groups = as_rows(element.get("option_groups"))
        if groups:
            yield from count_problems(groups, f"{at}/option_groups", most)
            for number, group in enumerate(groups):
                inside = f"{at}/option_groups/{number}"
                yield from text_problems(group, "label", inside, 75, plain=True)
                yield from _option_problems(as_rows(group.get("options")), f"{inside}/options")
            return
        options = as_rows(element.get("options"))
        yield from count_problems(options, f"{at}/options", most)
        yield from _option_problems(options, f"{at}/options")

    return problems


def _nothing_more(_element: Json, _at: str) -> Iterator[str]:
    return iter(())


def _text_input_problems(element: Json, at: str) -> Iterator[str]:
    yield from length_problems(
        text_of(element, "initial_value"), f"{at}/initial_value", 3_000, shortest=0
    )


def _image_problems(element: Json, at: str) -> Iterator[str]:
    yield from length_problems(text_of(element, "alt_text"), f"{at}/alt_text", 2_000)


_CHECKS: dict[str, Callable[[Json, str], Iterator[str]]] = {
    "button": _button_problems,
    "workflow_button": _button_problems,
    "icon_button": _icon_problems,
    "feedback_buttons": _feedback_problems,
    "overflow": _choices(_MOST_OVERFLOW),
    "checkboxes": _choices(_MOST_CHOICES),
    "radio_buttons": _choices(_MOST_CHOICES),
    "static_select": _choices(_MOST_OPTIONS),
    "multi_static_select": _choices(_MOST_OPTIONS),
    "image": _image_problems,
    **dict.fromkeys(_TEXT_INPUTS, _text_input_problems),
    **dict.fromkeys(_OTHER_INPUTS, _nothing_more),
}
