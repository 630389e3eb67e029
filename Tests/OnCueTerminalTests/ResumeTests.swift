// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueTerminal
import Testing

@Suite("Going on")
struct ResumeTests {
    private func report(_ status: PlaybackStatus, loading: Bool = false, _ failure: ClientError? = nil)
        -> NowPlayingReport
    {
        var report = Samples.playing
        report.status = status
        report.isLoading = loading
        report.failure = failure
        return report
    }

    @Test("It ends when it is known whether something plays, with the reason where nothing does")
    func waits() async {
        let session = Session { state in
            state.report = report(.playing, loading: true)
            state.updates = [
                .report(report(.playing, loading: true)),
                .report(report(.paused, ClientError(.noAudioOutput, "no sound server is running"))),
            ]
        }

        #expect(await session.run("resume") == .failed)
        #expect(session.talk.text.hasPrefix("oncue: no sound server is running"))
    }

    @Test("An old trouble does not stand against a pause")
    func pause() async {
        let session = Session { $0.report = report(.paused, ClientError(.network, "no network")) }

        #expect(await session.run("pause") == .done)
        #expect(await session.run("play") == .failed)
    }
}
