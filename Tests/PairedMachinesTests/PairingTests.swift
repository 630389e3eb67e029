// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GLib
import OnCueCore
import OnCueTestSupport
import Testing

@testable import PairedMachines

@Suite("Pairing two machines")
struct PairingTests {
    private static let hash = PairingHash(
        sha256: { Hexadecimal.bytes(Checksum.sha256($0)) ?? [] },
        hmac: { Hexadecimal.bytes(Checksum.hmacSHA256($0, key: $1)) ?? [] })
    private static let (desk, kitchen, mallory) = (id("1"), id("2"), id("3"))

    private static func id(_ digit: Character) -> MachineIdentifier {
        guard let identifier = MachineIdentifier(String(repeating: digit, count: 64)) else {
            preconditionFailure("64 digits are an identifier")
        }
        return identifier
    }

    private static func number(_ random: inout SplitMix64) -> [UInt8] {
        (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private static func side(
        _ role: Pairing.Role, _ own: MachineIdentifier, _ peer: MachineIdentifier, _ secret: [UInt8],
        _ random: inout SplitMix64, digits: Int = 6, checks: Bool = true
    ) -> Pairing {
        Pairing(
            role, card: MachineCard(name: role == .initiator ? "desk" : "kitchen", port: 7), own: own, peer: peer,
            secret: secret, number: number(&random), hash: hash, digitCount: digits, checksCommitment: checks)
    }

    /// What a side says and shows.
    private static func texts(_ actions: [Pairing.Action]) -> [String] {
        actions.compactMap { if case .send(let message) = $0 { message.text } else { nil } }
    }

    private static func digits(_ actions: [Pairing.Action]) -> String? {
        actions.compactMap { if case .compare(let digits, _) = $0 { digits } else { nil } }.first
    }

    /// Two sides to where they compare.
    private static func compared(
        _ caller: inout Pairing, _ waiter: inout Pairing
    ) -> (caller: String?, waiter: String?) {
        _ = caller.begin()
        let commitment = caller.receive(texts(waiter.begin())[0])
        let nonce = waiter.receive(texts(commitment)[0])
        let reveal = caller.receive(texts(nonce)[0])
        let shown = waiter.receive(texts(reveal)[0])
        return (digits(reveal), digits(shown))
    }

    @Test("Both see the same six digits, and are paired when both have said yes")
    func pair() {
        var random = SplitMix64(seed: 1)
        var caller = Self.side(.initiator, Self.desk, Self.kitchen, [9], &random)
        var waiter = Self.side(.responder, Self.kitchen, Self.desk, [9], &random)
        let shown = Self.compared(&caller, &waiter)
        #expect(shown.caller == shown.waiter && shown.caller?.count == 6)

        let yes = caller.decide(isSame: true)
        #expect(yes == [.send(.same(true))])
        let nothing = waiter.receive(Self.texts(yes)[0])
        #expect(nothing == [], "the person there has not answered yet")
        let answer = waiter.decide(isSame: true)
        #expect(answer == [.send(.same(true)), .pair(MachineCard(name: "desk", port: 7))])
        let paired = caller.receive(Self.texts(answer)[0])
        #expect(paired == [.pair(MachineCard(name: "kitchen", port: 7))])
        #expect(caller.isOver && waiter.isOver)
    }

    @Test("A no on either side is a no on both")
    func no() {
        var random = SplitMix64(seed: 2)
        var caller = Self.side(.initiator, Self.desk, Self.kitchen, [9], &random)
        var waiter = Self.side(.responder, Self.kitchen, Self.desk, [9], &random)
        _ = Self.compared(&caller, &waiter)
        _ = caller.decide(isSame: true)
        let no = waiter.decide(isSame: false)
        #expect(no == [.send(.same(false)), .fail(.different)])
        let refused = caller.receive(Self.texts(no)[0])
        let late = caller.decide(isSame: true)
        #expect(refused == [.fail(.refused)] && late == [])
    }

    @Test("Digits are different for another link, another certificate, and another number")
    func depends() {
        let (numbers, other) = (([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32)), Self.mallory)
        func digits(_ secret: [UInt8], _ caller: MachineIdentifier, _ waiter: MachineIdentifier) -> String {
            Pairing.digits(secret: secret, caller: caller, waiter: waiter, numbers: numbers, hash: Self.hash)
        }
        let all = [
            digits([1], Self.desk, Self.kitchen), digits([2], Self.desk, Self.kitchen),
            digits([1], other, Self.kitchen), digits([1], Self.desk, other), digits([1], Self.kitchen, Self.desk),
            Pairing.digits(
                secret: [1], caller: Self.desk, waiter: Self.kitchen, numbers: (numbers.1, numbers.0), hash: Self.hash),
        ]
        #expect(Set(all).count == all.count)
        #expect(all.allSatisfy { $0.count == 6 && $0.allSatisfy(\.isNumber) })
    }

    // MARK: Somebody between them

    /// Somebody between two machines, with a link to each and a certificate of its own. Towards the one that waits it
    /// commits to one number, and reveals another one by which the digits there are those that the caller sees.
    ///
    /// - Returns: Whether both see the same digits, and what became of the one that waits.
    private static func attack(
        checks: Bool, digits count: Int, seed: UInt64
    ) -> (isFooled: Bool, waiter: [Pairing.Action]) {
        var random = SplitMix64(seed: seed)
        var caller = side(.initiator, desk, mallory, [1], &random, digits: count, checks: checks)
        var waiter = side(.responder, kitchen, mallory, [2], &random, digits: count, checks: checks)
        // The link to the caller: its digits are known as soon as it has revealed its number.
        _ = caller.begin()
        _ = caller.receive(PairingMessage.hello(MachineCard(name: "kitchen", port: 7)).text)
        let shown = self.digits(caller.receive(PairingMessage.nonce(number(&random)).text))
        // The link to the one that waits.
        _ = waiter.begin()
        let commitment = PairingMessage.commitment(hash.sha256(number(&random)), MachineCard(name: "desk", port: 7))
        guard case .send(.nonce(let theirs))? = waiter.receive(commitment.text).first else { return (false, []) }
        var tries = 0
        var late = number(&random)
        while tries < 40_000,
            Pairing.digits(
                secret: [2], caller: mallory, waiter: kitchen, numbers: (late, theirs), count: count, hash: hash)
                != shown
        {
            tries += 1
            withUnsafeBytes(of: tries) { late.replaceSubrange(0..<8, with: $0) }
        }
        let actions = waiter.receive(PairingMessage.reveal(late).text)
        return (self.digits(actions) == shown && shown != nil, actions)
    }

    @Test("Somebody between them who chooses a number late is found by the commitment, and by nothing else")
    func lateNumber() {
        // Fewer digits than a person sees, so that all numbers can be tried here.
        let with = Self.attack(checks: true, digits: 3, seed: 4)
        #expect(with.waiter == [.fail(.brokenCommitment)] && !with.isFooled)
        let without = Self.attack(checks: false, digits: 3, seed: 4)
        #expect(without.isFooled, "without the check of the commitment the attack works: this test can see the hole")
    }

    @Test("Somebody between them who keeps to the rules sees other digits on one side than on the other")
    func honestMiddle() {
        var same = 0
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var caller = Self.side(.initiator, Self.desk, Self.mallory, [1], &random)
            var waiter = Self.side(.responder, Self.kitchen, Self.mallory, [2], &random)
            var (there, here) = (
                Self.side(.responder, Self.mallory, Self.desk, [1], &random),
                Self.side(.initiator, Self.mallory, Self.kitchen, [2], &random)
            )
            let first = Self.compared(&caller, &there)
            let second = Self.compared(&here, &waiter)
            if first.caller == second.waiter { same += 1 }
        }
        #expect(same == 0)
    }

    @Test("The caller shows no number before the other one is fixed")
    func order() {
        var random = SplitMix64(seed: 5)
        var caller = Self.side(.initiator, Self.desk, Self.kitchen, [9], &random)
        let beginning = caller.begin()
        #expect(beginning == [], "it says nothing before the one that waits has")
        let first = caller.receive(PairingMessage.hello(MachineCard(name: "kitchen", port: 7)).text)
        guard case .send(.commitment)? = first.first, first.count == 1 else {
            Issue.record("\(first)")
            return
        }
    }

    @Test("Messages of an earlier pairing are worth nothing in another one")
    func replay() {
        var random = SplitMix64(seed: 6)
        var caller = Self.side(.initiator, Self.desk, Self.kitchen, [9], &random)
        var waiter = Self.side(.responder, Self.kitchen, Self.desk, [9], &random)
        _ = caller.begin()
        let commitment = caller.receive(Self.texts(waiter.begin())[0])
        let reveal = caller.receive(Self.texts(waiter.receive(Self.texts(commitment)[0]))[0])
        let former = Self.digits(waiter.receive(Self.texts(reveal)[0]))
        // The same words, over another link, to the same machine.
        var again = Self.side(.responder, Self.kitchen, Self.mallory, [10], &random)
        _ = again.begin()
        _ = again.receive(Self.texts(commitment)[0])
        let shown = Self.digits(again.receive(Self.texts(reveal)[0]))
        #expect(shown != nil && shown != former)
    }

    @Test("A machine is not paired with itself, whose messages somebody sends back")
    func itself() {
        var random = SplitMix64(seed: 7)
        var caller = Self.side(.initiator, Self.desk, Self.desk, [9], &random)
        let beginning = caller.begin()
        #expect(beginning == [.fail(.isItself)])
    }

    @Test(
        "Anything else than the next message ends it, and nothing is shown",
        arguments: [
            "", "{}", "[]", "{\"same\":true}", "{\"nonce\":\"00\"}", "{\"do\":\"queue\"}", "{\"commitment\":5}",
            "{\"oncue\":\"pair\",\"version\":9,\"name\":\"x\",\"port\":1}", "{\"reveal\":\"\"}",
            "{\"oncue\":\"pair\",\"version\":1,\"name\":\"x\",\"port\":70000}",
        ])
    func unexpected(text: String) {
        var random = SplitMix64(seed: 8)
        for role in [Pairing.Role.initiator, .responder] {
            var side = Self.side(role, Self.desk, Self.kitchen, [9], &random)
            _ = side.begin()
            let actions = side.receive(text)
            #expect(actions.count == 1)
            guard case .fail? = actions.first else {
                Issue.record("\(actions)")
                continue
            }
            let more = side.receive("{\"same\":true}")
            #expect(side.isOver && more == [])
        }
    }

    @Test("Nothing that is said in any order pairs a machine without a yes here")
    func anyOrder() {
        var random = SplitMix64(seed: 9)
        let messages = [
            PairingMessage.hello(MachineCard(name: "x", port: 1)), .nonce(Self.number(&random)), .same(true),
            .same(true),
            .commitment(Self.number(&random), MachineCard(name: "x", port: 1)), .reveal(Self.number(&random)),
        ]
        for _ in 0..<500 {
            var side = Self.side(
                Bool.random(using: &random) ? .initiator : .responder, Self.desk, Self.kitchen, [9], &random,
                checks: false)
            var actions = side.begin()
            for message in messages.shuffled(using: &random) { actions += side.receive(message.text) }
            #expect(!actions.contains { if case .pair = $0 { true } else { false } })
        }
    }

    @Test("Messages are read as they were written")
    func messages() {
        let card = MachineCard(name: "kitchen", port: 46_628)
        let bytes = (0..<32).map { UInt8($0) }
        for message in [
            PairingMessage.hello(card), .commitment(bytes, card), .nonce(bytes), .reveal(bytes), .same(true),
            .same(false),
        ] {
            #expect(PairingMessage(text: message.text) == message)
            #expect(message.text.utf8.count < 512)
        }
        let long = PairingMessage.hello(MachineCard(name: String(repeating: "x", count: 5_000), port: 1)).text
        #expect(PairingMessage(text: long) == nil)
    }
}
