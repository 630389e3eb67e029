// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A place in the world to which something belongs: the venue of a concert, the scene of an episode.
///
/// Texts have no control characters and at most ``textLimit`` bytes.
package struct Location: Sendable, Hashable {
    package static let textLimit = 256
    /// The maximum number of telephone numbers.
    package static let telephoneLimit = 8

    /// The name; empty in ``blank`` only.
    package private(set) var name: String
    package private(set) var address: PostalAddress
    package private(set) var coordinates: Coordinates?
    /// Telephone numbers such as `+49 30 901820`; each can be called.
    package private(set) var telephones: [String]
    /// Whether its source permits offering it for navigation; see ``supportsNavigation``.
    package var allowsNavigation: Bool
    /// Whether its source permits offering its telephone numbers; see ``supportsCalls``.
    package var allowsCalls: Bool

    /// Creates a location with texts of limited length, without telephone numbers that cannot be called.
    ///
    /// - Parameter name: If it is empty, the address, the position or the first number is used as the name.
    /// - Returns: `nil` if there is nothing at all.
    package init?(
        name: String, address: PostalAddress = PostalAddress(), coordinates: Coordinates? = nil,
        telephones: [String] = [], allowsNavigation: Bool = true, allowsCalls: Bool = true
    ) {
        let telephones = telephones.prefix(Self.telephoneLimit).map(Self.clean).filter { Self.number($0) != nil }
        let address = address.cleaned
        let names = [Self.clean(name), address.line, coordinates?.description ?? "", telephones.first ?? ""]
        guard let name = names.first(where: { !$0.isEmpty }) else { return nil }
        self.name = name.shortened(toBytes: Self.textLimit)
        self.address = address
        self.coordinates = coordinates
        self.telephones = telephones
        self.allowsNavigation = allowsNavigation
        self.allowsCalls = allowsCalls
    }

    private init() {
        (name, address, coordinates, telephones) = ("", PostalAddress(), nil, [])
        (allowsNavigation, allowsCalls) = (true, true)
    }

    /// The initial value for a parser; the only location without a name.
    package static let blank = Location()

    /// Whether navigation to it is possible: it has a position or an address, and its source permits it.
    package var supportsNavigation: Bool { allowsNavigation && (coordinates != nil || !address.isEmpty) }
    /// Whether it can be called: it has a telephone number, and its source permits it.
    package var supportsCalls: Bool { allowsCalls && !telephones.isEmpty }

    /// `Waldbühne, Glockenturmstraße 1, 14053 Berlin, DE`
    package var line: String {
        let line = address.line
        if line == name || line.hasPrefix(name + ",") { return line }
        return line.isEmpty ? name : name + ", " + line
    }

    /// The `geo:` URI for maps; `nil` without a position.
    package var geoURI: String? { coordinates.map { GeoURI($0).description } }
    /// The `tel:` URI of the first number; `nil` without one.
    package var telephoneURI: String? { telephones.first.flatMap(Self.number).map { "tel:" + $0 } }

    /// Returns the digits of a telephone number, with a leading `+` if it has one (RFC 3966).
    ///
    /// - Returns: `nil` if it is not a telephone number: 3 to 20 digits between `+ ( ) - . /` and spaces.
    package static func number(_ text: String) -> String? {
        let scalars = text.unicodeScalars
        guard scalars.allSatisfy({ ("0"..."9").contains($0) || "+()-./ \u{A0}".unicodeScalars.contains($0) }) else {
            return nil
        }
        let digits = scalars.filter { ("0"..."9").contains($0) }
        guard (3...20).contains(digits.count) else { return nil }
        let isInternational = scalars.first { $0 != "(" && $0 != " " } == "+"
        // "+44 (0)20" is dialled without the zero in brackets.
        let dialled = isInternational ? text.split(separator: "(0)").joined() : text
        return (isInternational ? "+" : "") + dialled.filter { ("0"..."9").contains($0) }
    }

    /// Returns the text as one line of limited length without control characters.
    static func clean(_ text: String) -> String {
        let words = text.unicodeScalars.split { $0.isSteering || $0.properties.isWhitespace }
        return words.map(String.init).joined(separator: " ").shortened(toBytes: textLimit)
    }
}
