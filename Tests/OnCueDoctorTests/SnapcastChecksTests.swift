// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@testable import OnCueDoctor

@Suite("The doctor of a Snapcast server")
struct SnapcastChecksTests {
    /// A list of sockets as the kernel writes it.
    private static func list(_ sockets: (address: String, port: Int, state: String)...) -> String {
        let head = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
        return sockets.enumerated().reduce(head) { text, socket in
            let port = String(socket.element.port, radix: 16, uppercase: true)
            return text
                + "   \(socket.offset): \(socket.element.address):\(String(repeating: "0", count: 4 - port.count))\(port) "
                + "00000000:0000 \(socket.element.state) 00000000:00000000 00:00000000 00000000  0 0 1 1 0 100 0 0 10 0\n"
        }
    }

    @Test("says nothing where none runs")
    func none() {
        #expect(SnapcastChecks.check([]) == nil)
        #expect(SnapcastChecks.check([Self.list(("00000000", 80, "0A"), ("00000000", 1704, "0A"))]) == nil)
        #expect(SnapcastChecks.check([Self.list(("00000000", 1704, "01"), ("00000000", 1705, "01"))]) == nil)
        #expect(SnapcastChecks.check(["rubbish", "1: 2 3", "0: x:06A9 y:0 0A"]) == nil)
    }

    @Test("is content with one that only this machine reaches")
    func local() throws {
        let check = try #require(
            SnapcastChecks.check([
                Self.list(("0100007F", 1704, "0A"), ("0100007F", 1705, "0A")),
                Self.list(("00000000000000000000000001000000", 1780, "0A")),
            ]))

        #expect(check.verdict == .ok)
    }

    @Test("warns of ports that the network reaches, and says what others can do there")
    func open() throws {
        let check = try #require(
            SnapcastChecks.check([
                Self.list(("00000000", 1704, "0A"), ("0100007F", 1705, "0A")),
                Self.list(("00000000000000000000000000000000", 1780, "0A")),
            ]))

        #expect(check.verdict == .warning)
        #expect(check.detail.contains("1704 (hear what plays), 1780 (change it from a web page)"))
        #expect(!check.detail.contains("1705"))
        #expect(check.advice.contains("[tcp] and [http]"))
    }

    @Test("warns of a stream into which the network can play, also where everything else is closed")
    func stream() throws {
        let closed: [(address: String, port: Int, state: String)] = [
            ("0100007F", 1704, "0A"), ("0100007F", 1705, "0A"),
        ]
        let check = try #require(
            SnapcastChecks.check([Self.list(closed[0], closed[1], ("00000000", 4953, "0A"))]))

        #expect(check.verdict == .warning)
        #expect(check.detail.hasSuffix("its ports 4953 (play into the rooms)"))
        #expect(
            check.advice.hasPrefix("if no other machine sends to it, tcp://127.0.0.1:4953 in the line of its stream"))

        let inside = try #require(
            SnapcastChecks.check([Self.list(closed[0], closed[1], ("0100007F", 4953, "0A"))]))
        #expect(inside.verdict == .ok)
        #expect(SnapcastChecks.check([Self.list(("00000000", 4953, "0A"))]) == nil, "it is of another program")
    }

    @Test("of one whose rooms only are on the network says how to close that")
    func roomsOnly() throws {
        let check = try #require(
            SnapcastChecks.check([Self.list(("0A01A8C0", 1704, "0A"), ("0100007F", 1705, "0A"))]))

        #expect(check.verdict == .warning)
        #expect(check.advice.contains("below [stream]"))
    }
}
