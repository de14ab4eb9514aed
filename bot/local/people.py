"""Who and what is in a workspace when it starts: the team, its people, its channels, the bot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Team:
    """The workspace itself."""

    id: str = "T0LOCAL"
    name: str = "Ttori Local"
    domain: str = "ttori-local"


@dataclass(frozen=True, slots=True)
class Person:
    """A member. `locale` is an IETF tag, `tz_offset` seconds east of UTC in winter."""

    id: str
    name: str
    real_name: str
    avatar_color: str
    locale: str
    tz: str
    tz_label: str
    tz_offset: int
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class Bot:
    """The app's identity in the workspace."""

    user_id: str = "U0TTORI"
    name: str = "Ttori"
    bot_id: str = "B0TTORI"
    app_id: str = "A0TTORI"
    avatar_color: str = "#8b5e3c"

    def person(self) -> Person:
        """The bot as a member of the workspace."""
        return Person(
            id=self.user_id,
            name=self.name,
            real_name=self.name,
            avatar_color=self.avatar_color,
            locale="en-US",
            tz="Etc/UTC",
            tz_label="UTC",
            tz_offset=0,
            is_bot=True,
        )


@dataclass(frozen=True, slots=True)
class Channel:
    """A place to talk. `person` is the one whose direct messages with the bot it holds, or ""."""

    id: str
    name: str
    topic: str = ""
    members: frozenset[str] = frozenset()
    person: str = ""

    @property
    def is_im(self) -> bool:
        """Whether it is a direct message."""
        return bool(self.person)


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """A command as the app's manifest names it ("/memory")."""

    command: str
    description: str = ""
    usage_hint: str = ""


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A shortcut as the app's manifest names it. `kind` is "message" or "global"."""

    callback_id: str
    name: str
    kind: str = "message"


@dataclass(frozen=True, slots=True)
class Seed:
    """Everything that is there at the start and after a reset."""

    team: Team
    people: tuple[Person, ...]
    channels: tuple[Channel, ...]
    bot: Bot

    def rooms(self) -> Sequence[Channel]:
        """The channels, and a direct message of each person with the bot."""
        return [
            *self.channels,
            *(
                Channel(
                    id=f"D{person.id[1:]}",
                    name=self.bot.name,
                    members=frozenset({person.id, self.bot.user_id}),
                    person=person.id,
                )
                for person in self.people
            ),
        ]


def local_seed(team: Team | None = None, bot: Bot | None = None) -> Seed:
    """Two people who speak Korean and English; the bot is in #general and not in #random."""
    bot = bot or Bot()
    jiwoo = Person(
        "U0JIWOO", "jiwoo", "지우", "#2d7d9a", "ko-KR", "Asia/Seoul", "Korea Standard Time", 32_400
    )
    alex = Person(
        "U0ALEX",
        "alex",
        "Alex",
        "#7c4dad",
        "en-US",
        "America/New_York",
        "Eastern Standard Time",
        -18_000,
    )
    everyone = frozenset({jiwoo.id, alex.id})
    return Seed(
        team=team or Team(),
        people=(jiwoo, alex),
        channels=(
            Channel("C0GENERAL", "general", "모두의 이야기 · Everyone", everyone | {bot.user_id}),
            Channel("C0RANDOM", "random", "또리가 없는 곳 · Ttori is not here", everyone),
        ),
        bot=bot,
    )
