// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import Glibc
internal import JSON
internal import OnCueActivities
internal import OnCueClient
internal import OnCueCore
internal import OnCueHandoff
internal import OnCueInterface
internal import OnCuePhrases
internal import OnCueRuntime
internal import PairedMachines
internal import SharedListening
internal import TextOutput

/// `oncue handoff`
enum HandoffCommand {
    static let command = Command(
        CommandDefinition(
            "handoff", group: "Playback", summary: "Continue on another machine, or here what plays there.",
            discussion: """
                Moves what plays, with its queue, to another machine on which you have OnCue: the position, the order, the \
                modes, the rate and the sleep timer go with it. The machine that plays stops only when the other one is \
                ready. Entries are found there by their recording, their podcast, their address, their path and size, or \
                their tags; those that are not there stay in the queue as unavailable and are skipped. oncue undo brings the \
                former queue back, on either machine.

                HOST is the name of a paired machine (oncue handoff machines), or else what ssh takes: a name, USER@NAME, or \
                a Host of ~/.ssh/config. Alone it shows what the paired machines play.

                JSON: total, items [name, reachable, title, artists, position (seconds), playing, absence (seconds since \
                it was left there, or null), activity (title, type, program and absence of what is done there in a program, or \
                null)]. Of to and from: source and target (names of the machines), by (pairing or ssh), title, position and \
                silence (seconds; how long nothing was heard), playing, total, found, missing [titles, at most 20], fetched \
                (how many of those found are fetched from the source), refusal (why nothing is, or null), elsewhere (it \
                begins with another entry). Of from with --activity: as for oncue activities continue.
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue handoff", "See what the paired machines play."),
                DocumentedTerm("oncue handoff to kitchen", "Continue in the kitchen."),
                DocumentedTerm("oncue handoff from ann@desk", "Continue here what plays at the desk."),
            ],
            subcommands: subcommands + PairingCommands.definitions + [SyncCommand.definition], runsAlone: true),
        subcommands: ["to": to, "from": from, "serve": serve, "sync": SyncCommand.handler]
            .merging(PairingCommands.handlers) { own, _ in own },
        PairingCommands.overview)

    private static let host = ArgumentDefinition(
        ValueDefinition("HOST", kind: "a machine", expected: "a paired machine, or a name as ssh takes it"),
        description: "The other machine: a paired one, or as ssh takes it.")

    private static let subcommands = [
        CommandDefinition(
            "to", summary: "Continue what plays here on another machine.", arguments: [host], options: [Values.json],
            examples: [DocumentedTerm("oncue handoff to kitchen", "Continue in the kitchen.")]),
        CommandDefinition(
            "from", summary: "Continue here what plays on another machine.",
            discussion: """
                With --activity what is done there in a program is taken up instead: by a program here that declares the \
                same type of activity, or else on its web page. It stays where it was, too. With WORDS it is what oncue \
                search --machines has found there.
                """,
            arguments: [
                host,
                ArgumentDefinition(
                    ValueDefinition("WORDS"), .any, description: "With --activity: the title, or its beginning."),
            ],
            options: [
                OptionDefinition("activity", description: "Take up what is done there in a program, not what plays."),
                Values.json,
            ],
            examples: [
                DocumentedTerm("oncue handoff from desk", "Take what plays at the desk along."),
                DocumentedTerm("oncue handoff from desk --activity", "Go on with what was on the screen there."),
                DocumentedTerm("oncue handoff from desk --activity blue note", "Show what the desk has of that title."),
            ]),
        CommandDefinition(
            "serve", summary: "Answer another machine on standard input and output.",
            discussion: "Is started over ssh by the other machine, and ends with its input.",
            examples: [DocumentedTerm("ssh kitchen oncue handoff serve", "See whether OnCue answers there.")]),
    ]

    // MARK: Actions

    private static let to: Command.Handler = { parsed, context in
        try await move(parsed, context, .to) { remote throws(ServiceError) in
            try await HandoffTransfer.move(from: context.service, to: remote, whenReleased: holdOut)
        }
    }

    private static let from: Command.Handler = { parsed, context in
        if parsed.has("activity") { return try await takeUp(parsed, context) }
        guard parsed.arguments("WORDS").isEmpty else {
            throw UsageError(.unexpectedValue, call: parsed.call, "only --activity takes words")
        }
        try await move(parsed, context, .from) { remote throws(ServiceError) in
            try await HandoffTransfer.move(from: remote, to: context.service, whenReleased: holdOut)
        }
    }

    private static func takeUp(_ parsed: ParsedCommand, _ context: CommandContext) async throws {
        let host = try host(parsed)
        let remote = try await remote(host, by: try await context.machines.way(to: host), context)
        let words = RawWords.printable(parsed.arguments("WORDS").joined(separator: " "))
        let told: ActivityRecord?
        do {
            told =
                words.isEmpty
                ? try await remote.currentActivity() : try only(try await remote.activities(matching: words), words)
        } catch {
            await remote.close()
            throw error
        }
        await remote.close()
        guard let told else {
            throw CommandFailure(.nothingFound, "nothing is done at \(host) that can be taken up here")
        }
        let continued = try await context.service.takeUpActivity(told)
        try await ActivitiesCommand.show(continued, of: told.activity.title, parsed, context)
    }

    /// Returns the activity that words name.
    private static func only(_ found: [ActivityRecord], _ words: String) throws -> ActivityRecord {
        let titles = found.map(\.activity.title)
        let indexes = TitleWords.indexes(of: words, in: titles)
        let best = indexes.isEmpty ? Array(found.indices) : indexes
        guard let first = best.first else {
            throw CommandFailure(.nothingFound, "nothing is found there for \"\(TextLayout.truncate(words, to: 60))\"")
        }
        guard best.count == 1 else {
            let choices = best.prefix(5).map { "\"\(TextLayout.printable(titles[$0]))\"" }
            throw CommandFailure(.nothingFound, "it may be \(choices.joined(separator: ", ")); give more of the title")
        }
        return found[first]
    }

    private static func remote(
        _ host: String, by way: MachineWay, link: String = "", _ context: CommandContext
    ) async throws -> RemoteHandoff {
        try await RemoteHandoff(host, link: link) { [machines = context.machines] isAgain throws(ServiceError) in
            try await machines.open(host, by: way, again: isAgain)
        }
    }

    /// Ignores signals from here on until the end: if the handoff were interrupted, nothing would play.
    private static func holdOut() {
        for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
    }

    /// The direction in which playback moves, as seen from this machine.
    private enum Direction {
        case to, from
    }

    private static func move(
        _ parsed: ParsedCommand, _ context: CommandContext, _ direction: Direction,
        _ body: (RemoteHandoff) async throws(ServiceError) -> HandoffOutcome
    ) async throws {
        let host = try host(parsed)
        let way = try await context.machines.way(to: host)
        let link = way == .pairing ? try await context.links.state().machine(named: host) : nil
        let remote = try await remote(host, by: way, link: link?.identifier.text ?? "", context)
        let outcome: HandoffOutcome
        do { outcome = try await body(remote) } catch {
            await remote.close()
            throw error
        }
        await remote.close()
        if parsed.has("json") { return context.console.write(json(outcome, way)) }
        // The name by which the other machine is known here.
        let other = link?.name ?? (direction == .to ? outcome.target : outcome.source)
        let (target, source) = direction == .to ? (other, "here") : (outcome.target, other)
        for line in lines(outcome, target: target, source: source) { context.console.tell(line) }
    }

    /// - Throws: ``CommandFailure`` for a word that ssh would interpret as an option.
    static func host(_ parsed: ParsedCommand) throws -> String {
        let word = parsed.argument("HOST") ?? ""
        guard !word.hasPrefix("-"), !word.isEmpty,
            word.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
        else {
            throw CommandFailure(
                .wrongWords, "\"\(RawWords.printable(word))\" is not a machine; expected a name that ssh accepts")
        }
        return word
    }

    private static let serve: Command.Handler = { _, context in
        if context.input.isTerminal {
            context.console.tell("Waiting for the steps of another machine, one a line; Ctrl-D ends it")
        }
        context.console.write(HandoffGreeting().line + "\n")
        let shared = SharedMedia(service: context.service, configuration: context.configuration)
        ClientThreads.expectLargeMessages()
        var (line, caller, isFirst) = ([UInt8](), LinkCaller?.none, true)
        while let bytes = await context.input.next() {
            for byte in bytes {
                guard byte == UInt8(ascii: "\n") else {
                    // A line that is too long is cut, and then refused.
                    if line.count <= HandoffStep.longestLine { line.append(byte) }
                    continue
                }
                let step = String(decoding: line, as: UTF8.self)
                line = []
                defer { isFirst = false }
                if isFirst, let machine = LinkCaller(line: step) {
                    caller = machine
                    continue
                }
                context.console.write(await answer(to: step, of: caller, shared, context) + "\n")
            }
        }
    }

    /// Each step is handled by one of these.
    private static func answer(
        to step: String, of caller: LinkCaller?, _ shared: SharedMedia, _ context: CommandContext
    ) async -> String {
        let (machine, service) = (caller?.identifier.text, context.service)
        if let answer = await SharedStep.answer(to: step, by: shared) { return answer }
        if let answer = await ActivityStep.answer(to: step, by: service) { return answer }
        if let answer = await JournalStep.answer(to: step, ofMachine: machine, by: service) { return answer }
        let together = await TogetherStep.answer(to: step, from: caller?.name, by: service) { MonotonicTime.now }
        if let together { return together }
        return await HandoffStep.answer(to: step, from: machine ?? "", by: service)
    }

    // MARK: Values

    private static func lines(_ outcome: HandoffOutcome, target: String, source: String) -> [String] {
        let prepared = outcome.prepared
        let title = TextLayout.printable(prepared.title)
        let place = outcome.position > .zero ? " at \(TimeText.clock(outcome.position))" : ""
        let (machine, origin) = (TextLayout.printable(target), TextLayout.printable(source))
        var lines = [
            outcome.isPlaying
                ? "\(machine) plays \(title)\(place)" : "\(machine) has \(title)\(place), paused"
        ]
        if prepared.fetched > 0 {
            lines.append(
                "\(prepared.fetched) \(prepared.fetched == 1 ? "entry is" : "entries are") fetched from "
                    + origin)
        }
        guard prepared.found < prepared.total else { return lines }
        let titles = prepared.missing.prefix(3).map { TextLayout.printable($0) }
        let more = prepared.total - prepared.found - titles.count
        lines.append(
            "\(prepared.found) of \(prepared.total) entries \(prepared.found == 1 ? "is" : "are") there; not there: "
                + titles.joined(separator: ", ")
                + (more > 0 ? " and \(more) more" : ""))
        if !prepared.refusal.isEmpty {
            lines.append(
                "Nothing is fetched from \(origin): " + TextLayout.printable(prepared.refusal))
        }
        if prepared.isElsewhere { lines.append("It goes on with the next entry, since the current one is not there") }
        return lines
    }

    private static func json(_ outcome: HandoffOutcome, _ way: MachineWay) -> JSONValue {
        let prepared = outcome.prepared
        return [
            "source": .string(outcome.source), "target": .string(outcome.target), "by": .string(way.rawValue),
            "title": .string(prepared.title),
            "position": .double(outcome.position / .seconds(1)), "playing": .bool(outcome.isPlaying),
            "silence": .double(outcome.silence / .seconds(1)), "total": .int(prepared.total),
            "found": .int(prepared.found), "missing": .array(prepared.missing.map { .string($0) }),
            "fetched": .int(prepared.fetched),
            "refusal": .string(orNull: prepared.refusal.isEmpty ? nil : prepared.refusal),
            "elsewhere": .bool(prepared.isElsewhere),
        ]
    }
}
