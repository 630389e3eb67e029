// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueActivities
internal import OnCueCore
package import OnCueInterface

/// The question for what is done in a program of a machine, as a message between machines.
///
/// ```
/// {"do":"activity"}      {"answer":{"activity":{"type":"org.example.Concerts.concert","title":"Blue Note, Friday",…}}}
/// ```
///
/// It is asked for, and never sent unasked: no machine opens anything on another one.
package enum ActivityStep {
    static let line = JSONValue.object([.init("do", "activity")]).text()
    /// Longer than the question.
    private static let longestLine = 1_024

    /// The activity that is current at a machine, if other machines may be offered it, in its newest state. What plays is
    /// none of these, since its queue is handed over.
    package static func current(of service: some ActivityService) async throws -> ActivityRecord? {
        let playing = Activity.Name(ServiceNames.busName, "playing")
        guard let first = try await service.activities().first, first.isCurrent,
            first.activity.eligibility.contains(.handoff), first.activity.name != playing
        else { return nil }
        var record = try await service.activity(first.activity.name)
        record.activity = record.activity.elsewhere
        return record
    }

    /// Answers a line that asks this; `nil` for another one.
    package static func answer(to line: String, by service: some ActivityService) async -> String? {
        guard line.utf8.count <= longestLine, (try? JSONValue(parsing: line))?["do"]?.stringValue == "activity" else {
            return nil
        }
        do {
            let record = try await current(of: service)
            let answer = JSONValue.object(record.map { [.init("activity", HandoffJSON.json($0))] } ?? [])
            return JSONValue.object([.init("answer", answer)]).text()
        } catch {
            return HandoffStep.line(ServiceError(error))
        }
    }

    /// Reads the answer.
    ///
    /// - Throws: The error in it; `unexpectedAnswer`.
    static func activity(answeredIn line: String) throws(ServiceError) -> ActivityRecord? {
        guard let told = try HandoffStep.answer(in: line)["activity"] else { return nil }
        guard let record = HandoffJSON.value(ActivityRecord.self, from: told), !record.activity.title.isEmpty else {
            throw ServiceError(.unexpectedAnswer, "the other machine left out a part of its answer")
        }
        return record
    }
}
