// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import Glibc
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@testable import OnCueProviders

@Suite("Providers that the bus starts")
struct ProviderActivationTests {
    @Test(
        "A program with a service file is idle until its branch is opened; when it ended, the next item starts it again"
    )
    @MediaActor
    func start() async throws {
        let program = try StartedProvider()
        let rig = try await ProviderRig(services: program.services)
        try await rig.register(program.busName)
        try await rig.wait(for: program.busName) { $0["state"] == .string("idle") }
        let root = try await rig.content.item(for: program.root)
        #expect(program.starts == 0)
        #expect(!root.isUnavailable)

        let page = try await rig.page(program.root)
        try await rig.wait(for: program.busName) { $0["state"] == .string("available") }
        #expect(page.items.map(\.title) == ["One"])
        #expect(program.starts == 1)
        let process = try await rig.client.processIdentifier(of: program.busName)
        kill(pid_t(try #require(process)), SIGKILL)
        try await rig.wait(for: program.busName) { $0["state"] == .string("idle") }
        let track = try #require(try await rig.content.tracks(under: program.root).first)
        let location = try await rig.registry.locate(track.location, isRetry: false)

        #expect(location.uri == "http://127.0.0.1:9/one.flac")
        #expect(program.starts == 2)
    }

    @Test(
        "A program that ends whenever it is started is unavailable at once, keeps no other waiting, and is left alone for a while",
        arguments: [
            (StartedProvider.Manner.crashing, "quit without an answer"), (.stillborn, "exited with status 3"),
        ])
    @MediaActor
    func crash(manner: StartedProvider.Manner, reason: String) async throws {
        let program = try StartedProvider()
        try program.become(manner)
        let rig = try await ProviderRig(firstPause: .seconds(60), services: program.services)
        try await rig.wait { $0["name"] == .string("Fake") }
        try await rig.register(program.busName, deadline: 30_000)
        try await rig.wait(for: program.busName) { $0["state"] == .string("idle") }
        let notices = EventLog<ContentSubscriptions.Notice>()
        let subscriptions = ContentSubscriptions(rig.content, delay: .milliseconds(1)) { notices.append($0) }
        _ = try await subscriptions.subscribe(":1.1", to: .root)

        async let others = ContinuousClock().measure { @MediaActor in for _ in 0..<20 { _ = try await rig.page() } }
        let (error, time) = await Self.failure(of: program, rig)
        let (again, againTime) = await Self.failure(of: program, rig)
        let isUnavailable = try await rig.content.item(for: program.root).isUnavailable
        let othersTime = try await others

        #expect(error?.code == .unavailable && again?.code == .unavailable)
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
        #expect(isUnavailable)
        #expect(program.starts == 1)
        // A third of the deadline is far more than they need.
        #expect(time < .seconds(10) && againTime < .seconds(10) && othersTime < .seconds(10))
        try await notices.wait { $0.difference?.changed.contains(program.root) == true }
    }

    @Test(
        "A program that ended is idle after the pause, and is started by whoever opens its branch then",
        arguments: [StartedProvider.Manner.crashing, .stillborn])
    @MediaActor
    func rest(manner: StartedProvider.Manner) async throws {
        let program = try StartedProvider()
        try program.become(manner)
        let rig = try await ProviderRig(firstPause: .milliseconds(100), services: program.services)
        try await rig.register(program.busName)
        try await rig.wait(for: program.busName) { $0["state"] == .string("idle") }

        #expect(await Self.failure(of: program, rig).0?.code == .unavailable)
        try program.become(.good)
        try await rig.wait(for: program.busName) { $0["state"] == .string("idle") }
        #expect(program.starts == 1)
        #expect(try await rig.page(program.root).total == 1)
        #expect(program.starts == 2)
    }

    @Test("A list that somebody watches is read again when its program, which crashed, may be started again")
    @MediaActor
    func watched() async throws {
        let program = try StartedProvider()
        let rig = try await ProviderRig(firstPause: .milliseconds(100), services: program.services)
        try await rig.register(program.busName)
        try await rig.wait(for: program.busName) { $0["state"] == .string("idle") }
        let notices = EventLog<ContentSubscriptions.Notice>()
        let subscriptions = ContentSubscriptions(rig.content, delay: .milliseconds(1)) { notices.append($0) }
        _ = try await subscriptions.subscribe(":1.1", to: program.root)
        let process = try await rig.client.processIdentifier(of: program.busName)
        try program.become(.crashingOnce)
        kill(pid_t(try #require(process)), SIGKILL)
        try await rig.wait(for: program.busName) { $0["state"] == .string("idle") }
        let source = try #require(rig.content.branches.first { $0.identifier == program.root }).source

        (source as? ProviderContentSource)?.changed(nil)
        let lost = try await notices.wait { $0.container == program.root && $0.difference == nil }
        // Only a list that was read has a newer revision.
        try await notices.wait { $0.container == program.root && $0.revision > lost.revision }

        #expect(try await subscriptions.changes(of: program.root, since: ContentTree.Revision(1)).difference == nil)
        #expect(try await rig.page(program.root).total == 1)
        #expect(program.starts == 3)
    }

    @Test(
        "The pauses after failures grow although it answers or is started in between, and begin anew after a good time")
    func pauses() {
        var health = ProviderHealth()
        var now = ContinuousClock.now
        var pauses: [Duration] = []
        let fail = { (health: inout ProviderHealth) in
            health.failed("it crashed", from: now, to: now)
            pauses.append(health.retryAt.map { $0 - now } ?? .zero)
            now = health.retryAt ?? now
        }

        for _ in 0..<3 {
            fail(&health)
            health.left(isStartable: true)
            health.rested()
            #expect(health.state == .idle)
            health.revive()
            health.answered(in: .milliseconds(1))
        }
        for _ in 0..<8 { fail(&health) }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map { .seconds($0) })
        health.answered(in: .milliseconds(1))
        now += .seconds(311)
        fail(&health)

        #expect(pauses.last == .seconds(1))
    }

    @Test("The pauses grow although each failure takes its deadline, and calls side by side count once")
    func hanging() {
        var health = ProviderHealth()
        var now = ContinuousClock.now
        var pauses: [Duration] = []
        let hang = {
            let begin = now
            now += .seconds(30)
            health.failed("no answer", from: begin, to: now)
            health.failed("no answer", from: begin + .seconds(5), to: now + .seconds(5))
            pauses.append(health.retryAt.map { $0 - now } ?? .zero)
            now = health.retryAt ?? now
        }

        for _ in 0..<4 { hang() }
        // Nobody asked it: that is no good time.
        now += .seconds(3600)
        hang()
        health.answered(in: .milliseconds(1))
        hang()

        #expect(pauses == [1, 2, 4, 8, 16, 32].map { .seconds($0) })
    }

    /// How opening the branch of a program fails, and after how long.
    @MediaActor
    private static func failure(of program: StartedProvider, _ rig: ProviderRig) async -> (ContentError?, Duration) {
        let begin = ContinuousClock.now
        do throws(ContentError) {
            _ = try await rig.content.children(of: program.root, offset: 0, limit: 10, at: nil)
            return (nil, ContinuousClock.now - begin)
        } catch {
            return (error, ContinuousClock.now - begin)
        }
    }
}
