// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import WebAccess

@Suite("The names under which this machine answers")
struct HostRuleTests {
    private let rule = HostRule(
        hostname: "kitchen.example.org", configured: ["Music.Example.net"],
        addresses: ["192.168.1.4", "fe80::1%eth0", "fd00::2"])

    @Test(
        "Its own names and addresses are accepted, with any port",
        arguments: [
            "localhost", "localhost:6628", "LOCALHOST:1", "127.0.0.1:6628", "[::1]:6628", "192.168.1.4",
            "[::ffff:192.168.1.4]:80", "[fd00::2]:6628", "[FD00:0::2]", "[fe80::1]:6628", "kitchen.local:6628",
            "kitchen.example.org", "music.example.net:443",
        ])
    func own(host: String) { #expect(rule.allows(host)) }

    @Test(
        "Another name is refused, even one that leads to this machine, and so is what is no name",
        arguments: [
            "evil.example", "kitchen.example.org.evil.example", "localhost.evil.example", "192.168.1.5", "10.0.0.1",
            "0.0.0.0", "[::]", "2130706433", "0x7f000001", "127.1", "", ":6628", "localhost:", "localhost:x",
            "localhost:123456", "localhost, evil.example", "user@localhost", "localhost/", "localhost#", "[localhost]",
            "[::1", "::1", "local host", ".localhost", "lo\u{131}calhost", "kitchen", "127.0.0.1.evil.example",
        ])
    func other(host: String) { #expect(!rule.allows(host)) }

    @Test("A request without a name is refused")
    func missing() { #expect(!rule.allows(nil)) }

    @Test("A machine without a name of its own is localhost only")
    func nameless() {
        let rule = HostRule(hostname: "")
        #expect(rule.allows("localhost") && rule.allows("127.0.0.1"))
        #expect(!rule.allows(".local") && !rule.allows("local"))
    }

    @Test("Addresses that the kernel replaces are known by their flags")
    func temporary() {
        let text = """
            fe80000000000000024605fffe1a2b3c 02 40 20 80     eth0
            20010db8000100000000000000000042 02 40 00 80     eth0
            20010db800010000a1b2c3d4e5f60718 02 40 00 01     eth0
            20010db80002000000000000000000ff 02 40 00 21     eth0
            00000000000000000000000000000001 01 80 10 80       lo
            xyz 02 40 00 01 eth0

            """
        #expect(TemporaryAddresses.all(in: text) == ["2001:db8:1:0:a1b2:c3d4:e5f6:718", "2001:db8:2::ff"])
    }
}
