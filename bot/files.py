"""Files in Slack: sends some to a person's DM, and fetches what a person has shared."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final
from urllib.parse import urljoin, urlsplit

import aiohttp
from slack_sdk.errors import SlackRequestError
from slack_sdk.web.async_client import AsyncWebClient

from bot.slack_answers import UNREACHABLE, text_in

LARGEST_FILE_BYTES: Final = 4_000_000
_SECONDS: Final = 20


class FileOutOfReach(Exception):
    """A shared file could not be fetched: ask for it again, or for its words."""


async def send_files(
    client: AsyncWebClient, user: str, files: Mapping[str, str], comment: str
) -> None:
    """Put files (contents by name) into a person's DM as one message.

    Raises `SlackApiError`, and `FileOutOfReach` when Slack's upload address did not take the bytes.
    """
    opened = await client.conversations_open(users=user)
    uploads = [
        {"filename": name, "title": name, "content": content} for name, content in files.items()
    ]
    try:
        await client.files_upload_v2(
            channel=text_in(opened, "channel", "id"), file_uploads=uploads, initial_comment=comment
        )
    except SlackRequestError as error:
        raise FileOutOfReach("The upload address did not take the file.") from error


async def fetch_file(client: AsyncWebClient, address: str) -> str:
    """The text of a shared file (UTF-8, at most 4 MB). Raises `FileOutOfReach`.

    The bot's token goes to Slack alone: to the host of the Web API, or to one under slack.com.
    """
    url = urljoin(client.base_url, address)
    if not address or not _is_slacks(url, client.base_url):
        raise FileOutOfReach("The file does not lie at Slack.")
    try:
        content = await _get(client, url)
    except UNREACHABLE as error:
        raise FileOutOfReach("The file's address did not answer.") from error
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileOutOfReach("The file is no text in UTF-8.") from error


async def _get(client: AsyncWebClient, url: str) -> bytes:
    headers = {"Authorization": f"Bearer {client.token}"}
    timeout = aiohttp.ClientTimeout(total=_SECONDS)
    async with (
        aiohttp.ClientSession(timeout=timeout) as session,
        session.get(url, headers=headers, proxy=client.proxy, allow_redirects=False) as response,
    ):
        # Without the scope files:read Slack answers with the page where people sign in.
        if response.status != HTTPStatus.OK or response.content_type == "text/html":
            raise FileOutOfReach(f"The file's address answered {response.status}.")
        content = bytearray()
        async for portion in response.content.iter_any():
            content += portion
            if len(content) > LARGEST_FILE_BYTES:
                raise FileOutOfReach("The file is too large.")
    return bytes(content)


def _is_slacks(url: str, base_url: str) -> bool:
    asked, ours = urlsplit(url), urlsplit(base_url)
    if (asked.scheme, asked.netloc) == (ours.scheme, ours.netloc):
        return True
    host = asked.hostname or ""
    return asked.scheme == "https" and (host == "slack.com" or host.endswith(".slack.com"))
