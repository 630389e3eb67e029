// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing
import WebPush

@Suite("Push messages are decrypted as RFC 8291 says")
struct PushKeysTests {
    /// The example of section 5 of RFC 8291.
    private static let secret = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
    private static let publicKey =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    private static let authentication = "BTBZMqHH6r4Tts7J_aSIgg"
    private static let message =
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        + "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"

    private let keys: PushKeys
    private let message: [UInt8]

    init() throws {
        let (secret, authentication) = (Base64URL.bytes(Self.secret) ?? [], Base64URL.bytes(Self.authentication) ?? [])
        keys = try #require(PushKeys(secret: secret, authentication: authentication))
        message = try #require(Base64URL.bytes(Self.message))
    }

    @Test("The example of the RFC")
    func example() {
        #expect(Base64URL.text(keys.publicKey) == Self.publicKey)
        #expect(keys.open(message) == Array("When I grow up, I want to be a watermelon".utf8))
    }

    @Test("A message with any bit changed, cut off anywhere, or for somebody else is not opened")
    func changed() throws {
        for index in message.indices {
            var changed = message
            // The size of a record says only how long it may be, so that one of its bits may be another.
            changed[index] ^= index == 19 ? 0x80 : 1
            if (16..<20).contains(index), keys.open(changed) != nil { continue }
            #expect(keys.open(changed) == nil, "byte \(index)")
            #expect(keys.open(Array(message[..<index])) == nil, "\(index) bytes")
        }
        #expect(keys.open(message + [0]) == nil)
        #expect(keys.open(message + Array(repeating: 0, count: 5000)) == nil)
        #expect(keys.open([]) == nil)
        let other = try #require(PushKeys(secret: keys.secret, authentication: Array(repeating: 7, count: 16)))
        #expect(other.open(message) == nil)
        var random = SplitMix64(seed: 3)
        #expect(PushKeys(using: &random).open(message) == nil)
    }

    @Test("Points beside the curve, and random bytes, are refused")
    func hostile() {
        var random = SplitMix64(seed: 5)
        for point in [[4] + Array(repeating: 0, count: 64), [4] + Array(repeating: 255, count: 64)] as [[UInt8]] {
            #expect(keys.open(Array(message[..<21]) + point + Array(message[86...])) == nil)
        }
        for _ in 0..<300 {
            let count = Int.random(in: 0...4200, using: &random)
            var bytes = (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
            if bytes.count > 20 { bytes[20] = 65 }
            #expect(keys.open(bytes) == nil)
        }
    }

    @Test("Keys are numbers of the curve, and new ones are each their own")
    func newKeys() {
        let auth = [UInt8](repeating: 1, count: 16)
        for secret in [[], Array(repeating: 0, count: 32), Array(repeating: 255, count: 32)] as [[UInt8]] {
            #expect(PushKeys(secret: secret, authentication: auth) == nil)
        }
        #expect(PushKeys(secret: keys.secret, authentication: []) == nil)
        var random = SplitMix64(seed: 1)
        let (one, other) = (PushKeys(using: &random), PushKeys(using: &random))
        #expect(one != other && one.publicKey.count == 65 && one.publicKey[0] == 4)
        #expect(PushKeys(secret: one.secret, authentication: one.authentication) == one)
    }

    @Test("Letters of addresses come back as the bytes that they were")
    func letters() {
        var random = SplitMix64(seed: 2)
        for count in 0..<70 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
            #expect(Base64URL.bytes(Base64URL.text(bytes)) == bytes)
        }
        for text in ["A", "AB", "AQ=", "A+B/", "é", "AAAAA"] { #expect(Base64URL.bytes(text) == nil, "\(text)") }
        #expect(Base64URL.bytes("AQ") == [1])
    }
}
