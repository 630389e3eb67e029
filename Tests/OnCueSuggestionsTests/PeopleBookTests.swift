// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueSuggestions
import Testing

@Suite("What was done with people")
struct PeopleBookTests {
    private static func share(_ number: Int, with people: String..., item: String = "album:a", at time: Int64? = nil)
        -> Interaction
    {
        Interaction(
            program: "oncue", identifier: "\(number)", action: "share", direction: .outgoing, people: people,
            item: item, title: "A", time: time ?? Int64(number))
    }

    private static var book: PeopleBook {
        var book = PeopleBook()
        book.add(share(1, with: "Ada"))
        book.add(share(2, with: "Ben", "Ada", item: "album:b"))
        book.add(share(3, with: "ada"))
        _ = book.tie("D1", to: "Ada")
        _ = book.tie("D2", to: "Cleo")
        return book
    }

    @Test("People are listed by their latest interaction, whatever the case of their names, then those with devices")
    func people() {
        let people = Self.book.people
        #expect(people.map(\.name) == ["ada", "Ben", "Cleo"])
        #expect(people.map(\.count) == [3, 1, 0] && people.map(\.last) == [3, 2, nil])
        #expect(Self.book.interactions(with: "ADA").map(\.identifier) == ["3", "2", "1"])
    }

    @Test("What is donated again replaces what was, and the log keeps the latest")
    func log() {
        var book = Self.book
        book.add(Self.share(1, with: "Dora", at: 9))
        #expect(book.interactions.map(\.identifier) == ["2", "3", "1"])
        for number in 10..<1_500 { book.add(Self.share(number, with: "Ada")) }
        #expect(book.interactions.count == PeopleBook.limit && book.interactions.last?.identifier == "1499")
        #expect(book.delete { $0.identifier == "1499" } == 1)
    }

    @Test("A person is forgotten with their devices; others who took part stay")
    func forgetting() {
        var book = Self.book
        #expect(book.forget("Ada") == 4)
        #expect(book.people.map(\.name) == ["Ben", "Cleo"] && book.ties == ["D2": "Cleo"])
        #expect(book.interactions.map(\.people) == [["Ben"]])
    }

    @Test("Whoever is there counts for what was done with them")
    func presence() {
        let book = Self.book
        #expect(book.present(with: ["D1", "D9"]) == ["Ada"])
        #expect(book.companion(for: ["album:a"], among: ["Ada"]) == "Ada")
        #expect(book.companion(for: ["album:b"], among: ["Ada", "Ben"]) == "Ada")
        #expect(book.companion(for: ["album:b"], among: ["Cleo"]) == nil)
        #expect(book.companion(for: ["album:z"], among: ["Ada"]) == nil)
    }

    @Test("Ties are bounded and can be undone, and all of it comes back from its form in the file")
    func ties() throws {
        var book = Self.book
        for number in 0..<200 { _ = book.tie("X\(number)", to: "Y") }
        #expect(book.ties.count == PeopleBook.tieLimit)
        #expect(book.tie("D1", to: "Ben") && book.devices(of: "ben") == ["D1"])
        #expect(book.untie("D1") && !book.untie("D1"))
        let data = try JSONEncoder().encode(book)
        #expect(try JSONDecoder().decode(PeopleBook.self, from: data) == book)
    }
}
