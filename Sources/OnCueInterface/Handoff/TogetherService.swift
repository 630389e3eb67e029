// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Machines that play the same queue in step, each from media of its own: `org.oncue.Together1`.
///
/// One leads and knows nothing of the others but that it is asked. A program at a follower asks it for its timeline again and
/// again, over a way between the machines, compares the clocks, and tells the follower.
package protocol TogetherService<Failure>: Sendable {
    /// Any error in the process of the service; its own errors elsewhere.
    associatedtype Failure: Error

    /// Returns what is played here and when it is heard: as soon as there is something that the caller does not know
    /// yet, but after half a second at most, or ten seconds while nothing plays.
    ///
    /// - Throws: `refused` unless `handoff.together` is on.
    func timeline(_ question: TimelineQuestion) async throws(Failure) -> TimelineAnswer

    /// Plays in step with another machine; returns when that is heard here, or when it is known why it is not yet.
    ///
    /// - Throws: `unavailable` when the machine cannot be reached, or does not allow it.
    func joinTogether(_ machine: String) async throws(Failure) -> TogetherState

    /// Plays in step with a machine that asks for it; as ``joinTogether(_:)``, said from the other side.
    ///
    /// - Parameter machine: The paired machine that asks, by its name here.
    /// - Throws: `refused` unless `handoff.together` is on; as joining does.
    func acceptInvitation(from machine: String) async throws(Failure) -> TogetherState

    /// Takes in what is known of the machine that is followed.
    ///
    /// - Returns: The state afterwards; whoever tells of a machine that is not followed any longer need not go on.
    func followTogether(_ news: TogetherNews) async throws(Failure) -> TogetherState

    /// Follows nobody any longer. What plays, plays on.
    func leaveTogether() async throws(Failure) -> TogetherState

    func togetherState() async throws(Failure) -> TogetherState
}

/// A follower's knowledge of a timeline.
package struct TimelineQuestion: DictionaryForm, Equatable {
    /// The queue and the number of the last answer; 0 before.
    package var queue: UInt64
    package var number: UInt64
    /// Whether that said when a position is heard, or that it is paused.
    package var isHeard: Bool

    package init(queue: UInt64 = 0, number: UInt64 = 0, isHeard: Bool = false) {
        (self.queue, self.number, self.isHeard) = (queue, number, isHeard)
    }

    package static var blank: TimelineQuestion { TimelineQuestion() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("queue", &queue)
        fields("number", &number)
        fields("heard", &isHeard)
    }
}

/// A timeline, with the queue if it is another one than the follower knows.
package struct TimelineAnswer: DictionaryForm, Equatable {
    package var timeline: SharedTimeline
    package var queue: HandedQueue?

    package init(_ timeline: SharedTimeline, queue: HandedQueue? = nil) {
        (self.timeline, self.queue) = (timeline, queue)
    }

    package static var blank: TimelineAnswer { TimelineAnswer(.blank) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("timeline", &timeline, .required)
        fields("queue", &queue)
    }
}

/// A follower's news of the machine that it follows.
package struct TogetherNews: DictionaryForm, Equatable {
    /// As it was joined.
    package var machine: String
    /// Its moments are those of the clock here; `nil` when nothing new is known.
    package var timeline: SharedTimeline?
    package var queue: HandedQueue?
    /// By how much the moments may be wrong.
    package var error: Duration
    /// Why nothing more will be known; empty while it goes on.
    package var loss: String

    package init(
        _ machine: String, timeline: SharedTimeline? = nil, queue: HandedQueue? = nil, error: Duration = .zero,
        loss: String = ""
    ) {
        (self.machine, self.timeline, self.queue, self.error, self.loss) = (machine, timeline, queue, error, loss)
    }

    package static var blank: TogetherNews { TogetherNews("") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("machine", &machine, .required)
        fields("timeline", &timeline)
        fields("queue", &queue)
        fields("error", &error)
        fields("loss", &loss, .ifSet)
    }
}

/// Whether and how this machine plays in step with another one.
package struct TogetherState: DictionaryForm, Equatable {
    package enum Status: String, CaseIterable, WireField, Blank {
        /// It follows nobody.
        case alone
        /// It looks for the step, in silence.
        case joining
        /// Both are paused.
        case paused
        /// The current entry is not here: silent until the next one.
        case missing
        /// Heard in step.
        case inStep

        package static var blank: Status { .alone }
    }

    package var status: Status
    /// The machine that is followed; empty for none.
    package var machine: String
    /// The title that is to be heard.
    package var title: String
    /// How far this machine was behind when that was judged last, in microseconds; negative where it was ahead.
    package var behind: Int64?
    /// By how much the clocks may be compared wrongly.
    package var error: Duration?
    /// How often it had to catch up in silence.
    package var catches: Int
    /// Whether another machine follows this one.
    package var isFollowed: Bool
    /// Why it follows nobody any longer; empty if that is as it was wished.
    package var reason: String

    package init(
        _ status: Status = .alone, machine: String = "", title: String = "", behind: Int64? = nil,
        error: Duration? = nil, catches: Int = 0, isFollowed: Bool = false, reason: String = ""
    ) {
        (self.status, self.machine, self.title, self.behind) = (status, machine, title, behind)
        (self.error, self.catches, self.isFollowed, self.reason) = (error, catches, isFollowed, reason)
    }

    package static var blank: TogetherState { TogetherState() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("status", &status, .required)
        fields("machine", &machine, .ifSet)
        fields("title", &title, .ifSet)
        fields("behind", &behind)
        fields("error", &error)
        fields("catches", &catches)
        fields("followed", &isFollowed)
        fields("reason", &reason, .ifSet)
    }
}

extension SharedTimeline: DictionaryForm {
    package static var blank: SharedTimeline {
        SharedTimeline(number: 0, entry: nil, position: .zero, isPlaying: false)
    }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("number", &number, .required)
        fields("queueNumber", &queue)
        fields("entry", &entry)
        fields("position", &position)
        fields("moment", &moment)
        fields("rate", &rate)
        fields("playing", &isPlaying)
        fields("machine", &machine)
    }
}

// MARK: On the bus

package enum TogetherMethods {
    /// Not repeated when the daemon ends meanwhile: that would start it again, as long as somebody follows it.
    package static let timeline = Method<Only<TimelineQuestion>, Only<TimelineAnswer>>(
        ServiceNames.together, "GetTimeline")
    package static let join = Method<Only<String>, Only<TogetherState>>(ServiceNames.together, "Join")
    package static let accept = Method<Only<String>, Only<TogetherState>>(ServiceNames.together, "Accept")
    package static let follow = Method<Only<TogetherNews>, Only<TogetherState>>(ServiceNames.together, "Follow")
    package static let leave = Method<Nothing, Only<TogetherState>>(
        ServiceNames.together, "Leave", isRepeatable: true)
    package static let state = Method<Nothing, Only<TogetherState>>(
        ServiceNames.together, "GetState", isRepeatable: true)

    package static func bindings<Service: TogetherService>() -> [Binding<Service>] {
        [
            Binding(timeline) { Only(try await $0.timeline($1.value)) },
            Binding(join) { Only(try await $0.joinTogether($1.value)) },
            Binding(accept) { Only(try await $0.acceptInvitation(from: $1.value)) },
            Binding(follow) { Only(try await $0.followTogether($1.value)) },
            Binding(leave) { service, _ in Only(try await service.leaveTogether()) },
            Binding(state) { service, _ in Only(try await service.togetherState()) },
        ]
    }
}
