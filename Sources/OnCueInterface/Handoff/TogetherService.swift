// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Machines that play the same queue in step, each from its own media: `org.oncue.Together1`.
///
/// One leads, and knows of the others only that it is asked. A program at each follower repeatedly asks it for its
/// timeline over a connection between the machines, compares the clocks, and reports to the follower.
package protocol TogetherService<Failure>: Sendable {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Returns the queue and the position at this machine, with the moment when it is heard: as soon as there is
    /// something that the caller does not know yet, but after half a second at most, or ten seconds while nothing
    /// plays.
    ///
    /// - Throws: `refused` unless `handoff.together` is on, and while this machine follows another one.
    func timeline(_ question: TimelineQuestion) async throws(Failure) -> TimelineAnswer

    /// Plays in step with another machine; returns when that is heard here, or when the reason is known why it is not
    /// yet.
    ///
    /// - Throws: `invalidValue` for an invalid name; `notAvailable` if the machine cannot be reached or does not allow
    ///   it, or if no step was found in time.
    func joinTogether(_ machine: String) async throws(Failure) -> TogetherState

    /// Plays in step with a machine that requests it: ``joinTogether(_:)``, started from the other side.
    ///
    /// - Parameter machine: The paired machine that requests it, by its name here.
    /// - Throws: `refused` unless `handoff.together` is on; the errors of joining.
    func acceptInvitation(from machine: String) async throws(Failure) -> TogetherState

    /// Applies news of the machine that is followed.
    ///
    /// - Returns: The state afterwards; a program that reports on a machine that is no longer followed need not
    ///   continue.
    func followTogether(_ news: TogetherNews) async throws(Failure) -> TogetherState

    /// Stops following. Playback continues.
    func leaveTogether() async throws(Failure) -> TogetherState

    func togetherState() async throws(Failure) -> TogetherState
}

/// A follower's knowledge of a timeline.
package struct TimelineQuestion: DictionaryForm, Equatable {
    /// The number of the queue in the last answer, and the number of that answer's timeline; 0 before.
    package var queue: UInt64
    package var number: UInt64
    /// Whether that answer contained the moment at which a position is heard, or was paused.
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

/// A timeline, with the queue if that differs from the one that the follower knows.
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
    /// Its name, as it was joined.
    package var machine: String
    /// The timeline, with moments of the clock here; `nil` if nothing new is known.
    package var timeline: SharedTimeline?
    package var queue: HandedQueue?
    /// The possible error of the moments.
    package var error: Duration
    /// The reason why no more news will follow; empty while it continues.
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

/// The state of this machine with regard to playing in step.
package struct TogetherState: DictionaryForm, Equatable {
    package enum Status: String, CaseIterable, WireField, Blank {
        /// It does not follow another machine.
        case alone
        /// It is getting into step, silently.
        case joining
        /// Both are paused.
        case paused
        /// The current entry is missing here: silent until the next one.
        case missing
        /// Heard in step.
        case inStep

        package static var blank: Status { .alone }
    }

    package var status: Status
    /// The machine that is followed; empty for none.
    package var machine: String
    /// The title that should be heard.
    package var title: String
    /// The time by which this machine was behind at the last check, in microseconds; negative if it was ahead.
    package var behind: Int64?
    /// The possible error of comparing the clocks.
    package var error: Duration?
    /// The number of times that it had to catch up silently.
    package var catches: Int
    /// Whether another machine follows this one.
    package var isFollowed: Bool
    /// The reason why it stopped following; empty if that was requested.
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
    /// Not repeated if the daemon ends meanwhile: that would start it again, as long as a machine follows it.
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
