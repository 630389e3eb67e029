// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The hash functions that pairing needs.
package struct PairingHash: Sendable {
    /// SHA-256 (FIPS 180-4) of bytes.
    package var sha256: @Sendable ([UInt8]) -> [UInt8]
    /// HMAC with SHA-256 (RFC 2104) of bytes, with a key.
    package var hmac: @Sendable (_ bytes: [UInt8], _ key: [UInt8]) -> [UInt8]

    package init(
        sha256: @escaping @Sendable ([UInt8]) -> [UInt8],
        hmac: @escaping @Sendable (_ bytes: [UInt8], _ key: [UInt8]) -> [UInt8]
    ) {
        (self.sha256, self.hmac) = (sha256, hmac)
    }
}

/// The reason why two machines were not paired.
package enum PairingFault: Error, Sendable, Equatable {
    /// The other machine uses another version of the messages.
    case version(Int)
    /// A message was not valid, or arrived at the wrong time.
    case unexpected
    /// The number is not the one that was committed to: an attacker between the machines chose it afterwards.
    case brokenCommitment
    /// The other machine is this one.
    case isItself
    /// The user here answered that the digits differ.
    case different
    /// The user there answered that the digits differ, or gave up.
    case refused
}

/// One side of the pairing of two machines, over a link that no one else can read, but whose other end may be anyone.
///
/// Both sides show six digits, which two people, or one at two keyboards, compare. The digits depend on both
/// certificates, on a secret of the link, and on a random number from each side. The initiator commits to its number
/// before it sees the other one, and reveals it afterwards. An attacker between the machines has two links with
/// different digits, and must fix its numbers before it can know the digits. It has one chance in a million, and a
/// failed attempt is noticed. Without the commitment it could try numbers until the digits match, which takes a second.
///
/// It has no clock: the caller must give up in time.
package struct Pairing: Sendable {
    package enum Role: Sendable, Equatable {
        /// The machine that called.
        case initiator
        /// The machine that waited.
        case responder
    }

    package enum Action: Sendable, Equatable {
        case send(PairingMessage)
        /// Show the digits, and ask whether the other machine shows the same.
        case compare(digits: String, with: MachineCard)
        /// Both users confirmed the digits: keep the other end's certificate.
        case pair(MachineCard)
        case fail(PairingFault)
    }

    private enum State: Sendable, Equatable {
        case hello
        case commitment
        case nonce(MachineCard)
        case reveal([UInt8], MachineCard)
        /// Both users compare the digits.
        case comparing(MachineCard, here: Bool, there: Bool)
        case over
    }

    private let role: Role
    private let card: MachineCard
    private let own: MachineIdentifier
    private let peer: MachineIdentifier
    private let secret: [UInt8]
    private let number: [UInt8]
    private let hash: PairingHash
    private let digitCount: Int
    private let checksCommitment: Bool
    private var state: State

    /// - Parameters:
    ///   - card: The name, port and version with which this machine introduces itself.
    ///   - own: Its certificate.
    ///   - peer: The certificate at the other end of the link.
    ///   - secret: A secret that only the two ends of the link know (RFC 9266).
    ///   - number: 32 random bytes, never used before.
    package init(
        _ role: Role, card: MachineCard, own: MachineIdentifier, peer: MachineIdentifier, secret: [UInt8],
        number: [UInt8], hash: PairingHash
    ) {
        self.init(
            role, card: card, own: own, peer: peer, secret: secret, number: number, hash: hash, digitCount: 6,
            checksCommitment: true)
    }

    /// Creates a side with another number of digits, or one that does not check the commitment, for tests that show the
    /// purpose of the commitment.
    init(
        _ role: Role, card: MachineCard, own: MachineIdentifier, peer: MachineIdentifier, secret: [UInt8],
        number: [UInt8], hash: PairingHash, digitCount: Int, checksCommitment: Bool
    ) {
        (self.role, self.card, self.own, self.peer) = (role, card, own, peer)
        (self.secret, self.number, self.hash) = (secret, number, hash)
        (self.digitCount, self.checksCommitment) = (digitCount, checksCommitment)
        state = role == .initiator ? .hello : .commitment
    }

    package var isOver: Bool { state == .over }

    /// Begins the pairing; called once.
    package mutating func begin() -> [Action] {
        guard own != peer else { return fail(.isItself) }
        return role == .responder ? [.send(.hello(card))] : []
    }

    /// Processes a message from the other side.
    package mutating func receive(_ text: String) -> [Action] {
        guard state != .over else { return [] }
        switch (state, PairingMessage(text: text)) {
        case (.hello, .hello(let other)):
            guard other.version == PairingMessage.version else { return fail(.version(other.version)) }
            state = .nonce(other)
            return [.send(.commitment(hash.sha256(number), card))]
        case (.commitment, .commitment(let commitment, let other)):
            state = .reveal(commitment, other)
            return [.send(.nonce(number))]
        case (.nonce(let other), .nonce(let theirs)):
            return [.send(.reveal(number))] + compare(other, initiator: number, responder: theirs)
        case (.reveal(let commitment, let other), .reveal(let theirs)):
            guard !checksCommitment || hash.sha256(theirs) == commitment else { return fail(.brokenCommitment) }
            return compare(other, initiator: theirs, responder: number)
        case (.comparing(let other, let here, _), .same(true)):
            state = .comparing(other, here: here, there: true)
            return settled()
        case (_, .same(false)): return fail(.refused)
        default: return fail(.unexpected)
        }
    }

    /// Takes the answer of the user here.
    package mutating func decide(isSame: Bool) -> [Action] {
        guard case .comparing(let other, false, let there) = state else { return [] }
        guard isSame else { return [.send(.same(false))] + fail(.different) }
        state = .comparing(other, here: true, there: there)
        return [.send(.same(true))] + settled()
    }

    private mutating func settled() -> [Action] {
        guard case .comparing(let other, true, true) = state else { return [] }
        state = .over
        return [.pair(other)]
    }

    private mutating func fail(_ fault: PairingFault) -> [Action] {
        state = .over
        return [.fail(fault)]
    }

    private mutating func compare(_ other: MachineCard, initiator: [UInt8], responder: [UInt8]) -> [Action] {
        state = .comparing(other, here: false, there: false)
        let (caller, waiter) = role == .initiator ? (own, peer) : (peer, own)
        let digits = Self.digits(
            secret: secret, caller: caller, waiter: waiter, numbers: (initiator, responder), count: digitCount,
            hash: hash)
        return [.compare(digits: digits, with: other)]
    }

    /// Returns the digits that both sides show.
    static func digits(
        secret: [UInt8], caller: MachineIdentifier, waiter: MachineIdentifier,
        numbers: (caller: [UInt8], waiter: [UInt8]), count: Int = 6, hash: PairingHash
    ) -> String {
        // Every part has a fixed length, so different parts never give the same bytes.
        let parts = Array("oncue pair 1".utf8) + caller.bytes + waiter.bytes + numbers.caller + numbers.waiter
        let value = hash.hmac(parts, secret).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let scale = (0..<count).reduce(UInt64(1)) { scale, _ in scale * 10 }
        let text = String(value % scale)
        return String(repeating: "0", count: count - text.count) + text
    }
}
