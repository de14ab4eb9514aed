"""What a person has put into the inputs of a view: `state.values`, and what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.local.json_values import Json, as_json, as_rows, flag_of, text_of, whole_of

_TEXTUAL = frozenset({"plain_text_input", "email_text_input", "url_text_input", "number_input"})
_LISTS = ("selected_options", "selected_users", "selected_conversations", "selected_channels")
_FIELDS = {
    "static_select": ("selected_option", "initial_option"),
    "external_select": ("selected_option", "initial_option"),
    "radio_buttons": ("selected_option", "initial_option"),
    "checkboxes": ("selected_options", "initial_options"),
    "multi_static_select": ("selected_options", "initial_options"),
    "multi_external_select": ("selected_options", "initial_options"),
    "datepicker": ("selected_date", "initial_date"),
    "timepicker": ("selected_time", "initial_time"),
    "datetimepicker": ("selected_date_time", "initial_date_time"),
    "users_select": ("selected_user", "initial_user"),
    "multi_users_select": ("selected_users", "initial_users"),
    "conversations_select": ("selected_conversation", "initial_conversation"),
    "multi_conversations_select": ("selected_conversations", "initial_conversations"),
    "channels_select": ("selected_channel", "initial_channel"),
    "multi_channels_select": ("selected_channels", "initial_channels"),
    "rich_text_input": ("rich_text_value", "initial_value"),
    "file_input": ("files", "initial_files"),
    **dict.fromkeys(_TEXTUAL, ("value", "initial_value")),
}


def form_state(blocks: Sequence[Json], given: Json) -> Json:
    """`state.values` of these blocks: what was given, else what each input starts with."""
    values: Json = {}
    for block, element in _inputs(blocks):
        block_id, action_id = text_of(block, "block_id"), text_of(element, "action_id")
        kind = text_of(element, "type")
        value_key, initial_key = _FIELDS[kind]
        entered = as_json(as_json(given.get(block_id)).get(action_id))
        empty: object = [] if value_key in _LISTS or value_key == "files" else None
        held = entered.get(value_key) if entered else element.get(initial_key)
        entry: Json = {"type": kind, value_key: held if held not in (None, "") else empty}
        values[block_id] = as_json(values.get(block_id)) | {action_id: entry}
    return values


def missing_inputs(blocks: Sequence[Json], values: Json) -> dict[str, str]:
    """The `block_id` of each input that cannot be submitted so, with why ("required", "short"…)."""
    found: dict[str, str] = {}
    for block, element in _inputs(blocks):
        if block.get("type") != "input":
            continue
        block_id = text_of(block, "block_id")
        value_key, _ = _FIELDS[text_of(element, "type")]
        entry = as_json(as_json(values.get(block_id)).get(text_of(element, "action_id")))
        value = entry.get(value_key)
        if not value:
            if not flag_of(block, "optional"):
                found[block_id] = "required"
        elif isinstance(value, str) and text_of(element, "type") == "plain_text_input":
            if len(value) < whole_of(element, "min_length", 0):
                found[block_id] = "short"
            elif len(value) > whole_of(element, "max_length", 3_000):
                found[block_id] = "long"
    return found


def response_url_inputs(blocks: Sequence[Json], values: Json) -> Iterator[tuple[str, str, str]]:
    """(block_id, action_id, channel) of each chosen conversation that asks for a response_url."""
    for block, element in _inputs(blocks):
        if flag_of(element, "response_url_enabled"):
            block_id, action_id = text_of(block, "block_id"), text_of(element, "action_id")
            entry = as_json(as_json(values.get(block_id)).get(action_id))
            chosen = text_of(entry, "selected_conversation") or text_of(entry, "selected_channel")
            if chosen:
                yield block_id, action_id, chosen


def _inputs(blocks: Sequence[Json]) -> Iterator[tuple[Json, Json]]:
    for block in blocks:
        candidates = [as_json(block.get("element")), as_json(block.get("accessory"))]
        if block.get("type") == "actions":
            candidates += as_rows(block.get("elements"))
        for element in candidates:
            if text_of(element, "type") in _FIELDS:
                yield block, element
