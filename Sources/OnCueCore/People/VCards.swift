// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Reads vCards of versions 3 and 4 (RFC 2426 and 6350): only names and addresses of all kinds.
///
/// For any input, reading ends, and the result is of limited size: pictures, sounds and other long values are skipped
/// without being decoded. Groups are left out.
package enum VCards {
    /// The maximum number of bytes that are read; the rest of a file is ignored.
    package static let sizeLimit = 4 << 20
    /// The maximum number of cards in a file.
    package static let limit = 10_000
    /// The maximum length of a value, in bytes; longer ones are pictures and the like.
    fileprivate static let valueLimit = 4_096

    /// - Complexity: O(*n*).
    package static func contacts(in bytes: some Collection<UInt8>) -> [Contact] {
        var contacts: [Contact] = []
        var card: Card?
        var depth = 0
        for line in LogicalLines(Array(bytes.prefix(sizeLimit)), limit: valueLimit) {
            guard let property = Property(line) else { continue }
            switch (property.name, property.value.lowercased()) {
            case ("BEGIN", "vcard"):
                depth += 1
                // A card inside a card describes another person.
                if depth == 1 { card = Card() }
            case ("END", "vcard"):
                depth = max(0, depth - 1)
                guard depth == 0 else { continue }
                if let contact = card?.contact { contacts.append(contact) }
                card = nil
                if contacts.count >= limit { return contacts }
            default: if depth == 1 { card?.take(property) }
            }
        }
        return contacts
    }
}

/// The lines of a file after unfolding. A line that is longer than the limit is cut.
private struct LogicalLines: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private let limit: Int
    private var offset = 0

    init(_ bytes: [UInt8], limit: Int) {
        self.bytes = bytes
        self.limit = limit
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    mutating func next() -> [UInt8]? {
        guard offset < bytes.count else { return nil }
        var line: [UInt8] = []
        while true {
            takePhysicalLine(into: &line)
            // A line that begins with white space continues the previous one, even in the middle of a character.
            guard offset < bytes.count, bytes[offset] == 0x20 || bytes[offset] == 0x09 else { return line }
            offset += 1
        }
    }

    private mutating func takePhysicalLine(into line: inout [UInt8]) {
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            if byte == 0x0A { return }
            if byte == 0x0D {
                if offset < bytes.count, bytes[offset] == 0x0A { offset += 1 }
                return
            }
            if line.count <= limit { line.append(byte) }
        }
    }
}

/// A line of a card: `group.NAME;PARAMETER=value:value`.
private struct Property {
    var name: String
    var parameters: [(name: String, value: String)] = []
    var value: String

    /// - Returns: `nil` for a line without a value, or with a value that is too long.
    init?(_ line: [UInt8]) {
        guard line.count <= VCards.valueLimit, let colon = Self.colon(in: line) else { return nil }
        let head = String(decoding: line[..<colon], as: UTF8.self)
        let fields = Self.fields(head, separator: ";")
        guard let first = fields.first else { return nil }
        name = (first.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init) ?? "").uppercased()
        guard !name.isEmpty else { return nil }
        parameters = fields.dropFirst().prefix(32).flatMap { field in
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let values = pair.count == 2 ? pair[1].filter { $0 != "\"" } : field
            // A parameter without a name is a type.
            let key = pair.count == 2 ? pair[0].uppercased() : "TYPE"
            return values.split(separator: ",").map { (key, $0.lowercased()) }
        }
        // Bytes that are not UTF-8 are in an older encoding.
        value = EncodedText(line[(colon + 1)...]).text
    }

    /// Returns the first colon that is not in quotation marks.
    private static func colon(in line: [UInt8]) -> Int? {
        var isQuoted = false
        for (index, byte) in line.enumerated() {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: ":"), !isQuoted { return index }
        }
        return line.firstIndex(of: UInt8(ascii: ":"))
    }

    /// Returns the parts of a text, which is not divided inside quotation marks.
    private static func fields(_ text: String, separator: Character) -> [String] {
        var (fields, isQuoted) = ([""], false)
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character == separator, !isQuoted {
                fields.append("")
            } else {
                fields[fields.count - 1].append(character)
            }
        }
        return fields
    }

    /// Returns the parts of the value, with escaped characters decoded.
    func parts(_ separator: Character) -> [String] {
        var (parts, isEscaped) = ([""], false)
        for character in value {
            if isEscaped {
                parts[parts.count - 1].append(character == "n" || character == "N" ? " " : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == separator {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts.map(Location.clean)
    }

    /// The value as one text.
    var text: String { parts("\u{0}").joined(separator: " ") }

    /// Whether it is the preferred value of its kind.
    var isPreferred: Bool {
        parameters.contains { $0.name == "TYPE" && $0.value == "pref" || $0.name == "PREF" && $0.value == "1" }
    }
}

/// The properties of a card that have been read so far.
private struct Card {
    private var draft = Contact("")
    private var structuredName = ""
    private var organization = ""
    private var isGroup = false

    mutating func take(_ property: Property) {
        switch property.name {
        case "FN": if draft.name.isEmpty { draft.name = property.text }
        case "UID": if draft.identifier.isEmpty { draft.identifier = property.text }
        case "N": takeName(property.parts(";"))
        case "NICKNAME":
            for name in property.parts(",").prefix(Contact.addressLimit) { addName(name) }
        case "ORG": organization = property.parts(";").first ?? ""
        case "KIND", "X-ADDRESSBOOKSERVER-KIND": isGroup = isGroup || property.text.lowercased() == "group"
        case "EMAIL": add(Self.mail(property.text), to: \.mails, property)
        case "ADR": add(Self.address(property.parts(";")), to: \.addresses, property)
        case "TEL": add(Self.telephone(property.text), to: \.telephones, property)
        case "IMPP": add(Self.messenger(property.text), to: \.messengers, property)
        case "X-JABBER": add(Self.messenger("xmpp:" + property.text), to: \.messengers, property)
        default: break
        }
    }

    private mutating func takeName(_ parts: [String]) {
        let given = parts.dropFirst().first ?? ""
        structuredName = [given, parts.first ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        (draft.givenName, draft.familyName) = (given, parts.first ?? "")
        addName(given)
    }

    private mutating func addName(_ name: String) {
        guard !name.isEmpty, draft.otherNames.count < Contact.addressLimit, !draft.otherNames.contains(name) else {
            return
        }
        draft.otherNames.append(name)
    }

    private mutating func add<Address: Equatable>(
        _ address: Address?, to list: WritableKeyPath<Contact, [Address]>, _ property: Property
    ) {
        guard let address, draft[keyPath: list].count < Contact.addressLimit,
            !draft[keyPath: list].contains(address)
        else { return }
        if property.isPreferred {
            draft[keyPath: list].insert(address, at: 0)
        } else {
            draft[keyPath: list].append(address)
        }
    }

    /// Returns the mail address in a text; `nil` unless it has one @ between two words.
    private static func mail(_ text: String) -> String? {
        let address = text.lowercased().hasPrefix("mailto:") ? String(text.dropFirst(7)) : text
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }),
            address.unicodeScalars.allSatisfy({
                !$0.properties.isWhitespace && !",;<>?&%\"\\".unicodeScalars.contains($0)
            })
        else { return nil }
        return address
    }

    /// Creates an address from post box, extension, street, city, region, postal code and country (RFC 6350, 6.3.1).
    private static func address(_ parts: [String]) -> PostalAddress? {
        func part(_ index: Int) -> String { index < parts.count ? parts[index] : "" }
        let street = [part(2), part(1), part(0)].filter { !$0.isEmpty }.joined(separator: ", ")
        let address = PostalAddress(
            street: street.shortened(toBytes: Location.textLimit), postalCode: part(5), city: part(3), region: part(4),
            country: part(6))
        return address.isEmpty ? nil : address
    }

    private static func telephone(_ text: String) -> String? {
        let number = text.lowercased().hasPrefix("tel:") ? text.dropFirst(4).prefix { $0 != ";" } : text[...]
        return Location.number(String(number))
    }

    private static func messenger(_ text: String) -> String? {
        text.lowercased().hasPrefix("xmpp:") ? mail(String(text.dropFirst(5))).map { "xmpp:" + $0 } : nil
    }

    /// The contact; `nil` for a group, and for a card without a name.
    var contact: Contact? {
        guard !isGroup else { return nil }
        var contact = draft
        let names = [contact.name, structuredName, organization, contact.mails.first ?? ""]
        guard let name = names.first(where: { !$0.isEmpty }) else { return nil }
        contact.name = name
        contact.otherNames.removeAll { $0.lowercased() == name.lowercased() }
        return contact
    }
}
