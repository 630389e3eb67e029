// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@testable import WebAccess

@Suite("Devices and their cookies")
struct DeviceTests {
    private static func token(_ seed: UInt64) -> String {
        var random = SplitMix64(seed: seed)
        return WebSecret.token(&random)
    }

    @Test("A token is 256 bits, and its cookie is the page's alone")
    func cookie() {
        let token = Self.token(1)
        #expect(token.count == 64 && Self.token(2) != token)
        #expect(
            DeviceCookie.field(token, isEncrypted: true)
                == "__Host-oncue=\(token); Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict; Secure")
        #expect(
            DeviceCookie.field(token, isEncrypted: false)
                == "oncue=\(token); Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict")
    }

    @Test("The token is found among other cookies, and one of another page is not taken")
    func reading() {
        let token = Self.token(1)
        func read(_ field: String?, isEncrypted: Bool = false) -> String? {
            DeviceCookie.token(in: field, isEncrypted: isEncrypted)
        }
        #expect(read("a=b; oncue=\(token); c=d") == token)
        #expect(read("__Host-oncue=\(token)", isEncrypted: true) == token)
        // One that came without TLS is worth nothing with it.
        #expect(read("oncue=\(token)", isEncrypted: true) == nil)
        #expect(read("oncue=\(token); oncue=\(Self.token(2))") == nil)
        for field in [
            nil, "", "oncue", "oncue=", "oncue=\(token)0", "oncue=\(token.dropLast())", "xoncue=\(token)",
            "ONCUE=\(token)", "oncue=\(token.uppercased())g", "oncue=" + String(repeating: "z", count: 64),
            String(repeating: "a=b;", count: 4_000) + "oncue=\(token)",
        ] {
            #expect(read(field) == nil, "\(field?.prefix(80) ?? "none")")
        }
    }

    @Test("Devices are known by the hashes of their tokens, and forgotten by their names")
    func book() throws {
        var book = WebBook()
        book.settings.port = 7_000
        book.settings.isOnNetwork = true
        book.settings.hosts = ["music.example.org"]
        book.settings.address = "192.168.1.20"
        #expect(book.add("Anna's phone", hash: "h1", now: 100)?.name == "Anna's phone")
        #expect(book.add("anna's  phone", hash: "h2", now: 100)?.name == "anna's phone 2")
        #expect(book.add("\u{1B}[31m\u{202E}x\n", hash: "h3", now: 100)?.name.contains("\u{1B}") == false)
        #expect(book.device(hash: "h2")?.name == "anna's phone 2" && book.device(hash: "h") == nil)
        #expect(try #require(WebBook(text: book.text)) == book)
        #expect(book.forget("ANNA'S PHONE")?.hash == "h1")
        #expect(book.forget("nobody") == nil)
        book.forget(hash: "h2")
        #expect(book.devices.map(\.hash) == ["h3"])
    }

    @Test("There are at most 64 devices")
    func limit() {
        var book = WebBook()
        for number in 0..<WebBook.limit { #expect(book.add("x", hash: "\(number)", now: 1) != nil) }
        #expect(book.add("x", hash: "more", now: 1) == nil)
    }

    @Test("That a device was seen is noted once an hour")
    func seen() {
        var book = WebBook()
        book.add("x", hash: "h", now: 1_000)
        #expect(book.see(hash: "h", now: 4_599) == false)
        #expect(book.see(hash: "h", now: 4_600) == true)
        #expect(book.devices[0].seen == 4_600)
        #expect(book.see(hash: "other", now: 9_000) == false)
    }

    @Test(
        "A file that is something else is not taken for a list without devices",
        arguments: [
            "", "{}", "{\"version\":2,\"port\":1,\"devices\":[]}", "{\"version\":1,\"devices\":[]}",
            "{\"version\":1,\"port\":0,\"devices\":[]}", "{\"version\":1,\"port\":1,\"devices\":[{\"name\":\"x\"}]}",
        ])
    func broken(text: String) { #expect(WebBook(text: text) == nil) }

    @Test("A device has thirty commands a second, and another one has its own")
    func rates() {
        var rates = CommandRates()
        let allowed = (0..<40).count { _ in rates.allowsCommand("h", at: .seconds(5)) }
        #expect(allowed == 30)
        #expect(rates.allowsCommand("other", at: .seconds(5)) == true)
        #expect(rates.allowsCommand("h", at: .seconds(5)) == false)
        #expect((0..<40).count { _ in rates.allowsCommand("h", at: .seconds(6)) } == 30)
    }

    @Test("A device may ask what plays at other machines some times, and then once in ten seconds")
    func questions() {
        var rates = CommandRates()
        #expect((0..<40).count { _ in rates.allowsQuestion("h", at: .seconds(5)) } == WebLimits.questions)
        #expect(rates.allowsQuestion("other", at: .seconds(5)) == true)
        #expect(rates.allowsQuestion("h", at: .seconds(14)) == false)
        #expect((0..<9).count { _ in rates.allowsQuestion("h", at: .seconds(16)) } == 1)
    }

    @Test("No made-up code pairs a device, and no made-up token is that of one")
    func madeUp() {
        var random = SplitMix64(seed: 5)
        var book = WebBook()
        #expect(book.add("phone", hash: WebSecret.token(&random), now: 100) != nil)
        let offer = PairingOffer(hash: WebSecret.token(&random), now: 100)
        for _ in 0..<2_000 {
            let hash = WebSecret.token(&random)
            var tried = offer
            #expect(book.device(hash: hash) == nil && tried.redeem(hash, now: 100) == .wrong, "\(hash)")
        }
    }
}
