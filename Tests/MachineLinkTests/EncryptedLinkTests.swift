// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Dispatch
import Glibc
import OnCueTestSupport
import PairedMachines
import Testing

@testable import MachineLink

@Suite("Encrypted links")
struct EncryptedLinkTests {
    /// What one end has come to.
    private struct End: Sendable {
        var peer: MachineIdentifier?
        var secret: [UInt8] = []
        var heard: String?
        var fault: LinkFault.Code?
    }

    private static func identity(_ name: String) throws -> LinkIdentity {
        try #require(LinkIdentity.make(name: name, now: 1_700_000_000).flatMap(LinkIdentity.init(pem:)))
    }

    private static func socketPair() -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        return (ends[0], ends[1])
    }

    /// Runs `body` on a thread that may block.
    private static func blocking<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "oncue.test.link").async { continuation.resume(returning: body()) }
        }
    }

    private static func end(
        _ descriptor: Int32, _ side: EncryptedLink.Side, _ pem: [UInt8], longest: Int = 4_096,
        within limit: Duration = .seconds(10), _ talk: @Sendable (EncryptedLink) throws(LinkFault) -> String?
    ) -> End {
        var end = End()
        do throws(LinkFault) {
            guard let identity = LinkIdentity(pem: pem) else { throw LinkFault(.files, "this is no key") }
            let link = try EncryptedLink(descriptor, as: side, identity: identity, longest: longest, within: limit)
            end.peer = link.peer
            end.heard = try talk(link)
            end.secret = try link.secret()
            link.close()
        } catch { end.fault = error.code }
        return end
    }

    @Test("Both ends know each other's certificate, and share a secret that no other link has")
    func both() async throws {
        let pems = ["desk", "kitchen"].map { LinkIdentity.make(name: $0, now: 1_700_000_000)! }
        var secrets: Set<[UInt8]> = []
        for _ in 0..<2 {
            let (left, right) = Self.socketPair()
            async let there = Self.blocking {
                Self.end(right, .listener, pems[1]) { link throws(LinkFault) in
                    try link.write("hello")
                    return try link.read(idle: .seconds(60))
                }
            }
            let here = await Self.blocking {
                Self.end(left, .caller, pems[0]) { link throws(LinkFault) in
                    let text = try link.read(idle: .seconds(60))
                    try link.write("you too")
                    return text
                }
            }
            let other = await there
            #expect(here.heard == "hello" && other.heard == "you too")
            #expect(here.peer == LinkIdentity(pem: pems[1])?.identifier)
            #expect(other.peer == LinkIdentity(pem: pems[0])?.identifier)
            #expect(here.secret == other.secret && here.secret.count == 32)
            secrets.insert(here.secret)
        }
        #expect(secrets.count == 2)
    }

    @Test("Keys are made anew each time, and nothing else is taken for one")
    func identities() throws {
        let (one, other) = (try Self.identity("desk"), try Self.identity("desk"))
        #expect(one.identifier != other.identifier)
        #expect(LinkIdentity(pem: []) == nil)
        #expect(LinkIdentity(pem: Array("-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n".utf8)) == nil)
    }

    @Test("A message that is too large is refused by its length")
    func tooLarge() async throws {
        let pem = LinkIdentity.make(name: "desk", now: 1_700_000_000)!
        let (left, right) = Self.socketPair()
        async let there = Self.blocking {
            Self.end(right, .listener, pem, longest: 100) { link throws(LinkFault) in try link.read(idle: .seconds(60))
            }
        }
        _ = await Self.blocking {
            Self.end(left, .caller, pem) { link throws(LinkFault) in
                try link.write(String(repeating: "x", count: 101))
                return nil
            }
        }
        #expect(await there.fault == .unreadable)
    }

    @Test(
        "One who connects and says nothing, or nonsense, is given up in time",
        arguments: ["", "GET / HTTP/1.1\r\n\r\n"])
    func silent(words: String) async throws {
        let pem = LinkIdentity.make(name: "desk", now: 1_700_000_000)!
        let (left, right) = Self.socketPair()
        defer { close(left) }
        _ = write(left, words, words.utf8.count)
        let begin = ContinuousClock.now
        let limit: Duration = words.isEmpty ? .milliseconds(300) : .seconds(30)
        let end = await Self.blocking { Self.end(right, .listener, pem, within: limit) { _ in nil } }
        #expect(end.fault == (words.isEmpty ? .late : .closed))
        #expect(ContinuousClock.now - begin < .seconds(60))
    }

    @Test("A message that comes in drops is given up in time, and so is an end that is only waited for")
    func slow() async throws {
        let pem = LinkIdentity.make(name: "desk", now: 1_700_000_000)!
        for sends in [true, false] {
            let (left, right) = Self.socketPair()
            async let there = Self.blocking {
                Self.end(right, .listener, pem) { link throws(LinkFault) in
                    try link.read(idle: .milliseconds(400), within: .milliseconds(600))
                }
            }
            let here = await Self.blocking {
                Self.end(left, .caller, pem) { link throws(LinkFault) in
                    // Each drop comes in time, and the message does not.
                    if sends { try link.writeInDrops(String(repeating: "a", count: 100), each: .milliseconds(50)) }
                    return try link.read(idle: .seconds(10))
                }
            }
            #expect(await there.fault == .late)
            #expect(here.fault == .closed)
        }
    }
}
