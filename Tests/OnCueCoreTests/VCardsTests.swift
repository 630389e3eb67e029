// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@Suite("Contacts are read from vCards")
struct VCardsTests {
    private static func contacts(_ lines: String...) -> [Contact] {
        VCards.contacts(in: Array(lines.joined(separator: "\r\n").utf8))
    }

    @Test("Version 3: names, preferred addresses first, folded lines, escapes and groups of properties")
    func version3() {
        let found = Self.contacts(
            "BEGIN:VCARD", "VERSION:3.0", "N:Lovelace;Ada;King;;", "FN:Ada", "  Lovelace",
            "NICKNAME:Countess\\, the,AK",
            "EMAIL;TYPE=INTERNET,WORK:ada@work.example", "item1.EMAIL;type=INTERNET;type=pref:ada@home.example",
            "TEL;TYPE=CELL:+44 (0)20 7946-0000", "X-JABBER:ada@chat.example",
            "ADR;TYPE=WORK:;;1 Dock Rd;Hull;;HU1 1AA;GB", "ADR;TYPE=HOME,PREF:;;Am Kai 3\\, left;Kiel;;24103;DE",
            "ADR:;;;;;;",
            "PHOTO;ENCODING=b;TYPE=JPEG:" + String(repeating: "A", count: 20_000), "END:VCARD")

        #expect(
            found == [
                Contact(
                    "Ada Lovelace", otherNames: ["Ada", "Countess, the", "AK"],
                    mails: ["ada@home.example", "ada@work.example"], telephones: ["+442079460000"],
                    messengers: ["xmpp:ada@chat.example"], givenName: "Ada", familyName: "Lovelace",
                    addresses: [
                        PostalAddress(street: "Am Kai 3, left", postalCode: "24103", city: "Kiel", country: "DE"),
                        PostalAddress(street: "1 Dock Rd", postalCode: "HU1 1AA", city: "Hull", country: "GB"),
                    ])
            ])
    }

    @Test("Version 4: URIs, parameters in quotation marks, and line ends of one character")
    func version4() {
        let text = """
            BEGIN:VCARD
            VERSION:4.0
            FN:Grace Hopper
            EMAIL;PREF=1;LABEL="a:b;c":mailto:grace@example.org
            TEL;VALUE=uri;TYPE="voice,home":tel:+1-202-555-0100;ext=12
            IMPP:xmpp:grace@example.org
            IMPP:sip:grace@example.org
            END:VCARD
            begin:vcard
            FN:Third
            end:vcard
            """

        let found = VCards.contacts(in: Array(text.utf8))

        #expect(found.map(\.name) == ["Grace Hopper", "Third"])
        #expect(found[0].mails == ["grace@example.org"] && found[0].telephones == ["+12025550100"])
        #expect(found[0].messengers == ["xmpp:grace@example.org"])
    }

    @Test("A character may be folded in its middle; bytes that are not UTF-8 are of an older encoding")
    func encodings() {
        let folded: [UInt8] = Array("BEGIN:VCARD\nFN:J".utf8) + [0xC3, 0x0A, 0x20, 0xB6] + Array("rg\nEND:VCARD".utf8)
        #expect(VCards.contacts(in: folded).map(\.name) == ["Jörg"])
        let old: [UInt8] = Array("BEGIN:VCARD\nFN;CHARSET=ISO-8859-1:J".utf8) + [0xF6] + Array("rg\nEND:VCARD".utf8)
        #expect(VCards.contacts(in: old).map(\.name) == ["Jörg"])
        let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("BEGIN:VCARD\nFN:A\nEND:VCARD".utf8)
        #expect(VCards.contacts(in: marked).map(\.name) == ["A"])
    }

    @Test(
        "Without a full name there is another; groups of people, cards in cards and cards without an end are left out")
    func others() {
        let found = Self.contacts(
            "BEGIN:VCARD", "N:Only;Given", "END:VCARD", "BEGIN:VCARD", "ORG:Firm;Office", "END:VCARD",
            "BEGIN:VCARD", "KIND:group", "FN:Friends", "END:VCARD", "BEGIN:VCARD", "FN:Outer", "BEGIN:VCARD",
            "FN:Agent",
            "END:VCARD", "END:VCARD", "BEGIN:VCARD", "END:VCARD", "END:VCARD", "BEGIN:VCARD", "FN:Endless")

        #expect(found.map(\.name) == ["Given Only", "Firm", "Outer"])
    }

    @Test("Addresses that could mean something else to a program are left out")
    func addresses() {
        let found = Self.contacts(
            "BEGIN:VCARD", "FN:X", "EMAIL:a@b@c", "EMAIL:a b@c", "EMAIL:@c", "EMAIL:a@c?cc=d", "EMAIL:ok@example.org",
            "TEL:call me", "TEL:*#06#", "IMPP:xmpp:a b@c", "FN:Second\u{1b}[31m", "END:VCARD")

        #expect(found == [Contact("X", mails: ["ok@example.org"])])
    }

    @Test("Whatever the bytes, reading ends, and what is kept is bounded")
    func hostile() {
        var generator = SplitMix64(seed: 3)
        let parts = [
            "BEGIN:VCARD\n", "END:VCARD\n", "FN:", "N:;;;", "EMAIL;", "TEL:", "\"", ":", ";", "\\", "\n ", "\r",
            "\u{0}",
            "TYPE=pref", "a@b", "ä", "IMPP:xmpp:", "NICKNAME:,,,",
        ]
        for _ in 0..<500 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0..<60, using: &generator) {
                bytes +=
                    Bool.random(using: &generator)
                    ? Array(parts[Int.random(in: parts.indices, using: &generator)].utf8)
                    : [UInt8.random(in: 0...255, using: &generator)]
            }
            for contact in VCards.contacts(in: bytes) { Self.check(contact) }
        }
        let many = String(repeating: "BEGIN:VCARD\nFN:A\nEND:VCARD\n", count: 20_000)
        #expect(VCards.contacts(in: Array(many.utf8)).count == VCards.limit)
        let wide = "BEGIN:VCARD\nFN:A\n" + (0..<99).map { "EMAIL:a\($0)@b\n" }.joined() + "END:VCARD"
        VCards.contacts(in: Array(wide.utf8)).forEach(Self.check)
    }

    private static func check(_ contact: Contact) {
        let lists = [contact.otherNames, contact.mails, contact.telephones, contact.messengers]
        #expect(!contact.name.isEmpty && lists.allSatisfy { $0.count <= Contact.addressLimit })
        let texts = [contact.name] + lists.flatMap(\.self)
        #expect(texts.allSatisfy { $0.utf8.count <= 2 * Contact.textLimit })
        #expect(!texts.joined().unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test("Cards of one person are united: by their identifiers, or by name if no two identifiers say otherwise")
    func uniting() {
        let ada = Contact("Ada Love", otherNames: ["Ada"], telephones: ["+431"])
        let work = Contact("ada love", mails: ["ada@work.example", "ADA@home.example"], telephones: ["+431", "+432"])
        let known = Contact("Ada Love", mails: ["ada@home.example"], identifier: "1")
        let married = Contact(
            "Ada King", messengers: ["xmpp:a@b"], givenName: "Ada", familyName: "King", identifier: "1")
        let other = Contact("Ada Love", mails: ["other@example.org"], identifier: "2")

        #expect(Contact.united([ada, ada]) == [ada])
        let both = Contact.united([ada, work])
        #expect(both.map(\.name) == ["Ada Love"] && both[0].mails == work.mails)
        #expect(both[0].telephones == ["+431", "+432"])
        let three = Contact.united([ada, known, married, other])
        #expect(three.map(\.identifier) == ["1", "2"])
        #expect(three[0].otherNames == ["Ada", "Ada King"] && three[0].familyName == "King")
        #expect(three[0].mails == ["ada@home.example"] && three[1] == other)
        let many = (0..<9).map { Contact("Ben", mails: ["\($0)@example.org"]) }
        #expect(Contact.united(many)[0].mails.count == Contact.addressLimit)
    }

    @Test(
        "Cards of one name with different identifiers are of one person if they have an address or a number in common")
    func unitingByAddress() {
        let home = Contact("Ada Love", mails: ["ada@home.example"], telephones: ["+431"], identifier: "1")
        let work = Contact("ada love", mails: ["ADA@home.example", "ada@work.example"], identifier: "2")
        let phone = Contact("Ada Love", telephones: ["+431", "+432"], identifier: "3")
        let other = Contact("Ada Love", mails: ["other@example.org"], identifier: "4")
        let ben = Contact("Ben", mails: ["ada@home.example"], telephones: ["+431"], identifier: "5")

        let people = Contact.united([home, other, work, phone, ben])

        #expect(people.map(\.identifier) == ["1", "4", "5"])
        #expect(people[0].mails == ["ada@home.example", "ada@work.example"])
        #expect(people[0].telephones == ["+431", "+432"])
        #expect(people[1] == other && people[2] == ben, "the name or an address alone says nothing")
    }

    @Test("A card that has an address in common with two of its name shows that they are one")
    func unitingByLink() {
        let home = Contact("Ada Love", mails: ["ada@home.example"], identifier: "1")
        let work = Contact("Ada Love", mails: ["ada@work.example"], identifier: "2")
        let both = Contact("Ada Love", mails: ["ada@work.example", "ada@home.example"], identifier: "3")
        let later = Contact("Ada Love", telephones: ["+431"], identifier: "2")

        let people = Contact.united([home, work, both, later])

        #expect(people.count == 1)
        #expect(people[0].mails == ["ada@home.example", "ada@work.example"] && people[0].telephones == ["+431"])
    }

    @Test("The identifier of a card is kept")
    func identifier() {
        let found = Self.contacts("BEGIN:VCARD", "FN:Ada", "UID:urn:uuid:1", "END:VCARD")
        #expect(found.map(\.identifier) == ["urn:uuid:1"])
    }
}
