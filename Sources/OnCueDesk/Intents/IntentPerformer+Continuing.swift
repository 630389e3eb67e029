// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueIntents
internal import OnCueInterface
internal import OnCuePhrases

/// Continuing where something was left: here, or on another machine.
extension IntentPerformer {
    /// The most entries of an album or a playlist that are looked through.
    private static let most = 2_000

    func continueListening() async throws -> IntentAnswer {
        if let place = try await place() { return try await continued(place) }
        let now = try await doors.nowPlaying.nowPlaying()
        guard now.status != .playing else { return try await nowPlaying() }
        if now.entry == nil, let left = try await unfinished(in: nil).first {
            return try await played([left], PlayOptions())
        }
        try await doors.playback.perform(.resume)
        return try await nowPlaying()
    }

    /// Returns the unfinished items, the most recently heard first: of an item and everything in it, or of everything.
    private func unfinished(in item: String?) async throws -> [String] {
        // At first, since all that was heard until now is known to the search after it.
        let heard = try await doors.listening.history(
            HistoryRequest(place: item, kinds: [.started]), offset: 0, limit: PageLimit.largest)
        let left = try await doors.content.search("is:unfinished sort:-played", offset: 0, limit: PageLimit.largest)
        let unfinished = Set(left.items.map(\.identifier))
        let last = heard.entries.map(\.subject.identifier.description).filter(unfinished.contains)
        return last + (item == nil ? left.items.map(\.identifier) : [])
    }

    /// Plays a place from where it was left, or from its beginning if it was not.
    private func continued(_ place: String) async throws -> IntentAnswer {
        guard let item = try? await doors.content.resolve(place, opens: false).items.first,
            let last = try await unfinished(in: item.identifier).first, last != item.identifier
        else {
            return try await played([place], PlayOptions())
        }
        // The entries after it in an album or a playlist follow in the queue.
        guard item.kind == "album" || item.kind == "playlist",
            let index = try await entries(of: item.identifier).firstIndex(of: last)
        else {
            return try await played([last], PlayOptions())
        }
        return try await played([item.identifier], PlayOptions(start: index))
    }

    private func entries(of identifier: String) async throws -> [String] {
        var entries: [String] = []
        while entries.count < Self.most {
            let page = try await doors.content.children(
                of: identifier, offset: entries.count, limit: PageLimit.largest, ChildrenOptions())
            entries += page.items.map(\.identifier)
            if page.items.isEmpty || entries.count >= page.total { break }
        }
        return entries
    }

    // MARK: Other machines

    func handoff() async throws -> IntentAnswer {
        let isHere = text("from") != nil
        guard !(isHere && text("to") != nil) else {
            throw ServiceError(.invalidValue, "to and from are two ways; give one of them")
        }
        let parameter = isHere ? "from" : "to"
        let machine = try await machine(parameter, isHere ? "From which machine?" : "To which machine?")
        let lines = try await doors.machines.move(isHere, machine)
        var answer = IntentAnswer(lines.first ?? (isHere ? "Continued here" : "Continued on \(machine)"))
        answer.lines = Array(lines.dropFirst())
        answer.isUndoable = true
        return answer
    }

    /// Begins or stops playing in step with a machine.
    func together() async throws -> IntentAnswer {
        guard !flag("off") else {
            let lines = try await doors.machines.together(.leave)
            return IntentAnswer(lines.first ?? "This machine follows no other one")
        }
        let isInvitation = text("invite") != nil
        guard !(isInvitation && text("with") != nil) else {
            throw ServiceError(.invalidValue, "with and invite are two ways; give one of them")
        }
        let machine =
            isInvitation
            ? try await machine("invite", "Which machine should play along?")
            : try await machine("with", "Together with which machine?")
        let lines = try await doors.machines.together(isInvitation ? .invite(machine) : .join(machine))
        var answer = IntentAnswer(lines.first ?? "In step with \(machine)")
        answer.lines = Array(lines.dropFirst())
        answer.isUndoable = !isInvitation
        return answer
    }

    /// Returns the machine that a parameter names.
    ///
    /// - Throws: `notFound` if no machine is known; a question if the name matches none or several of them.
    private func machine(_ parameter: String, _ question: String) async throws -> String {
        let known = await doors.machines.names()
        guard !known.isEmpty else {
            throw ServiceError(
                .notFound,
                "no other machine is known; pair one with oncue handoff pair, or name one with a Host in ~/.ssh/config")
        }
        guard let words = text(parameter) else { throw IntentQuestion(parameter, question, Self.choices(known)) }
        let wanted = TextFolding.fold(words)
        var found = known.filter { $0 == words }
        if found.isEmpty { found = known.filter { TextFolding.fold($0) == wanted } }
        // An unknown machine is never called: the name may come from a text that someone else has written.
        guard let machine = found.first, found.count == 1 else {
            throw IntentQuestion(
                parameter, "\"\(words.prefix(100))\" is not a machine that is known here. \(question)",
                Self.choices(found.isEmpty ? known : found))
        }
        return machine
    }

    private static func choices(_ names: [String]) -> [IntentChoice] { names.prefix(12).map { IntentChoice($0) } }
}
