// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface

extension FakeService {
    func timeline(_ question: TimelineQuestion) async throws(ClientError) -> TimelineAnswer {
        guard try note("timeline \(question.number)").handedQueue != nil else {
            throw ClientError(.refused, "playing together is switched off here")
        }
        return TimelineAnswer(
            SharedTimeline(number: 5, queue: 2, entry: 0, position: .seconds(1), isPlaying: false, machine: "here"))
    }

    func joinTogether(_ machine: String) async throws(ClientError) -> TogetherState {
        _ = try note("join \(machine)")
        guard !machine.isEmpty else { throw ClientError(.invalidValue, "\"\" is not a machine") }
        guard machine != "nowhere" else { throw ClientError(.notAvailable, "nowhere cannot be reached") }
        change { $0.together = TogetherState(.inStep, machine: machine, title: "Blue", behind: -120) }
        return try note("joined").together
    }

    func acceptInvitation(from machine: String) async throws(ClientError) -> TogetherState {
        guard try note("accept \(machine)").handedQueue != nil else {
            throw ClientError(.refused, "playing together is switched off here")
        }
        return try await joinTogether(machine)
    }

    func followTogether(_ news: TogetherNews) async throws(ClientError) -> TogetherState {
        let state = try note("follow \(news.machine) at \(news.timeline?.number ?? 0) \(news.loss)")
        change { if !news.loss.isEmpty { $0.together = TogetherState(reason: news.loss) } }
        return state.together
    }

    func leaveTogether() async throws(ClientError) -> TogetherState {
        _ = try note("leave")
        change { $0.together = TogetherState() }
        return TogetherState()
    }

    func togetherState() async throws(ClientError) -> TogetherState { try note("together").together }
}
