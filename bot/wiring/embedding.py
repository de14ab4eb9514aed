"""Chooses the embedding model: by the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from bot.settings import LOCAL_MODEL, Settings, SettingsFault
from memory.adapters.local_embedder import LocalEmbedder

if TYPE_CHECKING:
    from memory.adapters.gemini_embedder import GeminiEmbedder

Embedders: TypeAlias = "LocalEmbedder | GeminiEmbedder"


def choose_embedder(settings: Settings) -> Embedders:
    """The embedding model that the settings name. Raises `SettingsFault`."""
    provider, _, model = settings.embedding_model.partition(":")
    if settings.embedding_model == LOCAL_MODEL:
        return LocalEmbedder()
    if provider != "google_genai" or not model:
        raise SettingsFault(
            f"EMBEDDING_MODEL={settings.embedding_model} is not known: use {LOCAL_MODEL}, or "
            "google_genai:MODEL such as google_genai:gemini-embedding-001."
        )
    if settings.google_api_key is None:
        raise SettingsFault(
            f"EMBEDDING_MODEL={settings.embedding_model} needs GOOGLE_API_KEY: set it, or leave "
            "EMBEDDING_MODEL out to use the local model."
        )
    from memory.adapters.gemini_embedder import GeminiEmbedder  # noqa: PLC0415  (heavy)

    return GeminiEmbedder(
        model=model,
        api_key=settings.google_api_key.get_secret_value(),
        base_url=settings.google_base_url,
    )


def begin_embedder(settings: Settings) -> Embedders:
    """The same; if it is the local model, it is being loaded from now on, in a thread of its own.

    Raises `SettingsFault`.
    """
    embedder = choose_embedder(settings)
    if isinstance(embedder, LocalEmbedder):
        embedder.load()
    return embedder
