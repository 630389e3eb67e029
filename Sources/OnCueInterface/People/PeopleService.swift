// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The people with whom the user has done something, and sharing: `org.oncue.People1`.
package protocol PeopleService<Failure>: Sendable {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Returns the people about whom something is known, the one of the latest interaction first, then the others by
    /// name.
    func people() async throws(Failure) -> [PersonRecord]

    /// Returns the interactions with a person, or all for an empty name, the latest first.
    func interactions(with person: String, offset: Int, limit: Int) async throws(Failure) -> InteractionPage

    /// Records an interaction; one with the same identifier of the same program is replaced.
    ///
    /// - Throws: `invalidValue`, `notFound` for an item that does not exist, `storage`.
    func donate(_ interaction: InteractionRecord) async throws(Failure)

    /// Deletes the interactions of a program with these identifiers, or all of them without identifiers.
    ///
    /// - Returns: The number of interactions deleted.
    /// - Throws: `invalidValue`, `storage`.
    func deleteInteractions(of program: String, _ identifiers: [String]) async throws(Failure) -> Int

    /// Deletes the interactions of a program that belong to a group.
    ///
    /// - Throws: `invalidValue`, `storage`.
    func deleteInteractions(of program: String, inGroup group: String) async throws(Failure) -> Int

    /// Forgets a person with their devices, or all people for an empty name. Address books stay as they are.
    ///
    /// - Returns: The number of interactions and ties forgotten.
    /// - Throws: `storage`.
    func forgetPerson(_ name: String) async throws(Failure) -> Int

    /// Ties a device, by its name or its identifier, to a person; an empty name of a person unties it.
    ///
    /// - Throws: `notFound`, `invalidValue`, `refused` if there are too many, `storage`.
    func tie(_ device: String, to person: String) async throws(Failure)

    /// Returns the title and the address of the item at a place, for sharing with people.
    ///
    /// - Throws: `notFound`, `invalidPlace`.
    func sharedItem(at place: String) async throws(Failure) -> SharedItem
}

/// A person about whom something is known.
package struct PersonRecord: Sendable, Equatable {
    package var name: String
    /// Whether the person is in an address book.
    package var isContact = false
    /// The preferred ones first.
    package var mails: [String] = []
    package var telephones: [String] = []
    /// As URIs, such as `xmpp:ada@example.org`.
    package var messengers: [String] = []
    /// The names of the devices tied to this person.
    package var devices: [String] = []
    /// Whether one of these devices is connected.
    package var isPresent = false
    package var interactions = 0
    /// The time of the latest interaction, in seconds since 1970.
    package var last: Int64?

    package init(_ name: String) { self.name = name }
}

/// Something that was done with people.
package struct InteractionRecord: Sendable, Equatable {
    /// The name of the program, such as `org.example.Messenger`.
    package var program: String
    /// The name by which the program can delete it.
    package var identifier: String
    /// A word or two, such as `share`.
    package var action: String
    /// `outgoing`, `incoming` or `mutual`; `nil` for `outgoing`.
    package var direction: String?
    package var people: [String]
    /// Interactions with the same group belong together.
    package var group: String?
    /// The place of the item that it was about.
    package var item: String?
    package var title: String?
    /// Seconds since 1970; 0 for now.
    package var time: Int64

    package init(
        program: String, identifier: String, action: String, direction: String? = nil, people: [String],
        group: String? = nil, item: String? = nil, title: String? = nil, time: Int64 = 0
    ) {
        self.program = program
        self.identifier = identifier
        self.action = action
        self.direction = direction
        self.people = people
        self.group = group
        self.item = item
        self.title = title
        self.time = time
    }
}

/// A part of the interactions.
package struct InteractionPage: Sendable, Equatable {
    /// The number of all of them.
    package var total: Int
    package var interactions: [InteractionRecord]

    package init(total: Int, interactions: [InteractionRecord]) {
        (self.total, self.interactions) = (total, interactions)
    }
}

/// An item in the form in which it is shared with people.
package struct SharedItem: Sendable, Equatable {
    package var identifier: String
    package var title: String
    /// Its artist, or the podcast that it belongs to; may be empty.
    package var subtitle: String
    /// An address on the web, without a password; `nil` for an item that is on this machine only.
    package var link: String?

    package init(_ identifier: String, title: String, subtitle: String = "", link: String? = nil) {
        (self.identifier, self.title, self.subtitle, self.link) = (identifier, title, subtitle, link)
    }
}

// MARK: On the bus

package enum PeopleMethods {
    package static let people = Method<Nothing, Only<[PersonRecord]>>(
        ServiceNames.people, "GetPeople", isRepeatable: true)
    package static let interactions = Method<InteractionQuestion, InteractionPage>(
        ServiceNames.people, "GetInteractions", isRepeatable: true)
    package static let donate = Method<Only<Strict<InteractionRecord>>, Nothing>(
        ServiceNames.people, "Donate", isRepeatable: true)
    package static let delete = Method<Pair<String, [String]>, Only<Int>>(ServiceNames.people, "Delete")
    package static let deleteGroup = Method<Pair<String, String>, Only<Int>>(ServiceNames.people, "DeleteGroup")
    package static let forget = Method<Only<String>, Only<Int>>(ServiceNames.people, "Forget")
    package static let tie = Method<Pair<String, String>, Nothing>(ServiceNames.people, "Tie", isRepeatable: true)
    package static let shared = Method<Only<String>, Only<SharedItem>>(
        ServiceNames.people, "GetShared", isRepeatable: true)

    package static func bindings<Service: PeopleService>() -> [Binding<Service>] {
        [
            Binding(people) { service, _ in Only(try await service.people()) },
            Binding(interactions) {
                try await $0.interactions(with: $1.person, offset: $1.offset, limit: $1.limit)
            },
            Binding(donate) { try await $0.donate(try $1.value.understood()) },
            Binding(delete) { Only(try await $0.deleteInteractions(of: $1.first, $1.second)) },
            Binding(deleteGroup) { Only(try await $0.deleteInteractions(of: $1.first, inGroup: $1.second)) },
            Binding(forget) { Only(try await $0.forgetPerson($1.value)) },
            Binding(tie) { try await $0.tie($1.first, to: $1.second) },
            Binding(shared) { Only(try await $0.sharedItem(at: $1.value)) },
        ]
    }
}

/// The arguments of `GetInteractions`.
package struct InteractionQuestion: WireForm {
    package var person: String
    package var offset: Int
    package var limit: Int

    package init(_ person: String, offset: Int, limit: Int) {
        (self.person, self.offset, self.limit) = (person, offset, limit)
    }

    package static var blank: InteractionQuestion { InteractionQuestion("", offset: 0, limit: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("person", &person)
        fields("offset", &offset)
        fields("limit", &limit)
    }
}

extension PersonRecord: DictionaryForm {
    package static var blank: PersonRecord { PersonRecord("") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("name", &name, .required)
        fields("contact", &isContact, .ifSet)
        fields("mails", &mails, .ifSet)
        fields("telephones", &telephones, .ifSet)
        fields("messengers", &messengers, .ifSet)
        fields("devices", &devices, .ifSet)
        fields("present", &isPresent, .ifSet)
        fields("interactions", &interactions)
        fields("last", &last)
    }
}

extension InteractionRecord: DictionaryForm {
    package static var blank: InteractionRecord {
        InteractionRecord(program: "", identifier: "", action: "", people: [])
    }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("program", &program)
        fields("identifier", &identifier)
        fields("action", &action)
        fields("direction", &direction)
        fields("people", &people)
        fields("group", &group)
        fields("item", &item)
        fields("title", &title)
        fields("time", &time)
    }
}

extension InteractionPage: WireForm {
    package static var blank: InteractionPage { InteractionPage(total: 0, interactions: []) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("total", &total)
        fields("interactions", &interactions)
    }
}

extension SharedItem: DictionaryForm {
    package static var blank: SharedItem { SharedItem("", title: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("identifier", &identifier, .required)
        fields("title", &title, .required)
        fields("subtitle", &subtitle, .ifSet)
        fields("link", &link)
    }
}
