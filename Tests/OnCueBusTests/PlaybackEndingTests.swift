// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("Rate, sleep timer and stopping later in org.oncue.Playback1")
@MediaActor
struct PlaybackEndingTests {
    private static let name = ServiceNames.playback

    private func info(_ rig: ServiceRig) async throws -> [String: BusValue] {
        try await rig.call("GetNowPlaying", of: ServiceNames.nowPlaying).first?.dictionaryValue ?? [:]
    }

    @Test("the rate is set, changed and told")
    func rate() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        #expect(try await info(rig)["rate"] == .double(1))

        try await rig.call("SetRate", of: Self.name, [.double(1.5)])
        try await rig.call("AdjustRate", of: Self.name, [.double(0.1)])

        #expect(try await info(rig)["rate"] == .double(1.6))
        await rig.settle()
        let told = rig.signals("NowPlayingChanged").last?.arguments.first?.dictionaryValue
        #expect(told?["rate"] == .double(1.6))
    }

    @Test("a sleep timer is set, told with what is left, kept, and ended")
    func sleep() async throws {
        let rig = try await ServiceRig()
        try await rig.play()

        try await rig.call("SetSleep", of: Self.name, [.string("time"), .int64(1_800_000_000)])

        let values = try await info(rig)
        #expect(values["sleep"] == .string("time"))
        let left = try #require(values["sleepRemaining"]?.intValue)
        #expect((1_790_000_000...1_800_000_000).contains(left))
        for (mode, kept) in [("track", SavedSleep.track), ("queue", .queue)] {
            try await rig.call("SetSleep", of: Self.name, [.string(mode), .int64(0)])
            #expect(try await info(rig)["sleep"] == .string(mode))
            #expect(try await info(rig)["sleepRemaining"] == nil)
            await rig.settle()
            #expect(rig.soundStore.saved.sleep == kept)
        }
        try await rig.call("SetSleep", of: Self.name, [.string("off"), .int64(0)])
        #expect(try await info(rig)["sleep"] == nil)
        await rig.settle()
        #expect(rig.soundStore.saved.sleep == nil)
    }

    @Test("stopping after what plays is told, and then done")
    func stopAfter() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        try await rig.call("StopAfter", of: Self.name, [.bool(true)])
        #expect(try await info(rig)["stopAfter"] == .bool(true))
        #expect(rig.engine.cuedRequest == nil)

        await rig.advance(by: .seconds(200))

        let values = try await info(rig)
        #expect(values["status"] == .string("stopped"))
        #expect(values["title"] == .string("Freddie"))
        #expect(values["stopAfter"] == .bool(false))
    }

    @Test("what makes no sense has a named error")
    func refusals() async throws {
        let rig = try await ServiceRig()
        func name(_ method: String, _ arguments: [BusValue]) async -> String? {
            await rig.failure { try await rig.call(method, of: Self.name, arguments) }?.name
        }
        #expect(await name("StopAfter", [.bool(true)]) == "org.oncue.Error.NothingPlaying")
        #expect(await name("SetSleep", [.string("track"), .int64(0)]) == "org.oncue.Error.NothingPlaying")
        for time in [0, -1, 999_999, 86_401_000_000, Int64.max, .min] {
            #expect(await name("SetSleep", [.string("time"), .int64(time)]) == "org.oncue.Error.InvalidValue")
        }
        #expect(await name("SetSleep", [.string("later"), .int64(0)]) == "org.oncue.Error.InvalidValue")
        for rate in [0, 3.1, -.infinity, .nan] {
            #expect(await name("SetRate", [.double(rate)]) == "org.oncue.Error.InvalidValue")
        }
        #expect(await name("AdjustRate", [.double(.nan)]) == "org.oncue.Error.InvalidValue")
    }
}
