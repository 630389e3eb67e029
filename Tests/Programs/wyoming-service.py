#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""A Wyoming service made with the reference implementation of the protocol, https://pypi.org/project/wyoming.

    wyoming-service.py TEXT [streaming]

Whatever is said, it has heard TEXT; with "streaming" it also writes down what it has heard so far. It prints its port, and the
sound that it got, as the reference implementation reads it.
"""
import asyncio
import socket
import sys

from wyoming.asr import Transcribe, Transcript, TranscriptChunk, TranscriptStart, TranscriptStop
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.info import AsrModel, AsrProgram, Attribution, Describe, Info
from wyoming.server import AsyncEventHandler, AsyncServer


class Service(AsyncEventHandler):
    """Writes down what one client says."""

    def __init__(self, text, is_streaming, *arguments):
        super().__init__(*arguments)
        self.text, self.is_streaming, self.language, self.format, self.sound = text, is_streaming, None, None, b""

    async def handle_event(self, event):
        if Describe.is_type(event.type):
            by = Attribution(name="", url="")
            model = AsrModel(
                name="m", attribution=by, installed=True, description="", version="1", languages=["en"])
            program = AsrProgram(
                name="p", attribution=by, installed=True, description="", version="1", models=[model])
            await self.write_event(Info(asr=[program]).event())
        elif Transcribe.is_type(event.type):
            self.language = Transcribe.from_event(event).language
        elif AudioStart.is_type(event.type):
            start = AudioStart.from_event(event)
            self.format = (start.rate, start.width, start.channels)
        elif AudioChunk.is_type(event.type):
            chunk = AudioChunk.from_event(event)
            assert (chunk.rate, chunk.width, chunk.channels) == self.format
            self.sound += chunk.audio
        elif AudioStop.is_type(event.type):
            print(self.language, *self.format, len(self.sound) // 2, any(self.sound), flush=True)
            if self.is_streaming:
                await self.write_event(TranscriptStart(language="en").event())
                for word in self.text.split():
                    await self.write_event(TranscriptChunk(text=word + " ").event())
            await self.write_event(Transcript(text=self.text, language="en").event())
            if self.is_streaming:
                await self.write_event(TranscriptStop().event())
            return False
        return True


async def main():
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    server = AsyncServer.from_uri(f"tcp://127.0.0.1:{port}")
    await server.start(lambda *arguments: Service(sys.argv[1], "streaming" in sys.argv, *arguments))
    print("port", port, flush=True)
    await asyncio.sleep(600)


asyncio.run(main())
