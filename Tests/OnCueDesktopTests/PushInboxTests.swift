// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueBus
import OnCueInterface
import OnCueRuntime
import OnCueTestSupport
import Testing
import WebPush

@testable import OnCueDesktop

@Suite("Push messages come through both versions of UnifiedPush")
@MediaActor
struct PushInboxTests {
    /// What messages led to.
    private final class Actions: PushActing {
        let log = EventLog<String>()

        func refresh(_ part: PushRequest.Refreshed) async { log.append("refresh \(part)") }

        func notify(_ notice: PushRequest.Notice, identifier: String) async {
            log.append("notify \(notice.title)/\(notice.body) \(identifier)")
        }

        func suggest(_ place: String, identifier: String?) async throws {
            if place == "none" { throw ServiceError(.notFound, "there is no such item") }
            log.append("suggest \(place) \(identifier ?? "-")")
        }
    }

    private let folder: TemporaryDirectory
    private let own: PrivateBus
    private let actions = Actions()
    private let server: MessageBus

    init() async throws {
        folder = try TemporaryDirectory()
        own = try await PrivateBus()
        server = try await own.connect()
        _ = try await server.requestName("org.oncue.OnCue")
    }

    private var secret: String { folder.file("push-secret") }

    private func inbox() throws -> PushInbox {
        try PushInbox(
            bus: server, secret: secret, connectors: [Introspection.pushConnector1, Introspection.pushConnector2],
            actions)
    }

    private func encrypted(_ text: String, for status: PushStatus) async throws -> [UInt8] {
        try await FakeDistributor.encrypt(
            text, publicKey: status.publicKey ?? "", authentication: status.authentication ?? "")
    }

    /// The rig of `ServiceContractTests` has a fake of it, which passes the same.
    @Test("They keep what is promised of their service")
    func contract() async throws {
        let distributor = try await FakeDistributor(2, on: try await own.connect())
        let inbox = try inbox()
        await inbox.begin()

        let outcome = await ServiceContract.outcome {
            try await ServiceContract.push(inbox, $0) { try await distributor.end() }
        }

        inbox.close()
        #expect(outcome.broken.isEmpty, "\(outcome.broken)")
    }

    @Test(
        "It is off until it is switched on, then gives an address, and carries out each verb once", arguments: [1, 2])
    func whole(version: Int) async throws {
        let distributor = try await FakeDistributor(version, on: try await own.connect())
        let inbox = try inbox()
        await inbox.begin()
        #expect(try await inbox.push() == PushStatus())
        #expect(distributor.registered.events.isEmpty)

        let status = try await inbox.setPush(true)
        #expect(status.endpoint == "https://push/1" && status.distributor == FakeDistributor.name)
        let token = try #require(distributor.registered.events.first)
        for (id, text) in [
            ("1", #"{"refresh":"podcasts"}"#), ("2", #"{"notify":{"title":"A","body":"B"},"id":"x"}"#),
            ("3", #"{"suggest":"Blue"}"#),
        ] {
            let message = try await encrypted(text, for: status)
            for _ in 0..<2 { try await distributor.send("Message", token, id, message) }
        }
        try await actions.log.wait(count: 3)
        #expect(actions.log.events == ["refresh podcasts", "notify A/B x", "suggest Blue -"])
        #expect(try await inbox.push().taken == 3)

        // The next process registers with the same token and keys.
        inbox.close()
        let next = try self.inbox()
        await next.begin()
        try await waitUntil("the address") { try await next.push().endpoint != nil }
        #expect(distributor.registered.events == [token, token])
        #expect(try await next.push().publicKey == status.publicKey)
        #expect(try await next.setPush(false) == PushStatus())
        #expect(distributor.unregistered.events == [token])
        let again = try await next.setPush(true)
        #expect(again.publicKey != status.publicKey, "new keys")
    }

    @Test("What is not from the distributor, not encrypted, not understood or too much is refused")
    func hostile() async throws {
        let distributor = try await FakeDistributor(2, on: try await own.connect())
        let inbox = try inbox()
        let status = try await inbox.setPush(true)
        let token = try #require(distributor.registered.events.first)
        let good = try await encrypted(#"{"suggest":"Blue"}"#, for: status)

        // Others, and other tokens, are not heard at all.
        let other = try await own.connect()
        try await other.call(
            "Message", of: "org.unifiedpush.Connector1", at: "/org/unifiedpush/Connector", on: "org.oncue.OnCue",
            [.string(token), .bytes(good), .string("x")])
        try await distributor.send("Message", "other", "y", good)
        #expect(try await inbox.push() == status)

        try await distributor.send("Message", token, "1", Array("{\"suggest\":\"Blue\"}".utf8))
        #expect(try await inbox.push().problem == "a message was not encrypted with the present keys")
        let play = try await encrypted(#"{"play":"Blue"}"#, for: status)
        try await distributor.send("Message", token, "2", play)
        #expect(try await inbox.push().problem?.contains("not exactly one of refresh, notify and suggest") == true)
        let nothing = try await encrypted(#"{"suggest":"none"}"#, for: status)
        try await distributor.send("Message", token, "3", nothing)
        try await waitUntil("a refusal") { try await inbox.push().refused == 3 }
        for number in 0..<60 { try await distributor.send("Message", token, "many \(number)", good) }
        try await waitUntil("all are carried out or refused") {
            let status = try await inbox.push()
            return status.taken + status.refused == 63
        }
        #expect(try await inbox.push().taken < 25)
        try await distributor.send("NewEndpoint", token, "file:///etc/passwd")
        #expect(try await inbox.push().endpoint == "https://push/1")
        try await distributor.send("Unregistered", token)
        #expect(try await inbox.push().endpoint == nil)
    }

    @Test("A distributor that comes later is used, and one that goes is told of; the keys stay through all of it")
    func late() async throws {
        let first = try await FakeDistributor(2, on: try await own.connect())
        let before = try inbox()
        let keys = try await before.setPush(true).publicKey
        before.close()
        try await first.end()

        let inbox = try inbox()
        await inbox.begin()
        let status = try await inbox.push()
        #expect(status.isOn && status.endpoint == nil && status.problem != nil)
        await #expect(throws: ServiceError.self) { try await inbox.setPush(true) }
        #expect(try await inbox.push().publicKey == keys, "senders have it")
        let second = try await FakeDistributor(2, on: try await own.connect())
        try await waitUntil("the address") {
            let status = try await inbox.push()
            return status.endpoint != nil && status.problem == nil
        }
        #expect(try await inbox.push().publicKey == keys)
        try await second.end()
        try await waitUntil("it is told") { try await inbox.push().problem != nil }
        #expect(try await inbox.push().endpoint == nil)
    }

    @Test("One that goes before it has answered the registration is told of, and one that comes after it is used")
    func early() async throws {
        let before = try inbox()
        let first = try await FakeDistributor(2, on: try await own.connect())
        _ = try await before.setPush(true)
        before.close()
        try await first.end()
        let second = try await FakeDistributor(2, on: try await own.connect())
        second.endsEarly = true

        let inbox = try inbox()
        await inbox.begin()

        #expect(second.registered.events.count == 1)
        #expect(try await inbox.push().problem?.contains("has ended") == true)
        let third = try await FakeDistributor(2, on: try await own.connect())
        try await waitUntil("the address") { try await inbox.push().endpoint != nil }
        #expect(third.registered.events.count == 1)
        #expect(try await inbox.push().problem == nil)
    }

    @Test("Without a distributor, or with one that refuses, it stays off and says why")
    func refused() async throws {
        let inbox = try inbox()
        func failure() async -> ServiceError? {
            do throws(ServiceError) {
                _ = try await inbox.setPush(true)
                return nil
            } catch {
                return error
            }
        }
        #expect(await failure()?.code == .notAvailable)
        let distributor = try await FakeDistributor(1, on: try await own.connect())
        distributor.refusal = "no account"
        let error = await failure()
        #expect(error?.code == .refused && error?.message.contains("no account") == true)
        #expect(try await inbox.push() == PushStatus())
        distributor.refusal = nil
        #expect(try await inbox.setPush(true).isOn)
    }
}
