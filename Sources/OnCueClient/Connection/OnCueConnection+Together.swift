// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

extension OnCueConnection: TogetherService {
    package func timeline(_ question: TimelineQuestion) async throws(ServiceError) -> TimelineAnswer {
        // Followers must not restart a daemon that has ended or was killed. The answer comes when there is news, so a
        // long wait for it needs no message.
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
