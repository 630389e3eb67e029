// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueHandoff
internal import OnCueInterface
internal import OnCuePhrases
internal import PairedMachines
internal import SharedListening

/// `oncue handoff sync`
enum SyncCommand {
    static let definition = CommandDefinition(
        "sync", summary: "Exchange what you listened to with paired machines.",
        discussion: """
            Happens by itself after changes. What is shared is set on each machine: oncue config set handoff.share \
            plays,positions,likes; both must share a thing. Erasing it on the machine where it happened erases it on the \
            others at the next exchange.

            JSON: total, items [name, reachable, came and went (numbers of changes that are kept), note (why something \
            was not taken)].
            """,
        arguments: [
            ArgumentDefinition(
                ValueDefinition("NAME", kind: "a machine", expected: "a name from oncue handoff machines"),
                .optional, description: "The machine. Default: all of them.")
        ],
        options: [Values.json],
        examples: [DocumentedTerm("oncue handoff sync kitchen", "Fetch now where you stopped in the kitchen.")])

    private struct Outcome {
        var machine: PairedMachine
        var came = 0
        var went = 0
        var note = ""
        var error: ServiceError?
        /// Whether the machine was connected to.
        var isAsked = false
    }

    /// The most messages to one machine in a run; the next run continues.
    private static let most = 1_000

    static let handler: Command.Handler = { parsed, context in
        let state = try await context.links.state()
        let name = parsed.argument("NAME")
        let machines = state.machines.filter { name == nil || $0.name.lowercased() == name?.lowercased() }
        if let name, machines.isEmpty {
            throw CommandFailure(
                .nothingFound,
                "\(RawWords.printable(name)) is not a paired machine; oncue handoff machines lists them")
        }
        var outcomes: [Outcome] = []
        for machine in machines { outcomes.append(await exchange(machine, context)) }
        // No machine was asked, because nothing is shared.
        if let error = outcomes.first?.error, outcomes.allSatisfy({ !$0.isAsked }) { throw error }
        if parsed.has("json") {
            return context.console.write(
                ["total": .int(outcomes.count), "items": .array(outcomes.map(json))] as JSONValue)
        }
        if outcomes.count == 1, let outcome = outcomes.first, let error = outcome.error {
            throw ServiceError(error.code, line(outcome))
        }
        context.console.write(
            lines: outcomes.isEmpty ? ["No machine is paired; oncue handoff pair does that"] : outcomes.map(line))
    }

    private static func exchange(_ machine: PairedMachine, _ context: CommandContext) async -> Outcome {
        var outcome = Outcome(machine: machine)
        do throws(ServiceError) {
            let text = try await context.service.exchangeListening(machine.identifier.text, "")
            let message = try SharedMessage(text: text)
            outcome.isAsked = true
            let channel = try await context.machines.open(machine.name, by: .pairing, again: false)
            do { try await exchange(channel, message, &outcome, context) } catch { outcome.error = ServiceError(error) }
            await channel.close()
        } catch { outcome.error = error }
        return outcome
    }

    private static func exchange(
        _ channel: any HandoffChannel, _ first: SharedMessage, _ outcome: inout Outcome, _ context: CommandContext
    ) async throws {
        let machine = outcome.machine
        var pace = LinkPace()
        var message = first
        var former: SharedMessage?
        for _ in 0..<most {
            await pace.wait()
            let line: String
            do { line = try await channel.exchange(JournalStep.line(message)) } catch {
                throw ServiceError(.unavailable, error.message)
            }
            let answer = try JournalStep.answer(in: line)
            // Refused parts are not sent again and were not stored, so only the receiver knows how many it stored.
            outcome.went += min(answer.taken ?? 0, message.count)
            if outcome.note.isEmpty { outcome.note = answer.note }
            let next = try SharedMessage(
                text: try await context.service.exchangeListening(machine.identifier.text, answer.text))
            outcome.came += min(next.taken ?? 0, answer.count)
            if outcome.note.isEmpty { outcome.note = next.note }
            if outcome.note.isEmpty { outcome.note = clockNote(answer.time, next.time) }
            // In each direction, either nothing is left or the rest is not accepted. One direction does not delay the
            // other.
            let isDone = next.parts.isEmpty || next.parts == message.parts
            if isDone, answer.parts.isEmpty || answer.parts == former?.parts { return }
            (former, message) = (answer, next)
        }
    }

    /// Returns the reason why hardly anything is exchanged between two clocks that differ; empty if the clocks are
    /// close.
    private static func clockNote(_ there: Int64?, _ here: Int64?) -> String {
        guard let there, let here, abs(there - here) > SharedLimits.ahead else { return "" }
        let days = abs(there - here) / 86_400
        return "its clock is \(days) \(days == 1 ? "day" : "days") \(there > here ? "ahead" : "behind"), so only what "
            + "was erased is exchanged; set the clock that is wrong"
    }

    private static func line(_ outcome: Outcome) -> String {
        let name = outcome.machine.name
        if let error = outcome.error { return "\(name): \(error.message)" }
        let came = "\(outcome.came) \(outcome.came == 1 ? "change" : "changes") came, \(outcome.went) went"
        return outcome.note.isEmpty ? "\(name): \(came)" : "\(name): \(came); \(outcome.note)"
    }

    private static func json(_ outcome: Outcome) -> JSONValue {
        [
            "name": .string(outcome.machine.name), "reachable": .bool(outcome.error == nil),
            "came": .int(outcome.came), "went": .int(outcome.went),
            "note": .string(outcome.error?.message ?? outcome.note),
        ]
    }
}

/// Limits the rate of steps to what the other machine accepts.
private struct LinkPace {
    private let begin = ContinuousClock.now
    /// A part of the limit of the other machine, which also counts the runs before this one, and disconnects if more is
    /// sent.
    private var limit = RateLimit(10, each: .milliseconds(500))

    mutating func wait() async {
        // A little slower than the other machine counts.
        while !limit.allows(at: (ContinuousClock.now - begin) * 0.9) { try? await Task.sleep(for: .milliseconds(200)) }
    }
}
