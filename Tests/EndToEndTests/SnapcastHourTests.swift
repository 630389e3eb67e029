// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

/// One run is one verdict: whether the machine stood still is looked at here, and nothing is run again.
@Suite("Rooms of a real Snapcast server, for an hour", .timeLimit(.minutes(80)))
struct SnapcastHourTests {
    /// The minutes of the long run: an hour in `make test-long`.
    private static let minutes = TestEffort.isLong ? min(60, TestEffort.factor * 12 / 5) : 0
    /// How long a room may take to find its step again when the machine stood still.
    private static let recovery = 60.0

    /// One look at the rooms.
    private struct Look {
        /// In seconds since 1970.
        var moment: Double
        /// In seconds; infinite where they do not play the same.
        var distance: Double
    }

    @Test(
        "Rooms are in step each minute, and the server never has to find its step again, unless the machine stands still",
        .enabled(if: minutes > 0))
    func lasting() async throws {
        let stage = try await SnapcastStage(noise: Self.minutes * 60 + 300)
        try await stage.play()
        // The server takes 20 ms of sound every 20 ms: when it could not, because nothing ran, it is late.
        let watch = PauseWatch(longerThan: .milliseconds(15))
        defer { watch.end() }

        var looks: [Look] = []
        for _ in 0..<Self.minutes {
            try await Task.sleep(for: .seconds(56))
            let distance = await stage.server.distance(between: ["kitchen", "bath"], within: .seconds(3))
            looks.append(Look(moment: Self.now, distance: distance ?? .infinity))
        }

        let pauses = watch.pauses
        let calm = looks.filter { look in
            !pauses.contains { $0.end > look.moment - Self.recovery - 4 && $0.begin < look.moment }
        }
        #expect(calm.allSatisfy { $0.distance < 0.001 }, "\(calm)")
        let distances = looks.map(\.distance).sorted()
        // Nine of ten, however busy the machine is.
        #expect(distances[distances.count * 9 / 10] < 0.001, "\(distances)")
        let resyncs = stage.server.log("onresync")
        let unexplained = resyncs.filter { line in
            guard let moment = SnapcastServer.moment(of: line) else { return true }
            return !pauses.contains { $0.begin - 0.1 < moment && moment < $0.end + 0.5 }
        }
        #expect(unexplained.isEmpty, "\(unexplained)")
        #expect(try await stage.machine.json("now")["status"] == "playing")
        print(
            "for \(Self.minutes) min: \(calm.count) of \(looks.count) looks without a pause, at most",
            "\((calm.map(\.distance).max() ?? 0) * 1000) ms apart; all: median \(distances[distances.count / 2] * 1000),",
            "at most \((distances.last ?? 0) * 1000) ms; the machine stood still \(pauses.count) times, and the server",
            "found its step again \(resyncs.count) times;", looks.map { "\($0.distance * 1000)" }.joined(separator: " ")
        )
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
