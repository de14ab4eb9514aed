"""Every name that Slack sends back to us, once."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Action(StrEnum):
    """Buttons. The value of a card's buttons is the proposal's id and nothing else.

    On a quiet card it is the key of the row and the keys of all rows (`bot.views.quiet_cards`).
    """

    CONFIRM = "memory_confirm"
    CANCEL = "memory_cancel"
    EDIT = "memory_edit"
    KEEP_BOTH = "memory_keep_both"
    QUIET_YES = "memory_quiet_confirm"
    QUIET_NO = "memory_quiet_cancel"
    QUIET_BOTH = "memory_quiet_keep_both"
    UNDO = "memory_quiet_undo"
    CHANGE = "memory_change"
    FORGET = "memory_forget"
    HISTORY = "memory_history"
    SOURCES = "memory_sources"
    SEARCH_MEMORIES = "memory_search_memories"
    SEARCH_TALKS = "memory_search_conversations"
    LIST_NEWER = "memory_list_newer"
    LIST_OLDER = "memory_list_older"
    HOME_NEWER = "memory_home_newer"
    HOME_OLDER = "memory_home_older"
    HOME_QUERY = "memory_home_query"
    HOME_SEARCH = "memory_home_search"
    HOME_ALL = "memory_home_all"
    HOME_FORGET = "memory_home_forget"
    RESTORE = "memory_restore"
    ADD = "memory_add"
    AUTO = "memory_auto"
    EXPORT = "memory_export"
    PURGE_LOOK = "memory_purge_look"
    PURGE = "memory_purge"
    ERASE = "memory_erase"
    IMPORT = "memory_import"
    IMPORT_CANCEL = "memory_import_cancel"
    FEEDBACK = "answer_feedback"
    FEEDBACK_GOOD = "answer_feedback_good"
    FEEDBACK_BAD = "answer_feedback_bad"


class Modal(StrEnum):
    """Views that open over the page."""

    FORM = "memory_form"
    HISTORY = "memory_history_view"
    SOURCES = "memory_sources_view"
    ERASE = "memory_erase_view"


class Shortcut(StrEnum):
    """Entries of a message's menu."""

    REMEMBER = "remember_message"


class Event(StrEnum):
    """Events, as the manifest names them."""

    HOME_OPENED = "app_home_opened"
    MENTION = "app_mention"
    DIRECT_MESSAGE = "message.im"
    CHANNEL_MESSAGE = "message.channels"
    GROUP_MESSAGE = "message.groups"
    STOPPED = "agent_session_stopped"
    UNINSTALLED = "app_uninstalled"
    REVOKED = "tokens_revoked"


MEMORY_COMMAND: Final = "/memory"
COMMANDS: Final = (MEMORY_COMMAND,)

FORM_BLOCK: Final = "memory_form_text"
FORM_INPUT: Final = "text"
ERASE_BLOCK: Final = "memory_erase_word"
ERASE_INPUT: Final = "word"
