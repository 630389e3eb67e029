// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import AssistantProtocol
internal import OnCueRuntime

/// Serves one assistant: hands its lines to the session, and does what the session asks for.
///
/// Runs on a thread that may block, as an assistant that reads nothing blocks what is written to it.
actor McpServer {
    /// A resource that changes all the time is told of no more often.
    private static let pause: Duration = .milliseconds(200)

    private let executor = BlockingExecutor(label: "oncue.assistant")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The time that calls under way get after the end of the input.
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
    /// Ended when nothing is under way any longer.
    private var rest: AsyncStream<Void>.Continuation?

    init(_ table: AssistantToolTable, _ context: CommandContext, patience: Duration = .seconds(2)) {
        self.patience = patience
        (console, input) = (context.console, context.input)
        caller = AssistantCaller(service: context.service, table: table)
        reader = AssistantReader(service: context.service, files: context.files)
        session = AssistantSession(table.offer, seed: .random(in: 0 ... .max))
    }

    /// Serves until the input ends, and what was begun then has ended or had its time.
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
