// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@testable import WebAccess

@Suite("Pairing a device by a code")
struct PairingOfferTests {
    @Test("A code pairs one device")
    func once() {
        var offer = PairingOffer(hash: "h", now: 100)
        #expect(offer.redeem("h", now: 101) == .paired)
        #expect(offer.redeem("h", now: 101) == .over)
    }

    @Test("It ends after a minute")
    func expires() {
        var offer = PairingOffer(hash: "h", now: 100)
        #expect(offer.isOpen(now: 159))
        #expect(!offer.isOpen(now: 160))
        #expect(offer.redeem("h", now: 160) == .over)
    }

    @Test("Five tries, and the sixth is in vain even with the right code")
    func tries() {
        var offer = PairingOffer(hash: "h", now: 100)
        for _ in 1...5 { #expect(offer.redeem("x", now: 101) == .wrong) }
        #expect(offer.redeem("h", now: 101) == .over)
    }

    @Test("The fifth try may be the right one")
    func fifth() {
        var offer = PairingOffer(hash: "h", now: 100)
        for _ in 1...4 { #expect(offer.redeem("x", now: 101) == .wrong) }
        #expect(offer.redeem("h", now: 101) == .paired)
    }

    @Test("It is kept with the tries that are left, and does not outlive a restart of the machine")
    func kept() throws {
        var offer = PairingOffer(hash: "h", now: 5_000)
        _ = offer.redeem("x", now: 5_001)
        var read = try #require(PairingOffer(text: offer.text))
        #expect(read == offer)
        for _ in 1...4 { #expect(read.redeem("x", now: 5_001) == .wrong) }
        #expect(read.redeem("h", now: 5_001) == .over)
        #expect(try !#require(PairingOffer(text: offer.text)).isOpen(now: 10))
    }

    @Test(
        "What is no offer is not read",
        arguments: [
            "", "{}", "[]", "{\"code\":\"h\",\"end\":9,\"tries\":6}", "{\"code\":\"h\",\"end\":-1,\"tries\":5}",
            "{\"code\":1,\"end\":9,\"tries\":5}", "{\"code\":\"h\",\"end\":9223372036854775807,\"tries\":5}",
        ])
    func broken(text: String) { #expect(PairingOffer(text: text) == nil) }

    @Test("Codes are fifty random bits, and are read however they are typed")
    func codes() throws {
        var random = SplitMix64(seed: 7)
        let code = WebSecret.code(&random)
        let plain = try #require(WebSecret.plainCode(code))
        #expect(plain.count == 10 && code.count == 11)
        #expect(WebSecret.plainCode(code.lowercased()) == plain)
        #expect(WebSecret.plainCode(" " + plain + " ") == plain)
        #expect(WebSecret.plainCode("O1lI0-00000") == "0111000000")
        for wrong in ["", "ABCDE", "ABCDE-FGHJKM", "ABCDE-FGHJU", "ABCDE-FGHJ\u{0}", String(repeating: "-", count: 50)]
        {
            #expect(WebSecret.plainCode(wrong) == nil, "\(wrong)")
        }
        let codes = Set((0..<1_000).map { _ in WebSecret.code(&random) })
        #expect(codes.count == 1_000)
    }
}
