// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import AssistantProtocol
internal import OnCueRuntime

/// Serves one assistant: passes its lines to the session, and carries out the actions of the session.
///
/// Runs on a thread that may block, because an assistant that does not read blocks the output.
actor McpServer {
    /// The least interval between two notifications about a resource.
    private static let pause: Duration = .milliseconds(200)

    private let executor = BlockingExecutor(label: "oncue.assistant")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The time limit for unfinished calls after the end of the input.
    private let patience: Duration
    private let console: Console
    private let input: any ByteInput
    private let caller: AssistantCaller
    private let reader: AssistantReader
    private var session: AssistantSession
    private var lines = AssistantLines()
    /// Calls and readings, by their numbers.
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var watches: [String: Task<Void, Never>] = [:]
    /// Ended when nothing is in progress any more.
    private var rest: AsyncStream<Void>.Continuation?

    init(_ table: AssistantToolTable, _ context: CommandContext, patience: Duration = .seconds(2)) {
        self.patience = patience
        (console, input) = (context.console, context.input)
        caller = AssistantCaller(service: context.service, table: table)
        reader = AssistantReader(service: context.service, files: context.files)
        session = AssistantSession(table.offer, seed: .random(in: 0 ... .max))
    }

    /// Serves until the input ends and the tasks begun by then have ended or exceeded the time limit.
    func serve() async {
        while let bytes = await input.next() {
            for line in lines.append(bytes) { perform(session.receive(line)) }
        }
        if let line = lines.finish() { perform(session.receive(line)) }
        await settle()
        perform(session.close())
        watch([])
    }

    private func settle() async {
        guard !session.isIdle else { return }
        let (ends, end) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        rest = end
        let limit = Task {
            if (try? await MediaActor.sleep(for: patience)) != nil { end.finish() }
        }
        for await _ in ends {}
        limit.cancel()
    }

    private func perform(_ deeds: [AssistantDeed]) {
        for deed in deeds {
            switch deed {
            case .send(let line): console.write(line + "\n")
            case .call(let call): begin(call)
            case .read(let reading): begin(reading)
            case .cancel(let number): tasks.removeValue(forKey: number)?.cancel()
            case .watch(let uris): watch(uris)
            }
        }
        if session.isIdle { rest?.finish() }
    }

    private func begin(_ call: AssistantCall) {
        tasks[call.number] = Task {
            let outcome = await caller.outcome(of: call)
            tasks[call.number] = nil
            perform(session.answered(call, outcome))
        }
    }

    private func begin(_ reading: AssistantReading) {
        tasks[reading.number] = Task {
            let outcome = await reader.outcome(of: reading.uri)
            tasks[reading.number] = nil
            perform(session.answered(reading, outcome))
        }
    }

    private func watch(_ uris: [String]) {
        for (uri, watch) in watches where !uris.contains(uri) {
            watch.cancel()
            watches[uri] = nil
        }
        for uri in uris where watches[uri] == nil {
            watches[uri] = Task {
                for await _ in reader.changes(of: uri) {
                    guard !Task.isCancelled else { return }
                    perform(session.changed(uri))
                    try? await MediaActor.sleep(for: Self.pause)
                }
            }
        }
    }
}
