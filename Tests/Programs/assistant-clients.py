#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""Runs the reference clients of the Model Context Protocol against a server on standard input and output.

    assistant-clients.py [--schemas FOLDER] EXPECTATIONS -- PROGRAM [ARGUMENT...]

Needs the package mcp 2, and uses fastmcp 4 if it is installed. EXPECTATIONS is a JSON file that says what the server
offers; see assistant-oncue.json. Steps whose expectation is absent are left out. With --schemas, every message of the
server is also checked by jsonschema against FOLDER/REVISION/schema.json, as the specification publishes them. Prints a
line for each step, and exits with 1 if any failed.
"""

import argparse
import asyncio
import base64
import collections
import contextlib
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import warnings

LIMIT = 20
MODERN = "2026-07-28"
HANDSHAKES = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
METHODS = {
    "initialize": "InitializeResult",
    "server/discover": "DiscoverResult",
    "tools/list": "ListToolsResult",
    "tools/call": "CallToolResult",
    "resources/list": "ListResourcesResult",
    "resources/templates/list": "ListResourceTemplatesResult",
    "resources/read": "ReadResourceResult",
    "resources/subscribe": "EmptyResult",
    "resources/unsubscribe": "EmptyResult",
    "ping": "EmptyResult",
    "subscriptions/listen": "SubscriptionsListenResult",
}
NOTIFICATIONS = {
    "elicitation/create": "ElicitRequest",
    "notifications/resources/updated": "ResourceUpdatedNotification",
    "notifications/subscriptions/acknowledged": "SubscriptionsAcknowledgedNotification",
    "notifications/cancelled": "CancelledNotification",
}

failures = 0
checked = collections.Counter()


def report(step, problem=None):
    global failures
    if problem:
        failures += 1
    print(f"{'FAILED' if problem else 'ok':6} {step}{': ' + problem if problem else ''}", flush=True)


def expect(condition, problem):
    if not condition:
        raise AssertionError(problem)


# Recording: the clients start this script, which passes everything on and keeps a copy.


def relay(log, command):
    """Passes lines between standard input and output and a program; writes them to a log with their direction."""
    program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    lock = threading.Lock()

    def record(direction, line):
        with lock:
            log.write(direction + line)
            log.flush()

    def forward():
        for line in sys.stdin.buffer:
            record(b">", line)
            with contextlib.suppress(BrokenPipeError):
                program.stdin.write(line)
                program.stdin.flush()
        program.stdin.close()

    threading.Thread(target=forward, daemon=True).start()
    for line in program.stdout:
        record(b"<", line)
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
    # The other thread may still read; nothing is left to clean up.
    os._exit(program.wait())


# Checking messages against the published schemas


class Schemas:
    """The schemas of all revisions, or none."""

    def __init__(self, folder):
        self.folder = folder
        self.validators = {}

    def check(self, revision, kind, value):
        """Raises if a value does not have the form that a revision gives a kind of message."""
        if self.folder is None:
            return
        import jsonschema

        if revision not in self.validators:
            with open(os.path.join(self.folder, revision, "schema.json"), encoding="utf-8") as file:
                schema = json.load(file)
            self.validators[revision] = schema
        schema = self.validators[revision]
        section = "$defs" if "$defs" in schema else "definitions"
        if kind not in schema[section]:
            raise AssertionError(f"revision {revision} has no {kind}")
        validator = jsonschema.validators.validator_for(schema)
        validator({**schema, "$ref": f"#/{section}/{kind}"}).validate(value)
        checked[revision] += 1


def check_log(path, schemas):
    """Checks every message of the server in a log; returns the revisions in which it answered."""
    requests, revisions, handshake = {}, set(), None
    with open(path, "rb") as file:
        lines = file.read().splitlines(keepends=True)
    for line in lines:
        message = json.loads(line[1:])
        if line[:1] == b">":
            for part in message if isinstance(message, list) else [message]:
                if "method" in part and "id" in part:
                    requests[json.dumps(part["id"])] = part
            continue
        expect(line.endswith(b"\n"), "a line has no end")
        if isinstance(message, list):
            expect(handshake == "2025-03-26", "a batch outside revision 2025-03-26")
        for part in message if isinstance(message, list) else [message]:
            request = requests.get(json.dumps(part.get("id"))) if "method" not in part else None
            meta = ((request or {}).get("params") or {}).get("_meta") or {}
            revision = meta.get("io.modelcontextprotocol/protocolVersion") or handshake or MODERN
            if request and request["method"] == "initialize" and "result" in part:
                handshake = revision = part["result"]["protocolVersion"]
            if "subscriptionId" in json.dumps(part):
                revision = MODERN
            if revision not in HANDSHAKES:
                revision = MODERN
            check_message(schemas, revision, request, part)
            revisions.add(revision)
    return revisions


def check_message(schemas, revision, request, message):
    expect(message.get("jsonrpc") == "2.0", f"not JSON-RPC 2.0: {message}")
    if "method" in message:
        schemas.check(revision, NOTIFICATIONS[message["method"]], message)
    elif "error" in message:
        kind = "JSONRPCErrorResponse" if revision >= "2025-11-25" else "JSONRPCError"
        if "id" in message or revision >= "2025-11-25":
            schemas.check(revision, kind, message)
    else:
        expect(request is not None, f"an answer to nothing: {message}")
        kind = METHODS[request["method"]]
        if message["result"].get("resultType") == "input_required":
            kind = "InputRequiredResult"
        schemas.check(revision, kind, message["result"])


# The reference clients


def text_of(result):
    return "\n".join(block.text for block in result.content if block.type == "text")


class Answers:
    """A user who answers questions as told, and counts them."""

    def __init__(self):
        self.next, self.questions = "yes", []

    async def __call__(self, _context, parameters):
        from mcp_types import ElicitResult

        self.questions.append(parameters.message)
        if self.next == "yes":
            return ElicitResult(action="accept", content={"confirm": True})
        return ElicitResult(action={"no": "decline", "dismissed": "cancel"}[self.next])


class Run:
    """One client with one revision."""

    def __init__(self, command, expectations, schemas, name):
        self.command, self.wanted, self.schemas, self.name = command, expectations, schemas, name
        self.log = tempfile.NamedTemporaryFile(suffix=".log", delete=False).name

    def arguments(self):
        return [os.path.abspath(__file__), "--relay", self.log, "--", *self.command]

    async def step(self, name, work):
        try:
            async with asyncio.timeout(LIMIT):
                await work
            report(f"{self.name}: {name}")
        except BaseException as error:
            report(f"{self.name}: {name}", f"{type(error).__name__}: {error}")

    def finish(self, revision):
        try:
            revisions = check_log(self.log, self.schemas)
            expect(revisions == {revision}, f"spoke {sorted(revisions)}, not {revision}")
            report(f"{self.name}: every message has the form of revision {revision}")
        except Exception as error:
            report(f"{self.name}: messages", f"{type(error).__name__}: {error}")
        os.unlink(self.log)


async def run_mcp(command, expectations, schemas, mode, revision):
    """The client of the package mcp."""
    import mcp
    import mcp.client.session
    from mcp.client.stdio import StdioServerParameters

    run = Run(command, expectations, schemas, f"mcp, {mode}, {revision}")
    mcp.client.session.LATEST_HANDSHAKE_VERSION = revision if revision in HANDSHAKES else HANDSHAKES[-1]
    answers, updates = Answers(), asyncio.Queue()

    async def on_message(message):
        if type(message).__name__ == "ResourceUpdatedNotification":
            updates.put_nowait(message.params.uri)

    server = StdioServerParameters(command=sys.executable, args=run.arguments(), env=dict(os.environ))
    wanted = expectations

    async def connected():
        expect(client.protocol_version == revision, f"got {client.protocol_version}")
        if mode != MODERN:  # A client that is told the revision asks for nothing else.
            expect(client.server_info.name == wanted["server"], f"got {client.server_info}")

    async def lists():
        tools = [tool.name for tool in (await client.list_tools()).tools]
        expect(tools == wanted["tools"], f"tools {tools}")
        resources = [str(resource.uri) for resource in (await client.list_resources()).resources]
        expect(resources == wanted["resources"], f"resources {resources}")
        templates = [t.uri_template for t in (await client.list_resource_templates()).resource_templates]
        expect(templates == wanted["templates"], f"templates {templates}")

    async def call(entry, is_error):
        result = await client.call_tool(entry["tool"], entry["arguments"])
        expect(entry["text"] in text_of(result), f"got {text_of(result)}")
        expect(bool(result.is_error) == is_error, f"error {result.is_error}")
        if "structure" in entry and revision >= "2025-06-18":
            expect(result.structured_content == entry["structure"], f"got {result.structured_content}")

    async def refused(work, code, text=""):
        try:
            result = await work
        except mcp.MCPError as error:
            expect(error.error.code == code, f"code {error.error.code}")
            expect(text in error.error.message, f"message {error.error.message}")
        else:
            raise AssertionError(f"not refused: {result}")

    async def wrong(entry):
        if revision >= "2025-11-25":
            await call(entry, True)
        else:
            await refused(client.call_tool(entry["tool"], entry["arguments"]), -32602, entry["text"])

    async def read(entries):
        for entry in entries:
            contents = (await client.read_resource(entry["uri"])).contents[0]
            expect(contents.mime_type == entry["mimeType"], f"type {contents.mime_type}")
            data = base64.b64decode(contents.blob) if hasattr(contents, "blob") else contents.text.encode()
            expect(data, "nothing to read")

    async def question(entry):
        can_ask = revision >= "2025-06-18"
        answers.questions.clear()
        for answer in ["no", "dismissed", "yes"] if can_ask else []:
            answers.next = answer
            result = await client.call_tool(entry["tool"], entry["arguments"])
            expect(entry[answer] in text_of(result), f"{answer}: {text_of(result)}")
            expect(bool(result.is_error) == (answer != "yes"), f"{answer}: error {result.is_error}")
        expect(len(answers.questions) == (3 if can_ask else 0), f"asked {answers.questions}")
        expect(all(entry["question"] in asked for asked in answers.questions), f"asked {answers.questions}")
        if not can_ask:
            result = await client.call_tool(entry["tool"], entry["arguments"])
            expect(entry["without"] in text_of(result) and result.is_error, text_of(result))
            result = await client.call_tool(entry["tool"], {**entry["arguments"], "confirm": True})
            expect(entry["yes"] in text_of(result), text_of(result))

    async def change(entry):
        answers.next = "yes"
        asks = entry["tool"] == wanted.get("question", {}).get("tool")
        arguments = entry["arguments"] | ({"confirm": True} if asks and revision < "2025-06-18" else {})
        if revision == MODERN:
            async with client.listen(resource_subscriptions=[entry["uri"], "no:such"]) as subscription:
                expect(subscription.honored.resource_subscriptions == [entry["uri"]], f"{subscription.honored}")
                await client.call_tool(entry["tool"], arguments)
                event = await anext(subscription)
                expect(str(event.uri) == entry["uri"], f"{event}")
        else:
            await client.subscribe_resource(entry["uri"])
            # A server may begin with the present state.
            await asyncio.sleep(0.5)
            while not updates.empty():
                updates.get_nowait()
            await client.call_tool(entry["tool"], arguments)
            expect(str(await updates.get()) == entry["uri"], "another resource")
            await client.unsubscribe_resource(entry["uri"])

    async def cancel(entry):
        slow = asyncio.create_task(client.call_tool(entry["tool"], entry["arguments"]))
        await asyncio.sleep(0.2)
        slow.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await slow
        await client.list_tools(cache_mode="bypass")
        with open(run.log, "rb") as log:
            expect(b'"notifications/cancelled"' in log.read(), "the client did not cancel")

    async def together(entry):
        slow = [asyncio.create_task(client.call_tool(entry["tool"], entry["short"])) for _ in range(5)]
        await client.list_tools(cache_mode="bypass")
        expect(not any(task.done() for task in slow), "answered too early")
        for result in await asyncio.gather(*slow):
            expect(not result.is_error, text_of(result))

    async with mcp.Client(
        server, mode=mode, elicitation_callback=answers, message_handler=on_message, read_timeout_seconds=LIMIT
    ) as client:
        await run.step("connects", connected())
        await run.step("lists tools, resources and templates", lists())
        await run.step("calls a tool", call(wanted["call"], False))
        if "failure" in wanted:
            await run.step("gets the failure of a tool", call(wanted["failure"], True))
        await run.step("is told which argument is wrong", wrong(wanted["wrong"]))
        await run.step("is refused an unknown tool", refused(client.call_tool("no-such-tool", {}), -32602))
        await run.step("reads resources", read(wanted["read"]))
        missing = -32602 if revision == MODERN else -32002
        for uri in wanted["missing"]:
            await run.step(f"is refused {uri}", refused(client.read_resource(uri), missing))
        if "question" in wanted:
            await run.step("asks the user", question(wanted["question"]))
        if "change" in wanted:
            await run.step("hears of a change", change(wanted["change"]))
        if "slow" in wanted:
            await run.step("gets interleaved answers", together(wanted["slow"]))
            await run.step("cancels a call", cancel(wanted["slow"]))
        if revision != MODERN:
            await run.step("pings", client.send_ping())
    run.finish(revision)


async def run_fastmcp(command, expectations, schemas, mode, revision):
    """The client of the package fastmcp."""
    import fastmcp
    import mcp.client.session
    from fastmcp.client.transports import StdioTransport

    run = Run(command, expectations, schemas, f"fastmcp, {mode}, {revision}")
    mcp.client.session.LATEST_HANDSHAKE_VERSION = revision if revision in HANDSHAKES else HANDSHAKES[-1]
    wanted = expectations
    questions = []

    async def answer(message, _type, _parameters, _context):
        questions.append(message)
        return {"confirm": True}

    async def lists():
        expect(client.protocol_version == revision, f"got {client.protocol_version}")
        expect([tool.name for tool in await client.list_tools()] == wanted["tools"], "other tools")
        expect([str(r.uri) for r in await client.list_resources()] == wanted["resources"], "other resources")

    async def call():
        result = await client.call_tool(wanted["call"]["tool"], wanted["call"]["arguments"])
        if revision >= "2025-06-18" and "structure" in wanted["call"]:
            expect(result.structured_content == wanted["call"]["structure"], f"got {result.structured_content}")

    async def wrong():
        from fastmcp.exceptions import ToolError
        from mcp import MCPError

        try:
            await client.call_tool(wanted["wrong"]["tool"], wanted["wrong"]["arguments"])
        except (ToolError, MCPError) as error:
            expect(wanted["wrong"]["text"] in str(error), str(error))
        else:
            raise AssertionError("not refused")

    async def read():
        for entry in wanted["read"]:
            expect(await client.read_resource(entry["uri"]), "nothing to read")

    async def question():
        entry = wanted["question"]
        result = await client.call_tool(entry["tool"], entry["arguments"])
        expect(entry["yes"] in text_of(result), text_of(result))
        expect(len(questions) == 1 and entry["question"] in questions[0], f"asked {questions}")

    transport = StdioTransport(sys.executable, run.arguments(), env=dict(os.environ), keep_alive=False)
    async with fastmcp.Client(transport, mode=mode, elicitation_handler=answer, timeout=LIMIT) as client:
        await run.step("connects and lists", lists())
        await run.step("calls a tool", call())
        await run.step("is told which argument is wrong", wrong())
        await run.step("reads resources", read())
        if "question" in wanted and revision >= "2025-06-18":
            await run.step("asks the user", question())
    run.finish(revision)


# Without a client: what no well-behaved client sends


class Raw:
    """A program whose lines are written and read directly."""

    def __init__(self, command):
        self.program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, *messages):
        for message in messages:
            line = message if isinstance(message, bytes) else json.dumps(message).encode()
            self.program.stdin.write(line + b"\n")
        self.program.stdin.flush()

    def receive(self):
        return json.loads(self.program.stdout.readline())

    def end(self):
        """Closes the input; returns the status, the rest of the output and the seconds until the end."""
        start = time.monotonic()
        output, _ = self.program.communicate(timeout=LIMIT)
        return self.program.returncode, output, time.monotonic() - start


def ping(identifier):
    return {"jsonrpc": "2.0", "id": identifier, "method": "ping"}


def initialize(revision):
    info = {"name": "raw", "version": "1"}
    parameters = {"protocolVersion": revision, "capabilities": {}, "clientInfo": info}
    return {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": parameters}


def raw_lines(command, schemas):
    server = Raw(command)
    server.send(initialize("2025-11-25"))
    expect(server.receive()["result"]["protocolVersion"] == "2025-11-25", "another revision")
    for line, code in [
        (b"nonsense", -32700), (b"\xff\xfe", -32700), (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600),
        (b"[]", -32600), (b"[" * 100_000, -32700), (b'"' + b"a" * (1 << 21) + b'"', -32600),
    ]:
        server.send(line)
        answer = server.receive()
        expect(answer["error"]["code"] == code and "id" not in answer, f"{line[:40]}: {answer}")
        schemas.check("2025-11-25", "JSONRPCErrorResponse", answer)
        schemas.check(MODERN, "JSONRPCErrorResponse", answer)
    server.send(b"", ping("after"))
    expect(server.receive() == {"jsonrpc": "2.0", "id": "after", "result": {}}, "no answer after nonsense")
    status, output, seconds = server.end()
    expect(status == 0 and output == b"" and seconds < 5, f"status {status}, {output}, {seconds:.1f} s")


def raw_batch(command, schemas):
    server = Raw(command)
    server.send(initialize("2025-03-26"))
    server.receive()
    server.send([ping(1), {"jsonrpc": "2.0", "method": "notifications/initialized"}, ping(2), {}])
    answer = server.receive()
    expect([part.get("id") for part in answer] == [1, 2, None], f"got {answer}")
    schemas.check("2025-03-26", "JSONRPCBatchResponse", answer[:2])
    expect(server.end()[0] == 0, "failed at the end")


def raw_end(command, _schemas):
    server = Raw(command)
    server.program.stdin.write(json.dumps(ping(1)).encode())
    status, output, _ = server.end()
    expect(status == 0 and json.loads(output)["result"] == {}, f"status {status}, {output}")


def raw_fall_back(command, schemas):
    server = Raw(command)
    meta = {"io.modelcontextprotocol/protocolVersion": "2030-01-01", "io.modelcontextprotocol/clientCapabilities": {}}
    server.send({"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": meta}})
    answer = server.receive()
    schemas.check(MODERN, "UnsupportedProtocolVersionError", answer)
    expect(answer["error"]["data"]["supported"] == [MODERN, *reversed(HANDSHAKES)], f"got {answer}")
    server.send(initialize("2025-06-18"))
    expect(server.receive()["result"]["protocolVersion"] == "2025-06-18", "no handshake after the refusal")
    expect(server.end()[0] == 0, "failed at the end")


def run_raw(command, schemas):
    for name, work in [
        ("lines that are no messages", raw_lines), ("batches of 2025-03-26", raw_batch),
        ("a last line without an end", raw_end), ("a probe of an unknown revision, then a handshake", raw_fall_back),
    ]:
        try:
            work(command, schemas)
            report(f"raw: {name}")
        except Exception as error:
            report(f"raw: {name}", f"{type(error).__name__}: {error}")


async def run_all(command, expectations, schemas):
    has_fastmcp = importlib.util.find_spec("fastmcp") is not None
    for run in (run_mcp, run_fastmcp) if has_fastmcp else (run_mcp,):
        for mode, revision in [("auto", MODERN), (MODERN, MODERN), *(("legacy", r) for r in HANDSHAKES)]:
            try:
                await run(command, expectations, schemas, mode, revision)
            except BaseException as error:
                report(f"{run.__name__}, {mode}, {revision}", f"{type(error).__name__}: {error}")


def main():
    if sys.argv[1:2] == ["--relay"]:
        with open(sys.argv[2], "ab") as log:
            relay(log, sys.argv[4:])
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--schemas", metavar="FOLDER")
    parser.add_argument("expectations", metavar="EXPECTATIONS")
    parser.add_argument("command", nargs="+", metavar="PROGRAM")
    options = parser.parse_args()
    with open(options.expectations, encoding="utf-8") as file:
        expectations = json.load(file)
    warnings.simplefilter("ignore")
    try:
        import mcp  # noqa: F401
    except ImportError as error:
        sys.exit(f"assistant-clients.py: {error}; install it with: pip install 'mcp>=2'")
    schemas = Schemas(options.schemas)
    run_raw(options.command, schemas)
    asyncio.run(run_all(options.command, expectations, schemas))
    for revision, count in sorted(checked.items()):
        print(f"{count} messages checked against the schema of {revision}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
