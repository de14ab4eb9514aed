"""Files that the app uploads: an address for the bytes, then a message that shows them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.local.errors import Refusal
from bot.local.json_values import Json

LARGEST_FILE_BYTES = 50_000_000


@dataclass(slots=True)
class _Upload:
    name: str
    length: int
    content: bytes | None = None
    title: str = ""


class Files:
    """Uploads by file id. The bytes live in memory until a reset."""

    def __init__(self, new_id: Callable[[], str]) -> None:
        self._new_id = new_id
        self._uploads: dict[str, _Upload] = {}

    def reset(self) -> None:
        """Forget every file."""
        self._uploads.clear()

    def announce(self, name: str, length: int) -> str:
        """Expect a file of some bytes; gives its id. Raises `Refusal`."""
        if not name or length <= 0:
            raise Refusal("invalid_arguments")
        if length > LARGEST_FILE_BYTES:
            raise Refusal("file_too_large")
        file_id = f"F{self._new_id()}"
        self._uploads[file_id] = _Upload(name, length)
        return file_id

    def receive(self, file_id: str, content: bytes) -> int:
        """Take the bytes of an announced file; says how many. Raises `Refusal`."""
        upload = self._uploads.get(file_id)
        if upload is None:
            raise Refusal("file_not_found")
        if len(content) != upload.length:
            raise Refusal("length_mismatch")
        upload.content = content
        return len(content)

    def content(self, file_id: str) -> tuple[str, bytes]:
        """A file's name and bytes. Raises `Refusal` file_not_found."""
        upload = self._uploads.get(file_id)
        if upload is None or upload.content is None:
            raise Refusal("file_not_found")
        return upload.name, upload.content

    def complete(self, file_id: str, title: str) -> Json:
        """Finish an upload; gives the file object. Raises `Refusal` file_not_found."""
        name, content = self.content(file_id)
        suffix = name.rpartition(".")[2].lower() if "." in name else "text"
        address = f"/files/{file_id}"
        return {
            "id": file_id,
            "name": name,
            "title": title or name,
            "filetype": suffix,
            "size": len(content),
            "mode": "hosted",
            "url_private": address,
            "url_private_download": address,
            "permalink": address,
        }
