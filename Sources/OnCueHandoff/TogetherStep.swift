// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import CommandLineParsing
package import OnCueCore
package import OnCueInterface

/// The step of a machine that plays in step with this one, as a message between machines, beside those of a handoff.
///
/// ```
/// {"do":"together","known":{"queue":3,"number":9,"heard":true}}
/// {"answer":{"received":81923,"sent":82411,"timeline":{…},"queue":{…}}}
/// ```
///
/// The times are in microseconds, on the clock of the machine that answers: with those of the question they tell how
/// far the clocks are apart.
package enum TogetherStep {
    /// Longer lines are not of this kind.
    private static let longestQuestion = 1_024

    package static func line(_ question: TimelineQuestion) -> String {
        JSONValue.object([.init("do", "together"), .init("known", HandoffJSON.json(question))]).text()
    }

    /// Answers a line; `nil` for one that is another step. Nothing that is sent makes it fail.
    ///
    /// - Parameter now: The clock of this machine.
    package static func answer(
        to line: String, by service: some TogetherService, now: () -> Duration
    ) async -> String? {
        let received = now()
        guard line.utf8.count <= longestQuestion, let json = try? JSONValue(parsing: line),
            json["do"]?.stringValue == "together"
        else { return nil }
        do {
            guard let known = json["known"].flatMap({ HandoffJSON.value(TimelineQuestion.self, from: $0) }) else {
                throw ServiceError(.invalidValue, "\"known\" is missing, or is not whole")
            }
            let answer = try await service.timeline(known)
            var members: [JSONValue.Member] = [.init("timeline", HandoffJSON.json(answer.timeline))]
            if let queue = answer.queue { members.append(.init("queue", HandoffJSON.json(queue))) }
            members.insert(.init("received", .int(Int(received.wholeMicroseconds))), at: 0)
            // As late as can be.
            members.insert(.init("sent", .int(Int(now().wholeMicroseconds))), at: 1)
            return JSONValue.object([.init("answer", .object(members))]).text()
        } catch {
            let error = ServiceError(error)
            return JSONValue.object([
                .init("error", .string(error.code.rawValue)),
                .init("message", .string(error.message.shortened(toBytes: 4_096))),
            ]).text()
        }
    }

    /// An answer as it came over the way.
    package struct Answer: Sendable, Equatable {
        package var timeline: SharedTimeline
        package var queue: HandedQueue?
        /// When the question came, and when the answer was sent, on the clock of the other machine.
        package var received: Duration
        package var sent: Duration
    }

    /// Reads an answer.
    ///
    /// - Throws: The error in it; `unexpectedAnswer`.
    package static func answer(in line: String) throws(ServiceError) -> Answer {
        let form = try HandoffStep.value(AnswerForm.self, answeredIn: line)
        return Answer(
            timeline: form.timeline.sound, queue: form.queue?.sound, received: form.received, sent: form.sent)
    }

    private struct AnswerForm: DictionaryForm {
        var timeline = SharedTimeline.blank
        var queue: HandedQueue?
        var received: Duration = .zero
        var sent: Duration = .zero

        static var blank: AnswerForm { AnswerForm() }

        mutating func form(_ fields: inout some FieldCoder) {
            fields("timeline", &timeline, .required)
            fields("queue", &queue)
            fields("received", &received, .required)
            fields("sent", &sent, .required)
        }
    }
}
