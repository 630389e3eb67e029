// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import JSON
package import OnCueCore
package import OnCueInterface

/// The steps of machines that play in step, as messages between machines, in addition to those of a handoff.
///
/// ```
/// {"do":"together","known":{"queue":3,"number":9,"heard":true}}
/// {"answer":{"received":81923,"sent":82411,"timeline":{…},"queue":{…}}}
///
/// {"do":"invite"}
/// {"answer":{"status":"inStep","machine":"kitchen",…}}
/// ```
///
/// The times are in microseconds, on the clock of the machine that answers. Together with the times of the question
/// they give the difference between the clocks.
package enum TogetherStep: Sendable, Equatable {
    /// Asks which sound is heard at which time.
    case timeline(TimelineQuestion)
    /// Asks the machine to play in step with the sender.
    case invite

    /// The longest line that is parsed as such a step, in bytes.
    private static let longestQuestion = 1_024

    package var line: String {
        switch self {
        case .timeline(let question):
            JSONValue.object([.init("do", "together"), .init("known", HandoffJSON.json(question))]).text()
        case .invite: JSONValue.object([.init("do", "invite")]).text()
        }
    }

    /// Reads a line; `nil` if it is a step of another kind.
    ///
    /// - Throws: `invalidValue`, with a message that explains what is wrong.
    package init?(line: String) throws(ServiceError) {
        guard line.utf8.count <= Self.longestQuestion, let json = try? JSONValue(parsing: line) else { return nil }
        switch json["do"]?.stringValue {
        case "together":
            guard let known = json["known"].flatMap({ HandoffJSON.value(TimelineQuestion.self, from: $0) }) else {
                throw ServiceError(.invalidValue, "\"known\" is missing, or is not whole")
            }
            self = .timeline(known)
        case "invite": self = .invite
        default: return nil
        }
    }

    /// Answers a line; `nil` if it is a step of another kind. No input makes it trap.
    ///
    /// - Parameters:
    ///   - machine: The name here of the paired machine that sends the line, or `nil` if the sender is not paired.
    ///   - now: Returns the time on this machine's clock.
    package static func answer(
        to line: String, from machine: String?, by service: some TogetherService, now: () -> Duration
    ) async -> String? {
        let received = now()
        do {
            switch try TogetherStep(line: line) {
            case .timeline(let known):
                let answer = try await service.timeline(known)
                var members: [JSONValue.Member] = [.init("timeline", HandoffJSON.json(answer.timeline))]
                if let queue = answer.queue { members.append(.init("queue", HandoffJSON.json(queue))) }
                members.insert(.init("received", .int(Int(received.wholeMicroseconds))), at: 0)
                // Take this time as late as possible.
                members.insert(.init("sent", .int(Int(now().wholeMicroseconds))), at: 1)
                return JSONValue.object([.init("answer", .object(members))]).text()
            case .invite:
                // Only a link identifies the sender, and can be used to reach it.
                guard let machine else {
                    throw ServiceError(.refused, "only a paired machine can invite; here: oncue together join HOST")
                }
                let state = try await service.acceptInvitation(from: machine)
                return JSONValue.object([.init("answer", HandoffJSON.json(state))]).text()
            case nil: return nil
            }
        } catch {
            return HandoffStep.line(ServiceError(error))
        }
    }

    /// Reads the answer to an invitation.
    ///
    /// - Throws: The error in the answer; `unexpectedAnswer`.
    package static func state(answeredIn line: String) throws(ServiceError) -> TogetherState {
        try HandoffStep.value(TogetherState.self, answeredIn: line)
    }

    /// An answer as it was received.
    package struct Answer: Sendable, Equatable {
        package var timeline: SharedTimeline
        package var queue: HandedQueue?
        /// The times when the question arrived and when the answer was sent, on the other machine's clock.
        package var received: Duration
        package var sent: Duration
    }

    /// Reads an answer.
    ///
    /// - Throws: The error in the answer; `unexpectedAnswer`.
    package static func answer(in line: String) throws(ServiceError) -> Answer {
        let form = try HandoffStep.value(AnswerForm.self, answeredIn: line)
        var queue = form.queue?.sound
        // The queue names no machine to fetch files from, since nothing is fetched to play together.
        queue?.link = ""
        return Answer(
            timeline: form.timeline.sound, queue: queue, received: form.received, sent: form.sent)
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
