// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
internal import OnCueQuery
package import OnCueRuntime
package import OnCueSession
internal import OnCueSuggestions

/// The people with whom the user has done something, for front ends.
@MediaActor
package final class PeopleDesk: nonisolated PeopleService {
    package typealias Failure = any Error

    /// The most people that are listed.
    package static let limit = 500
    private static let peopleLimit = 20
    private static let nameLimit = 255

    private let center: SuggestionCenter
    private let manager: ContentManager
    private let source: any ContentSource
    private let contacts: any ContactReading
    private let podcasts: (any PodcastManaging)?

    private var book: PeopleBook { center.state.people }
    private var devices: DeviceBook { center.triggers.devices }

    package init(
        center: SuggestionCenter, manager: ContentManager, source: any ContentSource, contacts: any ContactReading,
        podcasts: (any PodcastManaging)?
    ) {
        (self.center, self.manager, self.source) = (center, manager, source)
        (self.contacts, self.podcasts) = (contacts, podcasts)
    }

    @MediaActor
    package func people() async throws -> [PersonRecord] {
        let contacts = await contacts.contacts()
        let present = Set(book.present(with: center.triggers.present).map { $0.lowercased() })
        var named: Set<Contact> = []
        var records = book.people.map { known in
            var record = PersonRecord(known.name)
            if let contact = Self.contact(called: known.name, in: contacts) {
                record.add(contact)
                named.insert(contact)
            }
            record.devices = book.devices(of: known.name).map { devices[$0]?.name ?? $0 }
            record.isPresent = present.contains(known.name.lowercased())
            (record.interactions, record.last) = (known.count, known.last)
            return record
        }
        for contact in contacts where records.count < Self.limit && !named.contains(contact) {
            var record = PersonRecord(contact.name)
            record.add(contact)
            records.append(record)
        }
        return Array(records.prefix(Self.limit))
    }

    /// Returns the contact of this name, or else the only one with this nickname or given name.
    private static func contact(called name: String, in contacts: [Contact]) -> Contact? {
        if let contact = contacts.first(where: { $0.name.lowercased() == name.lowercased() }) { return contact }
        let others = contacts.filter { $0.isCalled(name) }
        return others.count == 1 ? others[0] : nil
    }

    @MediaActor
    package func interactions(with person: String, offset: Int, limit: Int) async throws -> InteractionPage {
        let person = person.isEmpty ? person : try Self.name(person, "person")
        let found = person.isEmpty ? book.interactions.reversed() : book.interactions(with: person)
        let page = found.dropFirst(max(0, offset)).prefix(PageLimit.granted(limit))
        return InteractionPage(total: found.count, interactions: page.map(InteractionRecord.init))
    }

    // MARK: Changes

    @MediaActor
    package func donate(_ interaction: InteractionRecord) async throws {
        let entry = try await checked(interaction)
        try await center.addInteraction(entry)
    }

    @MediaActor
    package func deleteInteractions(of program: String, _ identifiers: [String]) async throws -> Int {
        let (program, wanted) = (try Self.name(program, "program"), Set(identifiers))
        return try await center.deleteInteractions {
            $0.program == program && (wanted.isEmpty || wanted.contains($0.identifier))
        }
    }

    @MediaActor
    package func deleteInteractions(of program: String, inGroup group: String) async throws -> Int {
        let (program, group) = (try Self.name(program, "program"), try Self.name(group, "group"))
        return try await center.deleteInteractions { $0.program == program && $0.group == group }
    }

    @MediaActor
    package func forgetPerson(_ name: String) async throws -> Int {
        let name = name.isEmpty ? name : try Self.name(name, "person")
        return try await center.forgetPerson(name)
    }

    @MediaActor
    package func tie(_ device: String, to person: String) async throws {
        guard let entry = devices.entry(named: device) else {
            throw ContentError(
                .notFound, "there is no device \"\(device.prefix(200))\"; list the known devices with: oncue triggers")
        }
        if person.isEmpty {
            guard try await center.untie(entry.id) else {
                throw ContentError(.notFound, "\"\(entry.name)\" is not tied to anyone")
            }
            return
        }
        guard try await center.tie(entry.id, to: try Self.name(person, "person")) else {
            throw ContentError(
                .refused, "at most \(PeopleBook.tieLimit) devices can be tied to people; untie one first")
        }
    }

    // MARK: Sharing

    @MediaActor
    package func sharedItem(at place: String) async throws -> SharedItem {
        let item = try await manager.item(at: try ContentPlace(place)).item
        let isSingle = !item.isContainer && item.isPlayable
        let track = isSingle ? try await source.tracks(of: [item.identifier]).first : nil
        return SharedItem(
            item.identifier.description, title: item.title, subtitle: Self.maker(of: item, track),
            link: try await link(to: item, track))
    }

    /// Returns the artist or the podcast of an item. The subtitles of other items contain counts, or facts that concern
    /// only the user.
    private static func maker(of item: ContentNode, _ track: Track?) -> String {
        switch item.kind {
        case .track, .album: item.subtitle
        case .episode: track?.album ?? ""
        default: ""
        }
    }

    /// Returns the address at which others find an item: for podcasts that of the feed, for items on the web that of
    /// the sound.
    private func link(to item: ContentNode, _ track: Track?) async throws(ContentError) -> String? {
        if let link = track.flatMap({ Self.link($0.location) }) { return link }
        let podcast = item.kind == .podcast ? item.identifier : item.kind == .episode ? track?.albumIdentifier : nil
        guard let podcast, let podcasts else { return nil }
        return try await podcasts.subscriptions().first { $0.identifier == podcast }.flatMap { Self.link($0.address) }
    }

    private static func link(_ location: MediaLocation) -> String? {
        location.filePath == nil ? link(location.uri) : nil
    }

    /// Returns an address that can be shared: one with a password is private.
    private static func link(_ address: String) -> String? {
        let isOnWeb = ["http://", "https://"].contains { address.lowercased().hasPrefix($0) }
        return isOnWeb && HiddenPassword.hidden(in: address) == address ? address : nil
    }

    // MARK: Checks

    private func checked(_ record: InteractionRecord) async throws -> Interaction {
        guard let direction = Interaction.Direction(rawValue: record.direction ?? "outgoing") else {
            throw ServiceError(
                .invalidValue,
                "\"\(record.direction?.prefix(40) ?? "")\" is not a direction; expected outgoing, incoming or mutual")
        }
        guard (1...Self.peopleLimit).contains(record.people.count) else {
            throw ServiceError(.invalidValue, "an interaction is with 1 to \(Self.peopleLimit) people")
        }
        let now = center.clock.now()
        guard (0...now).contains(record.time) else {
            throw ServiceError(.invalidValue, "time must be from 0 to \(now)")
        }
        let people = try record.people.map { person throws(ServiceError) in try Self.name(person, "a person") }
        var item: ContentNode?
        if let place = record.item { item = try await manager.item(at: try ContentPlace(place)).item }
        return Interaction(
            program: try Self.name(record.program, "program"),
            identifier: try Self.name(record.identifier, "identifier"),
            action: try Self.name(record.action, "action"), direction: direction, people: people,
            group: try record.group.map { text throws(ServiceError) in try Self.name(text, "group") } ?? "",
            item: item?.identifier.description ?? "",
            title: try record.title.map { text throws(ServiceError) in try Self.name(text, "title") } ?? item?.title
                ?? "",
            time: record.time == 0 ? now : record.time)
    }

    /// Returns a text, if it is one line of bounded length.
    ///
    /// - Throws: `invalidValue`.
    private static func name(_ text: String, _ what: String) throws(ServiceError) -> String {
        guard !text.isEmpty, text.utf8.count <= nameLimit, !text.unicodeScalars.contains(where: \.isSteering) else {
            throw ServiceError(.invalidValue, "\(what) must be a line of up to \(nameLimit) bytes")
        }
        return text
    }
}

extension PersonRecord {
    fileprivate mutating func add(_ contact: Contact) {
        isContact = true
        (mails, telephones, messengers) = (contact.mails, contact.telephones, contact.messengers)
    }
}

extension InteractionRecord {
    fileprivate init(_ entry: Interaction) {
        self.init(
            program: entry.program, identifier: entry.identifier, action: entry.action,
            direction: entry.direction.rawValue, people: entry.people, group: entry.group.isEmpty ? nil : entry.group,
            item: entry.item.isEmpty ? nil : entry.item, title: entry.title.isEmpty ? nil : entry.title,
            time: entry.time)
    }
}
