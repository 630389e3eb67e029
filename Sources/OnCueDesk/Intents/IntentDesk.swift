// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueIntents
package import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// Does what is asked for, itself or through programs.
@MediaActor
package final class IntentDesk: nonisolated IntentService {
    package typealias Failure = any Error

    private let doors: IntentDoors
    private let programs: (any IntentPrograms)?
    /// Whether the screen is locked.
    private let isLocked: @MediaActor () -> Bool

    /// - Parameter programs: `nil` for what the service does itself alone.
    package init(
        _ doors: IntentDoors, programs: (any IntentPrograms)? = nil,
        isLocked: @escaping @MediaActor () -> Bool = { false }
    ) {
        (self.doors, self.programs, self.isLocked) = (doors, programs, isLocked)
    }

    @MediaActor
    package func intents() async throws -> [IntentRecord] {
        BuiltinIntents.all.map { IntentRecord($0, programName: "OnCue") } + (await programs?.intents() ?? [])
    }

    @MediaActor
    package func perform(_ request: IntentRequest) async throws -> IntentOutcome {
        let definition = try await definition(request.intent)
        let values: [String: IntentValue]
        do throws(IntentRefusal) { values = try definition.taken(request.values) } catch {
            throw ServiceError(.invalidValue, error.message)
        }
        if definition.needsUnlock, isLocked() {
            return outcome(.failed, definition, values, "\"\(definition.title)\" needs an unlocked screen", "Refused")
        }
        if let missing = definition.missing(values) {
            var asked = outcome(.asks, definition, values, missing.question)
            (asked.parameter, asked.choices) = (missing.name, missing.choices)
            return asked
        }
        guard definition.name.program == ServiceNames.busName else {
            guard let programs else { throw Self.unknown(request.intent, []) }
            return await programs.perform(definition, values, isConfirmed: request.isConfirmed)
        }
        if definition.isConfirmed, !request.isConfirmed {
            return outcome(.confirms, definition, values, definition.title(values) + "?")
        }
        return await performed(definition, values)
    }

    private func performed(_ definition: IntentDefinition, _ values: [String: IntentValue]) async -> IntentOutcome {
        guard let deed = IntentPerformer.deeds[definition.name.intent] else {
            return outcome(.failed, definition, values, "\"\(definition.title)\" cannot be done here", "NotAvailable")
        }
        do {
            let answer = try await deed(IntentPerformer(doors, definition.completed(values)))
            var done = outcome(.done, definition, values, answer.sentence)
            (done.lines, done.picture, done.properties) = (answer.lines, answer.picture, answer.properties)
            (done.items, done.total, done.isUndoable) = (answer.items, answer.total, answer.isUndoable)
            return done
        } catch let question as IntentQuestion {
            var asked = outcome(.asks, definition, values, question.sentence)
            (asked.parameter, asked.choices) = (question.parameter, question.choices)
            return asked
        } catch {
            let failure = ServiceError(error)
            return outcome(.failed, definition, values, failure.message, failure.code.rawValue)
        }
    }

    private func outcome(
        _ state: IntentOutcome.State, _ definition: IntentDefinition, _ values: [String: IntentValue],
        _ sentence: String, _ code: String = ""
    ) -> IntentOutcome {
        var outcome = IntentOutcome(
            state, definition.name.text, title: definition.title(values), sentence: sentence, values: values)
        outcome.code = code
        return outcome
    }

    private func definition(_ name: String) async throws -> IntentDefinition {
        let all = try await intents().map(\.definition)
        let found =
            all.first { $0.name.text == name }
            ?? all.first { $0.name.program == ServiceNames.busName && $0.name.intent == name }
        guard let found else { throw Self.unknown(name, all) }
        return found
    }

    private static func unknown(_ name: String, _ all: [IntentDefinition]) -> ServiceError {
        let known = all.map { $0.name.program == ServiceNames.busName ? $0.name.intent : $0.name.text }
        let nearest = IntentDefinition.nearest(name, among: known).map { "; did you mean \"\($0)\"?" }
        return ServiceError(
            .notFound,
            "there is no intent \"\(name.prefix(100))\"" + (nearest ?? "; oncue shortcut intents lists them"))
    }
}
