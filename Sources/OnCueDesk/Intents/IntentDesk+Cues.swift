// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueIntents
package import OnCueInterface
internal import OnCueRuntime
package import OnCueSession
internal import OnCueSuggestions

/// The occasions of shortcuts.
@MediaActor
extension IntentDesk {
    package func cues() async throws -> [CueRecord] { try await book().cues.map(CueRecord.init) }

    package func setCue(_ record: CueRecord) async throws {
        let occasion: Occasion
        do throws(OccasionError) { occasion = try Occasion(parsing: record.occasion) } catch {
            throw ServiceError(.invalidValue, error.message)
        }
        try await check(occasion)
        guard let shortcut = try await book().named(record.shortcut) else {
            throw Self.noShortcut(record.shortcut, try await book().shortcuts.map(\.name))
        }
        var cue = Cue(record.name, occasion, runs: shortcut.name, isPerformed: record.isPerformed)
        (cue.volumeLimit, cue.coolDown) = (record.volumeLimit, record.coolDown)
        do throws(IntentRefusal) { try cue.check() } catch { throw ServiceError(.invalidValue, error.message) }
        try await change { [cue] book in
            do throws(IntentRefusal) { try book.set(cue) } catch { throw ServiceError(.refused, error.message) }
        }
    }

    package func removeCue(_ name: String) async throws {
        try await change { book in
            let names = book.cues.map(\.name)
            guard book.removeCue(name) else {
                let nearest = IntentDefinition.nearest(name, among: names).map { "; did you mean \"\($0)\"?" }
                throw ServiceError(
                    .notFound, "there is no cue \"\(name.prefix(100))\"" + (nearest ?? "; oncue cue lists them"))
            }
        }
    }

    /// Returns whether there is a shortcut of this name, which may be spelled differently in a file that was edited.
    package func hasShortcut(_ name: String) async -> Bool {
        (try? await book())?.shortcuts.contains { TextFolding.fold($0.name) == TextFolding.fold(name) } ?? false
    }

    /// Returns the cues, each with whether its shortcut plays something; none if their file cannot be read.
    package func keptCues() async -> [KeptCue] {
        let book: ShortcutBook
        do { book = try await self.book() } catch {
            Logger("intents").warning("no cue acts", ["error": ServiceError(error).message])
            return []
        }
        var kept: [KeptCue] = []
        for cue in book.cues {
            kept.append(KeptCue(cue, isHeard: await isHeard(cue.shortcut, book, depth: 0)))
        }
        return kept
    }

    private func isHeard(_ shortcut: String, _ book: ShortcutBook, depth: Int) async -> Bool {
        guard depth < ShortcutRunner.deepest else { return false }
        for step in book.named(shortcut)?.steps ?? [] {
            guard let definition = try? await definition(step.intent) else { continue }
            if definition.category == .play { return true }
            let action = step.values["action"]?.word
            if definition.name == Self.controlling, Self.sounding.contains(action ?? "") { return true }
            if definition.name == Self.running, let inner = step.values["shortcut"]?.word,
                await isHeard(inner, book, depth: depth + 1)
            {
                return true
            }
        }
        return false
    }

    /// The actions of `control` that start playback.
    private static var sounding: [String] { ["resume", "toggle", "restart"] }
    private static var controlling: IntentDefinition.Name { IntentDefinition.Name(ServiceNames.busName, "control") }

    /// Checks that an occasion names only places and devices that exist: an occasion that can never happen is a
    /// mistake.
    private func check(_ occasion: Occasion) async throws {
        var places = [occasion.place, occasion.destination == "" ? nil : occasion.destination]
        var devices = [occasion.device]
        switch occasion.event {
        case .arrival(let name), .departure(let name): places.append(name)
        case .device(let name): devices.append(name)
        case .headphones, .car, .carLeft, .unlock, .wake, .boot, .time: break
        }
        let known = try await doors.triggers.places().map(\.name)
        for name in places.compactMap(\.self) where !known.contains(where: { $0.lowercased() == name.lowercased() }) {
            let nearest = IntentDefinition.nearest(name, among: known).map { "; did you mean \"\($0)\"?" }
            throw ServiceError(
                .notFound,
                "there is no place \"\(name.prefix(100))\""
                    + (nearest ?? "; add it with: oncue place add \(name) --here"))
        }
        let met = try await doors.triggers.triggerDevices().flatMap { [$0.name, $0.id] }
        for name in devices.compactMap(\.self) where !met.contains(where: { $0.lowercased() == name.lowercased() }) {
            let nearest = IntentDefinition.nearest(name, among: met).map { "; did you mean \"\($0)\"?" }
            throw ServiceError(
                .notFound,
                "no device \"\(name.prefix(100))\" was met yet" + (nearest ?? "; oncue triggers lists those that were"))
        }
    }
}

extension CueRecord {
    fileprivate init(_ cue: Cue) {
        self.init(
            cue.name, cue.occasion.text, runs: cue.shortcut, isPerformed: cue.isPerformed,
            volumeLimit: cue.volumeLimit, coolDown: cue.coolDown)
    }
}
