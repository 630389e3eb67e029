// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueActivities
internal import OnCueCore
internal import OnCueHandoff
internal import OnCueInterface
internal import OnCuePhrases
internal import OnCueRuntime
internal import PairedMachines
internal import TextOutput

/// The parts of `oncue handoff` about paired machines.
enum PairingCommands {
    static let definitions = [
        CommandDefinition(
            "pair", summary: "Pair this machine with another one of yours.",
            discussion: """
                Run it without HOST on one machine, which then waits for two minutes, and with the address of that machine on \
                the other one. Both show six digits: say yes on both if they are the same, and no if they are not, since \
                somebody may then be between the machines. From then on each knows the other by its key.

                A paired machine may see what plays, with the paths of its files, how long ago you left it, and the activity \
                that programs hand over, and may play something else; no more than that, both ways, unless you switch it \
                on. oncue handoff forget ends it.

                JSON: name, id (SHA-256 of the certificate), host and port of the machine.
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("HOST", kind: "a machine", expected: "a name or an address, perhaps with a port"),
                    .optional, description: "The machine that waits. Default: wait for one.")
            ],
            options: [port("Wait on this port."), Values.json],
            examples: [
                DocumentedTerm("oncue handoff pair", "Wait for the other machine."),
                DocumentedTerm("oncue handoff pair 192.168.1.4", "Pair with the machine that waits there."),
            ]),
        CommandDefinition(
            "machines", summary: "List the paired machines.",
            discussion: """
                JSON: listening (whether this machine can be reached), port, total, items [name, id (SHA-256 of the \
                certificate), host, port, note (why not all is shared; missing unless something was not taken at the last \
                exchange)].
                """,
            options: [Values.json], examples: [DocumentedTerm("oncue handoff machines", "See who may hand over.")]),
        CommandDefinition(
            "forget", summary: "Forget a paired machine, which may do nothing here from then on.",
            discussion: """
                With --all every machine is forgotten, and this one gets a new key: nobody knows it any longer. What you \
                listened to there and was shared with this machine stays, unless it is erased with --erase; with the id of a \
                machine that is forgotten already, too.

                JSON: as oncue handoff machines.
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("NAME", kind: "a machine", expected: "a name from oncue handoff machines"),
                    .optional, description: "The machine; with --erase also the id of one that is forgotten.")
            ],
            options: [
                OptionDefinition("all", description: "Forget all of them, and the key of this machine."),
                OptionDefinition("erase", description: "Erase what was shared by it, too."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue handoff forget kitchen", "End the pairing with the kitchen."),
                DocumentedTerm("oncue handoff forget --all", "Start over."),
            ]),
        CommandDefinition(
            "listen", summary: "Let paired machines reach this one, or not.",
            discussion: """
                Off until you switch it on. A program of its own, oncue-link, listens; machines that are not paired are \
                refused before they can say anything.

                JSON: as oncue handoff machines.
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("SWITCH", kind: "a switch", allowed: ["on", "off"]), description: "on or off.")
            ],
            options: [port("Listen on this port from now on."), Values.json],
            examples: [
                DocumentedTerm("oncue handoff listen on", "Let paired machines continue here, and from here."),
                DocumentedTerm("oncue handoff listen off", "Close the port."),
            ]),
    ]

    static let handlers: [String: Command.Handler] = [
        "pair": pair, "machines": machines, "forget": forget, "listen": listen,
    ]

    private static func port(_ description: String) -> OptionDefinition {
        OptionDefinition(
            "port", value: ValueDefinition("PORT", kind: "a port", expected: "1 to 65535"), description: description)
    }

    private static func port(_ parsed: ParsedCommand) throws -> Int? {
        try parsed.integer("port", in: 1...65_535)
    }

    // MARK: What paired machines play

    /// The time limit for a machine to report what it is playing.
    private static let patience: Duration = .seconds(8)

    private struct Playing: Sendable {
        var machine: PairedMachine
        /// `nil` if it cannot be reached.
        var queue: HandedQueue?
        /// The activity in a program there that can be continued here.
        var activity: ActivityRecord?
        var isReachable: Bool
    }

    static let overview: Command.Handler = { parsed, context in
        let state = try await context.links.state()
        let machines = context.machines
        let playing = await withTaskGroup(of: (Int, Playing).self) { group in
            for (index, machine) in state.machines.enumerated() {
                group.addTask { (index, await ask(machine, machines)) }
            }
            var list: [(Int, Playing)] = []
            for await one in group { list.append(one) }
            return list.sorted { $0.0 < $1.0 }.map(\.1)
        }
        if parsed.has("json") {
            return context.console.write(
                ["total": .int(playing.count), "items": .array(playing.map(json))] as JSONValue)
        }
        guard !playing.isEmpty else {
            return context.console.write(lines: [
                "No machine is paired; oncue handoff pair does that, and by ssh it goes without: oncue handoff to HOST"
            ])
        }
        context.console.write(lines: playing.flatMap(lines))
    }

    /// The results from the paired machines.
    struct Finds: Sendable {
        /// The activities of programs that searches may find, machine by machine.
        var found: [(machine: String, record: ActivityRecord)] = []
        /// The machines that did not answer, with the reasons.
        var silent: [(machine: String, reason: String)] = []
        /// The number of paired machines.
        var count = 0
    }

    /// Asks all paired machines concurrently for the searchable activities of their programs.
    static func found(_ words: String, _ context: CommandContext) async throws -> Finds {
        let (state, machines) = (try await context.links.state(), context.machines)
        let answers = await withTaskGroup(of: (Int, Result<[ActivityRecord], ServiceError>).self) { group in
            for (index, machine) in state.machines.enumerated() {
                group.addTask {
                    do throws(ServiceError) {
                        return (index, .success(try await search(machine, words, machines)))
                    } catch { return (index, .failure(error)) }
                }
            }
            var answers: [(Int, Result<[ActivityRecord], ServiceError>)] = []
            for await one in group { answers.append(one) }
            return answers.sorted { $0.0 < $1.0 }
        }
        var finds = Finds(count: state.machines.count)
        for (index, answer) in answers {
            let name = state.machines[index].name
            switch answer {
            case .success(let records): finds.found += records.map { (name, $0) }
            case .failure(let error): finds.silent.append((name, TextLayout.printable(error.message)))
            }
        }
        return finds
    }

    private static func search(
        _ machine: PairedMachine, _ words: String, _ machines: any RemoteMachines
    ) async throws(ServiceError) -> [ActivityRecord] {
        let channel = try await machines.open(machine.name, by: .pairing, again: false)
        let remote = try await RemoteHandoff(machine.name) { _ in channel }
        let result: Result<[ActivityRecord], ServiceError>
        do throws(ServiceError) { result = .success(try await remote.activities(matching: words)) } catch {
            result = .failure(error)
        }
        await remote.close()
        return try result.get()
    }

    /// Asks a machine; if it takes too long, it counts as unreachable.
    private static func ask(_ machine: PairedMachine, _ machines: any RemoteMachines) async -> Playing {
        await MediaActor.value(within: patience) { await answer(of: machine, machines) }
            ?? Playing(machine: machine, isReachable: false)
    }

    private static func answer(of machine: PairedMachine, _ machines: any RemoteMachines) async -> Playing {
        var playing = Playing(machine: machine, isReachable: false)
        guard let channel = try? await machines.open(machine.name, by: .pairing, again: false) else { return playing }
        playing.isReachable = true
        let remote = try? await RemoteHandoff(machine.name) { _ in channel }
        playing.queue = try? await remote?.handedQueue()
        playing.activity = try? await remote?.currentActivity()
        await remote?.close()
        return playing
    }

    private static func lines(_ playing: Playing) -> [String] {
        let name = playing.machine.name
        guard playing.isReachable else { return ["\(name): cannot be reached"] }
        let activity = playing.activity.map { record in
            let program = TextLayout.printable(record.programName)
            return "\(name): \(TextLayout.printable(record.activity.title))\(program.isEmpty ? "" : ", \(program)")"
        }
        let lines = [playing.queue.map { line(name, $0) }, activity].compactMap(\.self)
        return lines.isEmpty ? ["\(name): nothing"] : lines
    }

    private static func line(_ name: String, _ queue: HandedQueue) -> String {
        let title = TextLayout.printable(queue.entries[queue.current].title)
        let clock = queue.position > .zero ? ", " + TimeText.clock(queue.position) : ""
        return "\(name): \(title)\(clock)\(queue.isPlaying ? "" : ", paused")"
    }

    private static func json(_ playing: Playing) -> JSONValue {
        let queue = playing.queue
        let entry = queue.map { $0.entries[$0.current] }
        return [
            "name": .string(playing.machine.name), "reachable": .bool(playing.isReachable),
            "title": .string(orNull: entry.map { text($0.title) }),
            "artists": .array((entry?.artists ?? []).prefix(8).map { .string(text($0)) }),
            "position": .double(orNull: queue.map { $0.position / .seconds(1) }),
            "playing": .bool(queue?.isPlaying ?? false),
            "absence": .double(orNull: queue?.absence.map { $0 / .seconds(1) }),
            "activity": playing.activity.map { record in
                [
                    "title": .string(text(record.activity.title)), "type": .string(text(record.activity.type)),
                    "program": .string(text(record.programName)),
                    "absence": .double(orNull: record.absence.map { $0 / .seconds(1) }),
                ]
            } ?? .null,
        ]
    }

    /// Returns a text of another machine, shortened to leave room for the texts of others.
    private static func text(_ text: String) -> String { TextLayout.printable(text).shortened(toBytes: 300) }

    // MARK: Pairing

    private static let pair: Command.Handler = { parsed, context in
        guard context.questioner.canAsk else {
            throw CommandFailure(
                .failed,
                "two people, or one at two keyboards, compare digits when machines are paired: run it in a terminal on both"
            )
        }
        let conversation = try await context.links.pair(parsed.argument("HOST"), port: port(parsed))
        var paired: PairedMachine?
        do {
            while let news = try await conversation.next() {
                if case .paired(let machine) = news { paired = machine }
                await show(news, conversation, context)
            }
        } catch {
            await conversation.close()
            throw error
        }
        guard let paired else { throw CommandFailure(.failed, "nothing was paired") }
        if parsed.has("json") { return context.console.write(paired.json) }
        context.console.tell("\(paired.name) is paired")
        let state = try await context.links.state()
        if !state.isListening {
            context.console.tell(
                "So that \(paired.name) can reach this machine: oncue handoff listen on; and there, so that this one can reach it"
            )
        }
    }

    private static func show(
        _ news: PairingNews, _ conversation: any PairingConversation, _ context: CommandContext
    ) async {
        let console = context.console
        switch news {
        case .waiting(let hosts, let port, let seconds):
            let host = hosts.first ?? "THIS-MACHINE"
            let address = host.contains(":") && port != LinkPort.pairing ? "[\(host)]" : host
            console.tell(
                "Waiting for \(seconds / 60) minutes; on the other machine: oncue handoff pair \(address)"
                    + (port == LinkPort.pairing ? "" : ":\(port)"))
        case .unreached(let name, let reason):
            console.tell("Found \(TextLayout.printable(name)), but \(TextLayout.printable(reason))")
        case .refused(let host, let reason):
            console.tell("A call from \(TextLayout.printable(host)) came to nothing: \(TextLayout.printable(reason))")
        case .digits(let digits, let name, let host):
            console.tell(
                "\(TextLayout.printable(name)) at \(TextLayout.printable(host)) shows these digits, if no other machine is in between:"
            )
            console.tell("")
            console.tell("    \(digits.prefix(3)) \(digits.dropFirst(3))")
            console.tell("")
            let isSame = context.questioner.confirms("Does \(name) show the same?")
            await conversation.answer(isSame)
            if isSame { console.tell("Waiting for the answer at \(TextLayout.printable(name))") }
        case .paired: break
        }
    }

    // MARK: Machines

    private static let machines: Command.Handler = { parsed, context in
        let state = try await context.links.state()
        // Without the service nothing is exchanged, and no notes are known.
        let known = state.machines.isEmpty ? [] : (try? await context.service.listeningNotes()) ?? []
        let notes = Dictionary(known.map { ($0.machine, $0.reason) }) { first, _ in first }
        if parsed.has("json") { return context.console.write(json(state, notes)) }
        show(state, notes, context)
    }

    private static let forget: Command.Handler = { parsed, context in
        let name = parsed.argument("NAME")
        guard (name == nil) == parsed.has("all") else {
            throw CommandFailure(.wrongWords, "name the machine to forget, or --all; oncue handoff machines lists them")
        }
        let before = parsed.has("erase") ? try await context.links.state() : LinkState()
        if let name, parsed.has("erase"), before.machine(named: name) == nil, let former = MachineIdentifier(name) {
            let count = try await context.service.eraseListening(of: former.text)
            if parsed.has("json") { return context.console.write(json(before)) }
            return context.console.tell("\(count) \(count == 1 ? "change" : "changes") of it erased")
        }
        // Before it is forgotten, so that it can be repeated; and afterwards, in case the machine has sent something
        // meanwhile.
        let erased = before.machines.filter { name == nil || $0.name.lowercased() == name?.lowercased() }
        for machine in erased { _ = try await context.service.eraseListening(of: machine.identifier.text) }
        let state = try await context.links.forget(name)
        for machine in erased { _ = try await context.service.eraseListening(of: machine.identifier.text) }
        if parsed.has("json") { return context.console.write(json(state)) }
        context.console.tell(
            name.map { "\($0) is forgotten; this machine is known there until it is forgotten there, too" }
                ?? "All machines are forgotten, and this one has a new key")
    }

    private static let listen: Command.Handler = { parsed, context in
        let isOn = parsed.argument("SWITCH") == "on"
        let state = try await context.links.listen(isOn, port: port(parsed))
        if parsed.has("json") { return context.console.write(json(state)) }
        guard state.isListening else { return context.console.tell("No machine can reach this one any longer") }
        let until = state.isLasting ? "" : ", until you log out; there is no service manager to start it again"
        context.console.tell("Paired machines can reach this one on port \(state.port)\(until)")
        if state.machines.isEmpty { context.console.tell("None is paired yet: oncue handoff pair") }
    }

    private static func show(_ state: LinkState, _ notes: [String: String], _ context: CommandContext) {
        let ways = state.machines.map {
            [$0.name, $0.host.contains(":") ? "[\($0.host)]:\($0.port)" : "\($0.host):\($0.port)"]
        }
        let own = ["This machine", state.isListening ? "listens on port \(state.port)" : "does not listen"]
        context.console.write(
            lines: LabeledTable.lines(ways + [own], screen: context.console.dataScreen))
        for machine in state.machines {
            guard let note = notes[machine.identifier.text] else { continue }
            context.console.write(lines: ["\(machine.name): not all is shared: \(TextLayout.printable(note))"])
        }
        if ways.isEmpty { context.console.tell("No machine is paired; oncue handoff pair does that") }
    }

    private static func json(_ state: LinkState, _ notes: [String: String] = [:]) -> JSONValue {
        let items = state.machines.map { machine in
            guard let note = notes[machine.identifier.text], case .object(let members) = machine.json else {
                return machine.json
            }
            return .object(members + [.init("note", .string(note))])
        }
        return [
            "listening": .bool(state.isListening), "port": .int(state.port), "total": .int(state.machines.count),
            "items": .array(items),
        ]
    }
}
