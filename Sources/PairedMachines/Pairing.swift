// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The hashes that pairing needs.
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

/// Why two machines were not paired.
package enum PairingFault: Error, Sendable, Equatable {
    /// The other machine has another version of the messages.
    case version(Int)
    /// A message came that is none, or not at its time.
    case unexpected
    /// The number is not the one that was committed to: somebody between the machines chose it afterwards.
    case brokenCommitment
    /// The other machine is this one.
    case isItself
    /// The digits are not the same, as the person here says.
    case different
    /// The person there says so, or gave it up.
    case refused
}

/// One side of the pairing of two machines, over a link that nobody else can read, but whose other end may be anybody.
///
/// Six digits are shown on both sides, which two people, or one at two keyboards, compare. They depend on both
/// certificates, on a secret of the link, and on a random number of each side. The initiator commits to its number before it
/// sees the other one, and reveals it afterwards: whoever is between the machines has two links, with digits of their own,
/// and must fix its numbers before it can know the digits. It has one try in a million, and a failed one is seen. Without
/// the commitment it would try numbers until the digits are the same, which takes a second.
///
/// Holds no clock: whoever drives it gives up in time.
package struct Pairing: Sendable {
    package enum Role: Sendable, Equatable {
        /// Has called.
        case initiator
        /// Has waited.
        case responder
    }

    package enum Action: Sendable, Equatable {
        case send(PairingMessage)
        /// Show the digits, and ask whether they are the same there.
        case compare(digits: String, with: MachineCard)
        /// Both said yes: the certificate of the other end is to be kept.
        case pair(MachineCard)
        case fail(PairingFault)
    }

    private enum State: Sendable, Equatable {
        case hello
        case commitment
        case nonce(MachineCard)
        case reveal([UInt8], MachineCard)
        /// Both compare.
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
    ///   - card: How this machine introduces itself.
    ///   - own: Its certificate.
    ///   - peer: The certificate at the other end of the link.
    ///   - secret: What only the two ends of the link know (RFC 9266).
    ///   - number: 32 random bytes, never used before.
    package init(
        _ role: Role, card: MachineCard, own: MachineIdentifier, peer: MachineIdentifier, secret: [UInt8],
        number: [UInt8], hash: PairingHash
    ) {
        self.init(
            role, card: card, own: own, peer: peer, secret: secret, number: number, hash: hash, digitCount: 6,
            checksCommitment: true)
    }

    /// For tests, which show what the commitment is for.
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

    /// Begins; to be called once.
    package mutating func begin() -> [Action] {
        guard own != peer else { return fail(.isItself) }
        return role == .responder ? [.send(.hello(card))] : []
    }

    /// Takes a message of the other side.
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

    /// Takes the answer of the person here.
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

    /// The digits that both sides see.
    static func digits(
        secret: [UInt8], caller: MachineIdentifier, waiter: MachineIdentifier,
        numbers: (caller: [UInt8], waiter: [UInt8]), count: Int = 6, hash: PairingHash
    ) -> String {
        // Every part has its fixed length, so no two of them can be taken for others.
        let parts = Array("oncue pair 1".utf8) + caller.bytes + waiter.bytes + numbers.caller + numbers.waiter
        let value = hash.hmac(parts, secret).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let scale = (0..<count).reduce(UInt64(1)) { scale, _ in scale * 10 }
        let text = String(value % scale)
        return String(repeating: "0", count: count - text.count) + text
    }
}
