// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface

extension ServiceContract {
    /// Checks playing together, of a service that follows nobody and cannot reach any machine.
    package static func together(_ service: some TogetherService, _ notes: Notes) async throws {
        notes.expect(try await service.togetherState() == TogetherState(), "it follows nobody")
        await notes.expect(.refused, "nobody may follow before that is switched on") {
            _ = try await service.timeline(TimelineQuestion())
        }
        await notes.expect(.refused, "nobody may invite before that is switched on") {
            _ = try await service.acceptInvitation(from: "kitchen")
        }
        await notes.expect(.invalidValue, "a machine has a name") { _ = try await service.joinTogether("") }
        await notes.expect(.notAvailable, "one that cannot be reached is not followed") {
            _ = try await service.joinTogether("nowhere")
        }
        let timeline = SharedTimeline(number: 1, entry: 0, position: .zero, isPlaying: true)
        let state = notes.heard(try await service.followTogether(TogetherNews("kitchen", timeline: timeline)))
        notes.expect(state.status == .alone, "what is told of a machine that is not followed changes nothing")
        notes.expect(try await service.leaveTogether().machine.isEmpty, "leaving nobody is nothing")
    }
}
