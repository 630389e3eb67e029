// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import OnCueTestSupport
import Testing

/// One run is one verdict: whether the machine stood still is looked at here, and nothing is run again.
@Suite("Rooms of a real Snapcast server, for an hour", .timeLimit(.minutes(80)))
struct SnapcastHourTests {
    /// The minutes of the long run: an hour in `make test-long`.
    private static let minutes = TestEffort.isLong ? min(60, TestEffort.factor * 12 / 5) : 0

    @Test(
        "Rooms are in step after an hour, and the server never had to find its step again unless the machine stood still",
        .enabled(if: minutes > 0))
    func lasting() async throws {
        let stage = try await SnapcastStage(seconds: Double(Self.minutes * 60 + 300))
        try await stage.play()
        let before = try await stage.distance()
        // The server takes 20 ms of sound every 20 ms: when it could not, because nothing ran, it is late.
        let watch = PauseWatch(longerThan: .milliseconds(15))
        defer { watch.end() }

        try await Task.sleep(for: .seconds(Self.minutes * 60))

        let after = try await stage.distance()
        #expect(before < 0.001 && after < 0.001, "\(before), \(after)")
        let resyncs = stage.server.log("onresync")
        let pauses = watch.pauses
        let unexplained = resyncs.filter { line in
            guard let moment = SnapcastServer.moment(of: line) else { return true }
            return !pauses.contains { $0.begin - 0.1 < moment && moment < $0.end + 0.5 }
        }
        #expect(unexplained.isEmpty, "\(unexplained)")
        #expect(try await stage.machine.json("now")["status"] == "playing")
        let sound = stage.server.sound(of: "bath").sound(above: 0.1)
        #expect(!resyncs.isEmpty || sound.longestSilence(below: 0.01) < 0.01)
        print(
            "after \(Self.minutes) min: \(after * 1000) ms apart, the machine stood still \(pauses.count) times,",
            "and the server found its step again \(resyncs.count) times")
    }
}
