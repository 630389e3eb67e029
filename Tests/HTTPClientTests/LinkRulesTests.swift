// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import HTTPClient

@Suite("Where links may lead")
@MediaActor
struct LinkRulesTests {
    /// Takes 127.0.0.2 for another machine of the network at home, and every other address for one of the internet.
    private func client(allowsPrivate: Bool = false) -> HTTPClient {
        let client = HTTPClient(userAgent: "OnCue/test", timeout: .seconds(10))
        client.rules = LinkRules(allowsPrivate: allowsPrivate)
        client.rules.isPublic = { $0.bytes != [127, 0, 0, 2] }
        client.rules.isLoopback = { $0.bytes == [127, 0, 0, 1] }
        return client
    }

    private func code(_ request: HTTPRequest, of client: HTTPClient) async -> HTTPError.Code? {
        do throws(HTTPError) {
            _ = try await client.get(request)
            return nil
        } catch {
            return error.code
        }
    }

    /// One of the network at home.
    private func server(_ text: String) throws -> HTTPServer { try HTTPServer(host: 2) { _ in .text(text) } }

    @Test("a link of a document from the internet does not lead into the network at home")
    func refused() async throws {
        let server = try server("secret")

        let code = await code(HTTPRequest(server.address, from: "http://example.org/feed"), of: client())

        #expect(code == .privateLink)
        #expect(server.requests.isEmpty, "nothing is asked there")
    }

    @Test("a name is looked at for what it means, not for how it is written")
    func names() async throws {
        let server = try HTTPServer { _ in .text("secret") }
        let client = client()
        client.rules.isPublic = { $0.bytes != [127, 0, 0, 1] }

        let request = HTTPRequest("http://localhost:\(server.port)/", from: "http://example.org/feed")

        #expect(await code(request, of: client) == .privateLink)
        #expect(server.requests.isEmpty)
    }

    @Test("neither does a redirection, however many there are")
    func redirections() async throws {
        let secret = try server("secret")
        let target = secret.address
        let server = try HTTPServer { request in
            request.path == "/2" ? .init(302, [("Location", target)]) : .init(302, [("Location", "/2")])
        }

        #expect(await code(HTTPRequest(server.address), of: client()) == .privateLink)
        #expect(secret.requests.isEmpty)
    }

    @Test("what a guarded link leads to is guarded to the end, also where its host is named again")
    func sameHost() async throws {
        let secret = try server("secret")
        let server = try HTTPServer { request in
            // To another machine, and from there to the one where the first address was.
            .init(302, [("Location", "http://127.0.0.2:\(request.path == "/1" ? secret.port : 1)/")])
        }

        let request = HTTPRequest(server.address + "/1", from: "http://example.org/feed")

        #expect(await code(request, of: client()) == .privateLink)
        #expect(secret.requests.isEmpty)
    }

    @Test("a feed of the internet that has moved is not believed to be at home now")
    func moves() {
        let client = HTTPClient(userAgent: "OnCue/test")

        #expect(!client.accepts(move: "http://192.168.1.1/feed", from: "http://example.org/feed"))
        #expect(!client.accepts(move: "http://nas/feed", from: "http://example.org/feed"))
        #expect(client.accepts(move: "http://example.com/feed", from: "http://example.org/feed"))
        #expect(client.accepts(move: "http://192.168.1.1/new", from: "http://192.168.1.1/feed"))
    }

    @Test("what a person names is read wherever it is, and so is what a document at home names")
    func named() async throws {
        let server = try server("mine")
        let other = try HTTPServer { _ in .text("theirs") }
        let client = client()

        #expect(await code(HTTPRequest(server.address), of: client) == nil)
        #expect(await code(HTTPRequest(server.address, from: "http://127.0.0.2/feed"), of: client) == nil)
        #expect(await code(HTTPRequest(server.address, from: "http://nas.local/feed"), of: client) == nil)
        #expect(await code(HTTPRequest(other.address, from: "http://example.org/feed"), of: client) == nil)
    }

    @Test(
        "another machine at home leads to nothing that only this machine can reach, neither by redirections nor by links"
    )
    func thisMachine() async throws {
        let secret = try HTTPServer { _ in .text("secret") }
        let target = secret.address
        let other = try HTTPServer(host: 2) { request in
            .init(302, [("Location", request.path == "/1" ? "/2" : target)])
        }
        let client = client()

        #expect(await code(HTTPRequest(other.address + "/1"), of: client) == .privateLink)
        #expect(await code(HTTPRequest(target, from: other.address + "/feed"), of: client) == .privateLink)
        #expect(await code(HTTPRequest(target, from: "http://nas.local/feed"), of: client) == .privateLink)
        var part = HTTPRequest(target)
        part.sparesThisMachine = true
        #expect(await code(part, of: client) == .privateLink)
        #expect(secret.requests.isEmpty, "nothing is asked there")

        #expect(await code(HTTPRequest(target), of: client) == nil)
        #expect(await code(part, of: client) == .privateLink, "nor by a connection that a person's request has made")
        #expect(secret.requests.count == 1)
        client.rules.allowsPrivate = true
        #expect(await code(HTTPRequest(other.address + "/1"), of: client) == nil)
        #expect(await code(part, of: client) == nil)
    }

    @Test("a server of this machine leads to others of it")
    func withinThisMachine() async throws {
        let other = try HTTPServer { _ in .text("mine") }
        let target = "http://localhost:\(other.port)/"
        let server = try HTTPServer { _ in .init(302, [("Location", target)]) }
        let client = HTTPClient(userAgent: "OnCue/test", timeout: .seconds(10))

        #expect(await code(HTTPRequest(server.address), of: client) == nil)
        #expect(await code(HTTPRequest(other.address, from: server.address + "/feed"), of: client) == nil)
        #expect(await code(HTTPRequest(other.address, from: "http://localhost/feed"), of: client) == nil)
        #expect(other.requests.count == 3)
    }

    @Test("a name that is asked again may be this machine; another one, and an address of another machine, are not")
    func sparing() {
        let rules = LinkRules()
        let (home, here) = (HTTPAddress.numeric("192.168.1.4"), HTTPAddress.numeric("127.0.1.1"))

        #expect(!rules.sparesThisMachine("http://vm:80/a", from: "http://vm:8000/feed"))
        #expect(rules.sparesThisMachine("http://vm:80/a", from: "http://vm:8000/feed", at: home))
        #expect(!rules.sparesThisMachine("http://localhost/a", from: "http://vm:8000/feed", at: here))
        #expect(rules.sparesThisMachine("http://localhost/a", from: "http://192.168.1.4/feed"))
        #expect(!rules.sparesThisMachine("http://localhost/a", from: "http://[::1]/feed"))
        #expect(!LinkRules(allowsPrivate: true).sparesThisMachine("http://localhost/a", from: "http://nas/", at: home))
    }

    @Test(
        "addresses that mean this machine on every one are known in all the ways in which they are written",
        arguments: [
            ("127.0.0.1", true), ("127.255.0.1", true), ("0.0.0.0", true), ("::1", true), ("::", true),
            ("::ffff:127.0.0.1", true), ("::ffff:0.0.0.0", true), ("::127.0.0.1", true), ("10.1.2.3", false),
            ("192.168.1.1", false), ("169.254.1.1", false), ("::ffff:192.168.1.1", false), ("fd00::1", false),
            ("fe80::1", false), ("8.8.8.8", false), ("2a00:1450::1", false),
        ])
    func loopback(_ text: String, isLoopback: Bool) throws {
        #expect(try #require(HTTPAddress.numeric(text)).isLoopback == isLoopback)
    }

    @Test("a connection that a person's request has made is not used for a link")
    func connections() async throws {
        let server = try server("mine")
        let client = client()
        #expect(await code(HTTPRequest(server.address), of: client) == nil)

        #expect(await code(HTTPRequest(server.address, from: "http://example.org/"), of: client) == .privateLink)
        #expect(server.requests.count == 1)
    }

    @Test(
        "nothing behind the host hides it, and what cannot be read is guarded",
        arguments: ["/a.png?x=%FF", "/%00", "/a#%FE", "/a?%zz", "/%"])
    func hidden(_ end: String) async throws {
        let server = try server("secret")

        let code = await code(HTTPRequest(server.address + end, from: "http://example.org/feed"), of: client())

        #expect(code == .privateLink || code == .invalidAddress)
        #expect(server.requests.isEmpty)
        #expect(LinkRules().isGuarded("http://[::1", from: "http://192.168.1.1/feed"))
    }

    @Test("a link that stays at a host of the internet is guarded: the name may mean a machine at home by now")
    func rebinding() {
        let rules = LinkRules()

        #expect(rules.isGuarded("http://evil.example:631/", from: "http://evil.example/feed"))
        #expect(!rules.isGuarded("http://nas.local/cover", from: "http://nas.local/feed"))
        let (home, internet) = (HTTPAddress.numeric("192.168.1.4"), HTTPAddress.numeric("8.8.8.8"))
        #expect(!rules.isGuarded("https://nas.example.org/", from: "http://nas.example.org/", at: home))
        #expect(rules.isGuarded("https://evil.example/", from: "http://evil.example/", at: internet))
    }

    @Test("what others will ask for is looked up before, by its name")
    func lookups() async {
        let client = client()
        let feed = "http://example.org/feed"
        let addresses = ["http://127.0.0.1/a", "http://127.0.0.2:80/a", "http://nas/a", "file:///etc/passwd"]
        #expect(await client.closedHosts(of: addresses, from: feed) == ["127.0.0.2:80", "nas", "etc"])
        #expect(await client.closedHosts(of: addresses, from: "http://127.0.0.2/feed") == ["etc"])
        #expect(await client.closedHosts(of: addresses, from: feed, isFromHome: true).isEmpty)
        let closed = await client.closedHosts(of: addresses, from: feed, isFromHome: true, isElsewhere: true)
        #expect(closed == ["127.0.0.1"])
        let many = (1...300).map { "http://127.0.0.1:\($0)/a" }
        #expect(await client.closedHosts(of: many, from: feed).count == 100)
        #expect(await HostLookup.addresses(of: "localhost").contains { $0.bytes == [127, 0, 0, 1] })
        #expect(await HostLookup.addresses(of: "127.0.0.2").map(\.bytes) == [[127, 0, 0, 2]])
    }

    @Test("links lead anywhere when the person wants that")
    func allowed() async throws {
        let server = try server("mine")

        let request = HTTPRequest(server.address, from: "http://example.org/feed")

        #expect(await code(request, of: client(allowsPrivate: true)) == nil)
    }

    @Test(
        "addresses that are not everybody's are known in all the ways in which they are written",
        arguments: [
            ("127.0.0.1", false), ("127.255.0.1", false), ("10.1.2.3", false), ("172.16.0.1", false),
            ("172.31.255.255", false), ("172.32.0.1", true), ("192.168.1.1", false), ("192.169.0.1", true),
            ("169.254.169.254", false), ("100.64.0.1", false), ("100.128.0.1", true), ("0.0.0.0", false),
            ("224.0.0.1", false), ("255.255.255.255", false), ("192.0.2.1", false), ("198.19.0.1", false),
            ("8.8.8.8", true), ("198.20.0.1", true), ("::1", false), ("::", false), ("fe80::1", false),
            ("fc00::1", false), ("fd12:3456::1", false), ("ff02::1", false), ("::ffff:192.168.1.1", false),
            ("::ffff:8.8.8.8", true), ("64:ff9b::10.0.0.1", false), ("64:ff9b::8.8.8.8", true),
            ("2002:7f00:1::", false), ("2002:808:808::", true), ("2001:db8::1", false), ("2001::1", false),
            ("2606:4700::1", true), ("2a00:1450::1", true),
        ])
    func addresses(_ text: String, isPublic: Bool) throws {
        #expect(try #require(HTTPAddress.numeric(text)).isPublic == isPublic)
    }

    @Test("an address of no length that there is is not everybody's", arguments: [0, 1, 5, 15, 17])
    func lengths(_ count: Int) {
        let address = NetworkAddress(bytes: [UInt8](repeating: 8, count: count))
        #expect(!address.isPublic && address.isLoopback)
    }

    @Test(
        "hosts are found in addresses",
        arguments: [
            ("http://Example.ORG./a", "example.org"), ("http://user:pw@[::1]:80/", "::1"),
            ("https://10.0.0.1:8443", "10.0.0.1"), ("http://a.example/%FF?%00#%fe", "a.example"),
            ("http://u%FF:p%00@A.Example:8/", "a.example"), ("mailto:a@b", nil), ("", nil), ("http://", nil),
            ("https://na%XX~%%%.example/", nil), ("http://na%25s/", nil), ("http://a!b/", nil),
            ("http://my_nas:80/", "my_nas"),
            ("http://[FE80::1%25eth0]:80/", "fe80::1%eth0"), ("http://bücher.example/", "xn--bcher-kva.example"),
        ])
    func hosts(_ address: String, host: String?) {
        #expect(HTTPAddress.host(of: address) == host)
    }

    @Test(
        "names that the internet does not know are at home",
        arguments: [
            ("nas", true), ("nas.local", true), ("nas.lan", true), ("box.home.arpa", true), ("a.localhost", true),
            ("example.org", false), ("local.example.org", false), ("192.168.0.4", true), ("8.8.8.8", false),
            ("::1", true), ("127.1", true), ("0x7f.0.0.1", true), ("2130706433", true), ("1.example.org", false),
            ("169.254.1.1", true), ("fe80::1", true),
        ])
    func homes(_ host: String, isAtHome: Bool) {
        #expect(LinkRules().isAtHome(host) == isAtHome)
    }
}
