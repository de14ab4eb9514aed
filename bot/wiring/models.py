"""Chooses the models that think and measure beside the talk: by the settings and the chat model."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from langchain_core.language_models import BaseChatModel

from bot.agent.models import ChosenModel
from bot.agent.prompts import load
from memory.adapters import digest_thinker, model_adviser, topic_thinker
from memory.adapters.digest_thinker import DigestThinker
from memory.adapters.local_embedder import LocalEmbedder
from memory.adapters.model_adviser import ModelAdviser
from memory.adapters.one_question import OneQuestion
from memory.adapters.topic_thinker import TopicThinker
from memory.dialogue.tags import TAGS_AT_MOST
from memory.dialogue.topics import TopicJudge
from memory.gleaning import MOST_FACTS
from memory.vectors import Embedder


@asynccontextmanager
async def open_topic_judge(
    embedder: Embedder | None = None, *, patience_seconds: float = 60.0
) -> AsyncIterator[TopicJudge]:
    """The judge of topics. It measures with the local model, whatever memories are found by.

    `embedder` is that model where it is open already; else it is opened here.
    """
    async with AsyncExitStack() as stack:
        if embedder is None:
            own = LocalEmbedder()
            stack.push_async_callback(own.close)
            embedder = own
        judge = TopicJudge(embedder, patience_seconds=patience_seconds)
        stack.push_async_callback(judge.close)
        yield judge


def choose_topic_thinker(chosen: ChosenModel) -> TopicThinker | None:
    """What is asked where the judge of topics is not sure; None without a model."""
    if chosen.is_offline:
        return None
    return TopicThinker(question_of(chosen.model, "same_topic", topic_thinker.PATIENCE_SECONDS))


def choose_digester(chosen: ChosenModel) -> DigestThinker | None:
    """What digests exchanges beside the rules: the chat model, if there is one."""
    if chosen.is_offline:
        return None
    return DigestThinker(
        question_of(
            chosen.model,
            "digest",
            digest_thinker.PATIENCE_SECONDS,
            tags_at_most=str(TAGS_AT_MOST),
            facts_at_most=str(MOST_FACTS),
        )
    )


def choose_adviser(chosen: ChosenModel) -> ModelAdviser:
    """What is asked where the rules are in doubt whether a fact is new."""
    return ModelAdviser(question_of(chosen.model, "judge", model_adviser.PATIENCE_SECONDS))


def question_of(
    model: BaseChatModel, prompt: str, patience_seconds: float, **limits: str
) -> OneQuestion:
    """The question of a prompt, put to the model; `limits` are what its instructions leave open."""
    return OneQuestion(
        model=model,
        instructions=load(prompt).fill(**limits),
        question=load(f"{prompt}.question").fill,
        patience_seconds=patience_seconds,
    )
