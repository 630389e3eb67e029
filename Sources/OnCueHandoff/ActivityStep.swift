// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueActivities
internal import OnCueCore
package import OnCueInterface

/// Requests for the activities in a machine's programs, as messages between machines.
///
/// ```
/// {"do":"activity"}                      {"answer":{"activity":{"type":"org.example.Concerts.concert",…}}}
/// {"do":"activities","words":"blue no"}  {"answer":{"activities":[{"type":"org.example.Concerts.concert",…},…]}}
/// ```
///
/// Activities are only sent on request: no machine opens anything on another one.
package enum ActivityStep {
    static let line = JSONValue.object([.init("do", "activity")]).text()
    /// The largest number of activities that are found.
    package static let limit = 20
    /// The longest line that is parsed as a request, in bytes; the requests are shorter.
    private static let longestLine = 4_096
    private static let wordsLimit = 500

    static func line(finding words: String) -> String {
        JSONValue.object([
            .init("do", "activities"), .init("words", .string(words.shortened(toBytes: wordsLimit))),
        ]).text()
    }

    /// Returns the activities of a machine that other machines may search and that match every word; at most ``limit``.
    package static func found(_ words: String, of service: some ActivityService) async throws -> [ActivityRecord] {
        let words = SearchWords.of(words)
        guard !words.isEmpty else { return [] }
        return try await service.activities().filter {
            $0.activity.eligibility.contains(.everyone) && SearchWords.matches(words, in: $0.activity.searchText)
        }.prefix(limit).map { record in
            var record = record
            record.activity = record.activity.elsewhere
            return record
        }
    }

    /// Returns the newest state of the activity that is current on a machine, if it may be offered to other machines.
    /// Playback is not such an activity, since its queue is handed over.
    package static func current(of service: some ActivityService) async throws -> ActivityRecord? {
        let playing = Activity.Name(ServiceNames.busName, "playing")
        guard let first = try await service.activities().first, first.isCurrent,
            first.activity.eligibility.contains(.handoff), first.activity.name != playing
        else { return nil }
        var record = try await service.activity(first.activity.name)
        record.activity = record.activity.elsewhere
        return record
    }

    /// Answers a line with one of these requests; `nil` for any other line.
    package static func answer(to line: String, by service: some ActivityService) async -> String? {
        guard line.utf8.count <= longestLine, let json = try? JSONValue(parsing: line),
            let word = json["do"]?.stringValue, word == "activity" || word == "activities"
        else { return nil }
        do {
            let answer: [JSONValue.Member]
            if word == "activity" {
                answer = try await current(of: service).map { [.init("activity", HandoffJSON.json($0))] } ?? []
            } else {
                let words = (json["words"]?.stringValue ?? "").shortened(toBytes: wordsLimit)
                let found = try await found(words, of: service)
                answer = [.init("activities", .array(found.map { HandoffJSON.json($0) }))]
            }
            return JSONValue.object([.init("answer", .object(answer))]).text()
        } catch {
            return HandoffStep.line(ServiceError(error))
        }
    }

    /// Reads the answer with the current activity.
    ///
    /// - Throws: The error in the answer; `unexpectedAnswer`.
    static func activity(answeredIn line: String) throws(ServiceError) -> ActivityRecord? {
        guard let told = try HandoffStep.answer(in: line)["activity"] else { return nil }
        return try record(told)
    }

    /// Reads the answer with the activities that were found.
    ///
    /// - Throws: The error in the answer; `unexpectedAnswer`.
    static func activities(answeredIn line: String) throws(ServiceError) -> [ActivityRecord] {
        var records: [ActivityRecord] = []
        for told in (try HandoffStep.answer(in: line)["activities"]?.arrayValue ?? []).prefix(limit) {
            records.append(try record(told))
        }
        return records
    }

    private static func record(_ told: JSONValue) throws(ServiceError) -> ActivityRecord {
        guard let record = HandoffJSON.value(ActivityRecord.self, from: told), !record.activity.title.isEmpty else {
            throw ServiceError(.unexpectedAnswer, "the other machine left out a part of its answer")
        }
        return record
    }
}
