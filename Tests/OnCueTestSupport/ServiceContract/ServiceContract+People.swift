// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

extension ServiceContract {
    /// Checks people.
    ///
    /// The address book has Grace. The headset Set is connected. The album `album:blue` is in the library.
    package static func people(_ service: some PeopleService, _ notes: Notes) async throws {
        let contacts = notes.heard(try await service.people())
        notes.expect(contacts.map(\.name) == ["Grace"], "the address book is read")
        notes.expect(
            contacts.first?.isContact == true && contacts.first?.mails == ["grace@example.org"], "with its addresses")
        try await checkInteractions(service, notes)
        try await checkTies(service, notes)
        let item = notes.heard(try await service.sharedItem(at: "album:blue"))
        notes.expect(
            item.identifier == "album:blue" && !item.title.isEmpty && item.link == nil, "files have no address")
        await notes.expect(.notFound, "what is not there cannot be shared") {
            _ = try await service.sharedItem(at: "album:none")
        }
        notes.expect(try await service.forgetPerson("") == 1, "everybody can be forgotten")
        notes.expect(try await service.people().map(\.name) == ["Grace"], "but not the address book")
    }

    private static func checkInteractions(_ service: some PeopleService, _ notes: Notes) async throws {
        let share = InteractionRecord(
            program: "org.example", identifier: "1", action: "share", people: ["Ada", "grace"], group: "chat",
            item: "album:blue", time: 7)
        try await service.donate(share)
        try await service.donate(share)
        try await service.donate(
            InteractionRecord(
                program: "org.example", identifier: "2", action: "call", direction: "mutual", people: ["Ada"], time: 8))
        let people = notes.heard(try await service.people())
        notes.expect(people.map(\.name) == ["Ada", "grace"], "people are known by what was done with them")
        notes.expect(people.map(\.interactions) == [2, 1] && people.first?.last == 8, "each is counted once")
        notes.expect(people.last?.isContact == true, "the case of a name does not matter")
        let page = notes.heard(try await service.interactions(with: "ada", offset: 0, limit: 1))
        notes.expect(page.total == 2 && page.interactions.map(\.identifier) == ["2"], "the latest comes first")
        notes.expect(page.interactions.first?.direction == "mutual", "with its direction")
        let all = try await service.interactions(with: "", offset: 1, limit: 9)
        notes.expect(all.interactions.first?.item == "album:blue" && all.interactions.count == 1, "or all of them")
        notes.expect(all.interactions.first?.title?.isEmpty == false, "an item has its title")
        var wrong = share
        wrong.people = []
        await notes.expect(.invalidValue, "nobody is not a person") { try await service.donate(wrong) }
        (wrong.people, wrong.direction) = (["A"], "up")
        await notes.expect(.invalidValue, "up is no direction") { try await service.donate(wrong) }
        (wrong.direction, wrong.item) = (nil, "album:none")
        await notes.expect(.notFound, "an item has to be there") { try await service.donate(wrong) }
        notes.expect(
            try await service.deleteInteractions(of: "org.example", inGroup: "chat") == 1, "a group can be deleted")
        notes.expect(try await service.deleteInteractions(of: "org.other", []) == 0, "programs delete only their own")
        notes.expect(try await service.deleteInteractions(of: "org.example", ["2"]) == 1, "one by one as well")
        try await service.donate(share)
        notes.expect(try await service.forgetPerson("ADA") == 1, "a person can be forgotten")
        notes.expect(try await service.people().map(\.name) == ["grace"], "and the others stay")
        notes.expect(try await service.deleteInteractions(of: "org.example", []) == 1, "a program can delete all of it")
    }

    private static func checkTies(_ service: some PeopleService, _ notes: Notes) async throws {
        try await service.tie("set", to: "Ada")
        let ada = notes.heard(try await service.people()).first
        notes.expect(
            ada?.name == "Ada" && ada?.devices == ["Set"] && ada?.isPresent == true, "a device tells who is there")
        await notes.expect(.notFound, "a device has to be known") { try await service.tie("nothing", to: "Ada") }
        try await service.tie("Set", to: "")
        notes.expect(try await service.people().map(\.name) == ["Grace"], "it can be untied")
        await notes.expect(.notFound, "but once only") { try await service.tie("Set", to: "") }
        try await service.tie("Set", to: "Ben")
    }
}
