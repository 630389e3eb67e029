// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

extension OnCueConnection: TogetherService {
    package func timeline(_ question: TimelineQuestion) async throws(ServiceError) -> TimelineAnswer {
        // A daemon that has ended, or was killed, is not brought back by those who follow it.
        // It is answered when there is something new, so waiting for it is nothing to tell of.
        do {
            return try await LongWait.$teller.withValue(nil) {
                try await call(TogetherMethods.timeline, Only(question), startsDaemon: false).value
            }
        } catch { throw ServiceError(error) }
    }

    package func joinTogether(_ machine: String) async throws(ServiceError) -> TogetherState {
        try await call(
            TogetherMethods.join, Only(machine), waitingFor: LongWait("the other machine", limit: .seconds(25))
        ).value
    }

    package func acceptInvitation(from machine: String) async throws(ServiceError) -> TogetherState {
        try await call(
            TogetherMethods.accept, Only(machine), waitingFor: LongWait("the other machine", limit: .seconds(25))
        ).value
    }

    package func followTogether(_ news: TogetherNews) async throws(ServiceError) -> TogetherState {
        try await call(TogetherMethods.follow, Only(news)).value
    }

    package func leaveTogether() async throws(ServiceError) -> TogetherState { try await read(TogetherMethods.leave) }

    package func togetherState() async throws(ServiceError) -> TogetherState { try await read(TogetherMethods.state) }
}
