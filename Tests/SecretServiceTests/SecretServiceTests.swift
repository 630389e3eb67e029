// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import SecretService

@Suite("The keyring of the desktop", .timeLimit(.minutes(10)))
@MediaActor
struct SecretServiceTests {
    private static let own = ["xdg:schema": "org.oncue.Test", "identifier": "1"]

    private let bus: PrivateBus

    init() async throws { bus = try await PrivateBus() }

    private func service(patience: Duration = .seconds(30)) async throws -> SecretService {
        let client = try await bus.connect()
        return SecretService(patience: patience) { client }
    }

    /// What an operation fails with; `nil` if it does not.
    private func fault(_ body: () async throws -> Void) async -> SecretFault? {
        do {
            try await body()
            return nil
        } catch {
            return error as? SecretFault
        }
    }

    @Test("GNOME Keyring keeps, gives back, replaces and removes a secret")
    func real() async throws {
        let keyring = try await GnomeKeyring(on: bus)
        let service = try await service()

        try await service.check()
        try await service.keep("s3cret", label: "OnCue: Home", attributes: Self.own, ["server": "https://a.example"])
        let first = try await service.secret(Self.own)
        // The attributes of interest are other ones, so that the keyring itself would have two.
        try await service.keep("änother", label: "OnCue: Home", attributes: Self.own, ["server": "https://b.example"])
        let second = try await service.secret(Self.own)
        let items = try await keyring.items()
        try await service.remove(Self.own)

        #expect(first == "s3cret" && second == "änother")
        #expect(items.count == 1 && items.first?.label == "OnCue: Home")
        #expect(items.first?.attributes["server"] == "https://b.example")
        #expect(items.first?.attributes["xdg:schema"] == "org.oncue.Test")
        #expect(try await service.secret(Self.own) == nil)
    }

    @Test("A locked GNOME Keyring gives nothing and asks nobody, and tells when it is unlocked")
    func realLocked() async throws {
        let keyring = try await GnomeKeyring(on: bus)
        let service = try await service()
        try await service.keep("s3cret", label: "OnCue: Home", attributes: Self.own)
        var news = 0
        let watch = await service.watch { news += 1 }

        try await keyring.lock()
        #expect(await fault { _ = try await service.secret(Self.own) } == .locked)
        #expect(await fault { try await service.check() } == .locked)
        #expect(await fault { try await service.keep("x", label: "", attributes: Self.own) } == .locked)
        #expect(await fault { try await service.remove(Self.own) } == .locked)
        // Nothing is there that could ask the user.
        #expect(await fault { try await service.unlock(within: .seconds(30)) } == .declined)
        let before = news
        try await keyring.unlock()
        try await waitUntil("it is told") { news > before }

        #expect(try await service.secret(Self.own) == "s3cret")
        withExtendedLifetime(watch) {}
    }

    @Test("Without a program, without a keyring and without a bus there are faults of their own")
    func absent() async throws {
        let service = try await service()
        #expect(await fault { try await service.check() } == .absent)
        #expect(await fault { _ = try await service.secret(Self.own) } == .absent)
        #expect(await !service.isThere())

        let keyring = try await ScriptedKeyring(on: bus)
        keyring.hasCollection = false
        #expect(await fault { try await service.check() } == .empty)
        #expect(await service.isThere())

        let none = SecretService(patience: .seconds(30)) { nil }
        #expect(await fault { try await none.check() } == .absent)
        #expect(await !none.isThere())
    }

    @Test("A program that hangs costs the time of one call, whatever is wanted")
    func hangs() async throws {
        let keyring = try await ScriptedKeyring(on: bus, .hangs)
        let service = try await service(patience: .milliseconds(200))

        #expect(await fault { try await service.check() } == .failing("does not answer"))
        #expect(await fault { _ = try await service.secret(Self.own) } == .failing("does not answer"))
        #expect(await fault { try await service.keep("x", label: "", attributes: [:]) } == .failing("does not answer"))
        #expect(await fault { try await service.remove(Self.own) } == .failing("does not answer"))
        #expect(await fault { try await service.unlock(within: .seconds(60)) } == .failing("does not answer"))

        try await waitUntil("it was asked each time") { keyring.calls.count >= 5 }
        #expect(keyring.calls.count == 5)
    }

    @Test("A bus that never connects costs the time of one call")
    func noBus() async {
        let service = SecretService(patience: .milliseconds(100)) {
            try? await MediaActor.sleep(for: .seconds(3600))
            return nil
        }

        #expect(await fault { try await service.check() } == .absent)
    }

    @Test("A program that refuses, lies or goes away is no reason to lose a secret")
    func faulty() async throws {
        let keyring = try await ScriptedKeyring(on: bus, .refuses)
        let service = try await service()
        #expect(await fault { try await service.check() } == .failing("refuses: not for you"))

        keyring.manner = .lies
        let lie = await fault { try await service.keep("s3cret", label: "", attributes: Self.own) }
        #expect(lie == .failing("gives back another secret than it was given"))

        keyring.manner = .hangs
        let left = Task { @MediaActor in await fault { _ = try await service.secret(Self.own) } }
        try await waitUntil("it was asked") { keyring.calls.last == "SearchItems" }
        try await keyring.leave()
        _ = await left.value
        #expect(await fault { _ = try await service.secret(Self.own) } == .absent)
    }

    @Test("Only unlocking asks the user, once, and not for ever")
    func asks() async throws {
        let keyring = try await ScriptedKeyring(on: bus, isLocked: true)
        let service = try await service()
        _ = await fault { try await service.check() }
        _ = await fault { _ = try await service.secret(Self.own) }
        _ = await fault { try await service.keep("x", label: "", attributes: Self.own) }
        #expect(keyring.askedCount == 0)

        #expect(await fault { try await service.unlock(within: .milliseconds(100)) } == .declined)
        try await waitUntil("the question is withdrawn") { keyring.withdrawnCount == 1 }
        keyring.user = .dismisses
        #expect(await fault { try await service.unlock(within: .seconds(60)) } == .declined)
        keyring.user = .unlocks
        try await service.unlock(within: .seconds(60))
        try await service.unlock(within: .seconds(60))

        #expect(keyring.askedCount == 3 && keyring.withdrawnCount == 1)
        try await service.keep("plain", label: "", attributes: Self.own)
        #expect(try await service.secret(Self.own) == "plain")
    }

    @Test("Both sides of an agreement have the same key, and no public number gives away a secret one")
    func agreement() throws {
        var random = SystemRandomNumberGenerator()
        let (one, other) = (SecretNumbers(using: &random), SecretNumbers(using: &random))

        let key = try #require(one.key(with: other.open))

        #expect(key == other.key(with: one.open) && key.count == 16)
        #expect(one.key(with: []) == nil && one.key(with: [0]) == nil && one.key(with: [1]) == nil)
        #expect(one.key(with: [UInt8](repeating: 0xFF, count: 128)) == nil)
        #expect(one.key(with: [UInt8](repeating: 2, count: 129)) == nil)
    }

    @Test("What was sealed opens in its session only, and damaged bytes give nothing or another text, never a trap")
    func seals() {
        let session = SecretSession(path: "/s/1", key: (1...16).map { UInt8($0) })
        for text in ["", "s3cret", String(repeating: "ä", count: 8), String(repeating: "x", count: 4096)] {
            #expect(session.open(session.seal(text)) == text)
            #expect(SecretSession(path: "/s/2", key: session.key).open(session.seal(text)) == nil)
        }
        for count in 0...33 {
            _ = session.open(
                .structure([
                    .objectPath("/s/1"), .bytes([UInt8](repeating: 7, count: 16)),
                    .bytes([UInt8](repeating: 9, count: count)), .string(""),
                ]))
        }
        #expect(session.open(nil) == nil && session.open(.structure([])) == nil)
    }
}
