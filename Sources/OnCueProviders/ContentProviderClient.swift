// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSuggestions

/// Calls one provider, with a deadline and few calls at a time, and not at all while the provider is known not to
/// answer.
@MediaActor
final class ContentProviderClient {
    /// Some of the children of a container, as the provider returned them.
    struct Page: Sendable {
        var revision: UInt64
        var total: Int
        /// The rows in the order of the answer; `nil` for a row that cannot be used.
        var rows: [ProviderRow?]
    }

    let identity: ProviderIdentity
    let objectPath: String
    var deadline: Duration
    private(set) var health: ProviderHealth
    /// The hosts of the provider's pictures.
    private(set) var pictureHosts = PictureHosts()
    /// Called when the provider begins or stops to answer.
    var onHealth: (@MediaActor () -> Void)?

    /// A provider in this process, which is called instead of a program; `nil` for a program.
    let inner: (any InnerProvider)?
    /// The name of the provider in errors.
    private let shownName: String
    private let bus: MessageBus
    private let gate = CallGate(capacity: ProviderLimits.callsInFlight, longestLine: ProviderLimits.callsWaiting)
    private let clock = ContinuousClock()

    init(
        bus: MessageBus, identity: ProviderIdentity, objectPath: String, deadline: Duration, firstPause: Duration,
        inner: (any InnerProvider)? = nil, shownName: String? = nil
    ) {
        (self.inner, self.shownName) = (inner, shownName ?? identity.busName)
        health = ProviderHealth(firstPause: firstPause)
        self.bus = bus
        self.identity = identity
        self.objectPath = objectPath
        self.deadline = deadline
    }

    // MARK: Methods

    func item(_ own: String) async throws(ContentError) -> ProviderRow {
        let reply = try await call("GetItem", [.string(own)])
        guard let value = reply.first, let row = ProviderRow(value, of: identity), row.own == own else {
            throw useless("GetItem")
        }
        note(pictureOf: row)
        return row
    }

    func children(of own: String, offset: Int, limit: Int) async throws(ContentError) -> Page {
        let reply = try await call(
            "GetChildren", [.string(own), .uint32(UInt32(clamping: offset)), .uint32(UInt32(clamping: limit))])
        guard reply.count == 3, case .uint64(let revision) = reply[0], case .uint32(let total) = reply[1],
            let values = rows(reply[2])
        else { throw useless("GetChildren") }
        return Page(
            revision: revision, total: min(Int(total), ProviderLimits.children),
            rows: checked(values.prefix(limit), "GetChildren"))
    }

    func search(_ words: String, limit: Int) async throws(ContentError) -> [ProviderRow] {
        let reply = try await call("Search", [.string(words), .uint32(UInt32(clamping: limit))])
        guard reply.count == 1, let values = rows(reply[0]) else { throw useless("Search") }
        return checked(values.prefix(limit), "Search").compactMap { $0 }
    }

    /// Returns the provider's candidates for suggestions, each with its ground; rows without a valid one are left out.
    func nominations() async throws(ContentError) -> [(row: ProviderRow, ground: Nomination.Ground)] {
        let limit = ProviderLimits.nominations
        // A program that has gone meanwhile sends its nominations when it comes back.
        let reply = try await call("GetNominations", [.uint32(UInt32(limit))], startsService: false)
        guard reply.count == 1, let values = rows(reply[0])?.prefix(limit) else { throw useless("GetNominations") }
        return zip(checked(values, "GetNominations"), values).compactMap { row, value in
            let ground = value.dictionaryValue?["ground"]?.stringValue
            return row.flatMap { row in Nomination.Ground(provided: ground ?? "").map { (row, $0) } }
        }
    }

    /// Returns the address of an item, and the number of seconds for which it is valid (0 for no limit).
    func resolve(_ own: String) async throws(ContentError) -> (location: MediaLocation, expires: Int) {
        let reply = try await call("Resolve", [.string(own)])
        guard reply.count == 2, let text = reply[0].stringValue, text.utf8.count <= ProviderLimits.artworkBytes,
            let location = MediaLocation(uri: text), case .int64(let expires) = reply[1]
        else { throw useless("Resolve") }
        return (location, max(0, Int(expires)))
    }

    func setFavourite(_ own: String, _ isFavourite: Bool) async throws(ContentError) {
        _ = try await call("SetFavourite", [.string(own), .bool(isFavourite)])
    }

    /// - Parameter stars: The rating; `nil` to remove it.
    func setStars(_ own: String, _ stars: Stars?) async throws(ContentError) {
        _ = try await call("SetStars", [.string(own), .double(stars?.number ?? -1)])
    }

    /// Returns the picture with a name; `nil` if it is empty or too large.
    func picture(_ name: String) async throws(ContentError) -> [UInt8]? {
        let reply = try await call("GetArtwork", [.string(name)], largestReply: ProviderLimits.pictureBytes + 1024)
        guard reply.count == 1, let bytes = reply[0].bytesValue else { throw useless("GetArtwork") }
        return bytes.isEmpty || bytes.count > ProviderLimits.pictureBytes ? nil : bytes
    }

    /// Returns the properties of the provider, as far as it has them, such as its name and icon. A program that does
    /// not run is not started.
    func properties() async throws(ContentError) -> [String: BusValue] {
        let reply = try await call(
            "GetAll", [.string(ServiceNames.contentProvider)], interface: "org.freedesktop.DBus.Properties",
            startsService: false)
        return reply.first?.dictionaryValue ?? [:]
    }

    /// Notes that the provider was restarted.
    func revive() { note { $0.revive() } }

    /// Notes that the pause after a failure is over, and that the bus can start the provider.
    func rested() { note { $0.rested() } }

    /// Notes that the provider's name no longer has an owner.
    ///
    /// - Parameter isStartable: Whether the bus starts the provider for a call.
    func left(isStartable: Bool) {
        note { $0.left(isStartable: isStartable) }
        gate.sendAway()
    }

    func noteThrottling(_ isThrottled: Bool) {
        guard health.isThrottled != isThrottled else { return }
        health.isThrottled = isThrottled
        if isThrottled { health.complain("it sends too many change notices") }
        onHealth?()
    }

    /// Notes an answer that cannot be correct.
    func complain(_ message: String) {
        health.complain(message)
    }

    // MARK: Calls

    private func call(
        _ member: String, _ arguments: [BusValue], interface: String = ServiceNames.contentProvider,
        startsService: Bool = true, largestReply: Int = ProviderLimits.answerBytes
    ) async throws(ContentError) -> [BusValue] {
        guard health.mayCall(at: clock.now), await gate.enter() else { throw unavailable }
        defer { gate.leave() }
        guard health.mayCall(at: clock.now) else { throw unavailable }
        let begin = clock.now
        do throws(BusError) {
            let reply =
                if let inner { try await inner.answer(member, arguments) } else {
                    try await bus.call(
                        member, of: interface, at: objectPath, on: identity.busName, arguments, timeout: deadline,
                        startsService: startsService, largestReply: largestReply)
                }
            note { $0.answered(in: clock.now - begin) }
            return reply
        } catch {
            throw failed(member, error, since: begin)
        }
    }

    private func failed(_ member: String, _ error: BusError, since begin: ContinuousClock.Instant) -> ContentError {
        let now = clock.now
        let message = error.message.cut(to: ProviderLimits.messageBytes)
        if error.name.hasSuffix(".NotFound") || error.name.hasSuffix(".FileNotFound") {
            note { $0.answered(in: now - begin) }
            return ContentError(.notFound, message.isEmpty ? "it no longer exists" : message)
        }
        guard Self.isSilence(error) else {
            note { $0.answered(in: now - begin) }
            complain("\(member): \(message)")
            return ContentError(
                .unavailable, inner == nil ? "\(identity.busName) cannot answer: \(message)" : message)
        }
        let reason =
            switch error.name {
            case BusError.noReply: "it quit without an answer"
            case BusError.timedOut: "no answer within \(deadline)"
            default: message
            }
        note { $0.failed(reason, from: begin, to: now) }
        gate.sendAway()
        return unavailable
    }

    private var unavailable: ContentError {
        ContentError(
            .unavailable,
            "\(shownName) is not available: \(health.lastError ?? "too many calls are waiting for it")")
    }

    /// Returns whether there was no answer at all, rather than an error from the provider.
    private static func isSilence(_ error: BusError) -> Bool {
        switch error.name {
        case BusError.noReply, BusError.serviceUnknown, BusError.nameHasNoOwner, BusError.disconnected,
            BusError.limitsExceeded, BusError.timedOut, "org.freedesktop.DBus.Error.TimedOut",
            "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.UnknownInterface":
            true
        default: error.name.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
        }
    }

    private func note(_ change: (inout ProviderHealth) -> Void) {
        let before = health.state
        change(&health)
        if health.state != before { onHealth?() }
    }

    private func useless(_ member: String) -> ContentError {
        complain("the answer to \(member) has wrong types")
        return ContentError(.unavailable, "\(identity.busName) answered \(member) with wrong types")
    }

    /// Returns the rows of an answer, or `nil` if it is not a list of dictionaries.
    private func rows(_ value: BusValue) -> ArraySlice<BusValue>? {
        guard case .array(let values, "a{sv}") = value else { return nil }
        return values.prefix(ProviderLimits.rowsInAnswer)
    }

    private func note(pictureOf row: ProviderRow) {
        if case .picture(let picture)? = row.item.artwork { pictureHosts.note(picture.uri) }
    }

    private func checked(_ values: ArraySlice<BusValue>, _ member: String) -> [ProviderRow?] {
        let rows = values.map { ProviderRow($0, of: identity) }
        for case let row? in rows { note(pictureOf: row) }
        let useless = rows.count { $0 == nil }
        // Rows of a provider in this process may be missing, since it marks hidden items like that.
        if useless > 0, inner == nil {
            complain("\(useless) rows of \(member) cannot be used: wrong types, or no id or title")
        }
        return rows
    }
}

extension Nomination.Ground {
    /// Creates the ground of a nomination; `nil` if the text is not one that a program may give.
    fileprivate init?(provided text: String) {
        switch text {
        case "unfinished": self = .unfinished
        case "new": self = .newEpisode
        case "pinned": self = .pinnedElsewhere
        case "location": self = .belongsHere
        default: return nil
        }
    }
}
