// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueHandoff
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue together`
enum TogetherCommand {
    static let command = Command(
        CommandDefinition(
            "together", group: "Playback", summary: "Play in step with another machine.",
            discussion: """
                Machines that have the same music play it in step, each from its own files: no sound goes over the network, \
                only what plays and when it is heard. One is followed, the others join it. What is done there, such as a \
                pause, a jump or another track, is done here too. Pausing here, or playing something else, ends it; oncue undo \
                brings back the queue that was there before.

                HOST is the name of a paired machine (oncue handoff machines), or else what ssh takes. There, oncue config set \
                handoff.together true lets others join. invite is the same from the other side: it brings a paired machine, which \
                has that on as well, into step with this one. Alone it shows whether this machine is in step.

                JSON: status (alone, joining, paused, missing: the entry is not here, inStep), machine (that is followed), \
                title, behind and error (milliseconds), catches (how often it caught up in silence), followed (another machine \
                follows this one), reason (why it follows nobody any longer).
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue together join kitchen", "Play here what the kitchen plays, in step."),
                DocumentedTerm("oncue together invite desk", "Bring the desk in, from here."),
                DocumentedTerm("oncue together", "See how exactly."),
                DocumentedTerm("oncue together leave", "Play on alone."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: ["join": join, "invite": invite, "leave": leave, "follow": follow]
    ) { parsed, context in
        try await show(try await context.service.togetherState(), parsed, context)
    }

    private static let host = ArgumentDefinition(
        ValueDefinition("HOST", kind: "a machine", expected: "a paired machine, or a name as ssh takes it"),
        description: "The machine to follow: a paired one, or as ssh takes it.")

    private static let subcommands = [
        CommandDefinition(
            "join", summary: "Play in step with another machine, from here on.", arguments: [host],
            options: [Values.json],
            examples: [DocumentedTerm("oncue together join kitchen", "Play with the kitchen.")]),
        CommandDefinition(
            "invite", summary: "Bring another machine into step with this one.",
            discussion: """
                The other machine begins to follow this one, as if somebody had said oncue together join there: its queue is \
                replaced, and oncue undo there brings it back. Both machines are paired, listen, and have handoff.together \
                on. JSON: the state of the other machine, as oncue together has it there.
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("HOST", kind: "a machine", expected: "a paired machine"),
                    description: "The paired machine that is to follow this one.")
            ],
            options: [Values.json],
            examples: [DocumentedTerm("oncue together invite desk", "Play at the desk, too.")]),
        CommandDefinition(
            "leave", summary: "Follow no machine any longer; what plays, plays on.", options: [Values.json],
            examples: [DocumentedTerm("oncue together leave", "Play on alone.")]),
        CommandDefinition(
            "follow", summary: "Tell the daemon what another machine plays.",
            discussion: "Is started by the daemon when a machine is joined, and ends with its input.",
            arguments: [host],
            examples: [DocumentedTerm("oncue together follow kitchen", "As the daemon does.")]),
    ]

    // MARK: Actions

    private static let join: Command.Handler = { parsed, context in
        let host = try HandoffCommand.host(parsed)
        try await show(try await context.service.joinTogether(host), parsed, context)
    }

    private static let invite: Command.Handler = { parsed, context in
        let host = try HandoffCommand.host(parsed)
        guard try await context.machines.way(to: host) == .pairing else {
            throw CommandFailure(
                .nothingFound,
                "\(host) is not paired with this machine; pair them with oncue handoff pair, or say there: oncue together join HOST"
            )
        }
        // If this machine could not be followed, do not interrupt the other one.
        let own = try await context.service.togetherState()
        guard own.status == .alone else {
            throw CommandFailure(
                .failed, "this machine follows \(TextLayout.printable(own.machine)) itself; invite \(host) from there")
        }
        guard try await context.links.state().isListening else {
            throw CommandFailure(
                .failed, "\(host) could not reach this machine, which does not listen; try: oncue handoff listen on")
        }
        _ = try await context.service.handedQueue()
        let channel = try await context.machines.open(host, by: .pairing, again: false)
        let line: String
        do throws(HandoffLoss) { line = try await channel.exchange(TogetherStep.invite.line) } catch {
            await channel.close()
            throw ServiceError(.unavailable, error.message)
        }
        await channel.close()
        let state: TogetherState
        do throws(ServiceError) { state = try TogetherStep.state(answeredIn: line) } catch {
            throw ServiceError(error.code, "\(host): \(error.message)")
        }
        if parsed.has("json") { return context.console.write(json(state)) }
        for line in invited(host, state) { context.console.tell(line) }
    }

    private static let leave: Command.Handler = { parsed, context in
        try await show(try await context.service.leaveTogether(), parsed, context)
    }

    private static let follow: Command.Handler = { parsed, context in
        let host = try HandoffCommand.host(parsed)
        let follower = TogetherFollower(host: host, machines: context.machines, service: context.service)
        // When the process that started it has gone, the daemon must not be started again.
        let watch = Task {
            while await context.input.next() != nil {}
            await follower.stop()
        }
        defer { watch.cancel() }
        try await follower.run()
    }

    // MARK: Values

    private static func show(_ state: TogetherState, _ parsed: ParsedCommand, _ context: CommandContext) async throws {
        if parsed.has("json") { return context.console.write(json(state)) }
        for line in lines(state) { context.console.tell(line) }
    }

    private static func lines(_ state: TogetherState) -> [String] {
        let machine = TextLayout.printable(state.machine)
        let title = TextLayout.printable(state.title)
        var lines =
            switch state.status {
            case .alone: ["This machine follows no other one"]
            case .joining: ["Looking for the step of \(machine)"]
            case .paused: ["\(machine) is paused, and this machine with it"]
            case .missing:
                ["\(title.isEmpty ? "What plays" : title) is not here; silent until \(machine) plays the next one"]
            case .inStep: ["In step with \(machine): \(title)" + distance(state)]
            }
        if state.catches > 0 {
            lines.append("It caught up in silence \(state.catches == 1 ? "once" : "\(state.catches) times")")
        }
        if !state.reason.isEmpty { lines.append("No longer in step: " + TextLayout.printable(state.reason)) }
        if state.isFollowed { lines.append("Another machine follows this one") }
        return lines
    }

    private static func invited(_ host: String, _ state: TogetherState) -> [String] {
        let title = TextLayout.printable(state.title)
        return switch state.status {
        case .alone, .joining: ["\(host) looks for the step of this machine"]
        case .paused: ["\(host) follows this machine, which is paused"]
        case .missing:
            [
                "\(host) follows this machine; \(title.isEmpty ? "what plays" : title) is not there, so it is silent until the "
                    + "next one"
            ]
        case .inStep: ["\(host) plays in step with this machine: \(title)" + distance(state)]
        }
    }

    private static func distance(_ state: TogetherState) -> String {
        guard let behind = state.behind else { return "" }
        return ", \(milliseconds(behind)) ms apart"
    }

    private static func milliseconds(_ microseconds: Int64) -> String {
        let hundredths = (microseconds.magnitude + 5) / 10
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }

    private static func json(_ state: TogetherState) -> JSONValue {
        [
            "status": .string(state.status.rawValue), "machine": .string(state.machine),
            "title": .string(state.title),
            "behind": state.behind.map { .double(Double($0) / 1_000) } ?? .null,
            "error": state.error.map { .double($0 / .milliseconds(1)) } ?? .null,
            "catches": .int(state.catches), "followed": .bool(state.isFollowed), "reason": .string(state.reason),
        ]
    }
}
