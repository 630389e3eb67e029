// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A place in the world to which something belongs: the venue of a concert, the scene of an episode.
///
/// Texts have no control characters and at most ``textLimit`` bytes.
package struct Location: Sendable, Hashable {
    package static let textLimit = 256
    /// The most telephone numbers.
    package static let telephoneLimit = 8

    /// Empty in ``blank`` only.
    package private(set) var name: String
    package private(set) var address: PostalAddress
    package private(set) var coordinates: Coordinates?
    /// Such as `+49 30 901820`; each can be called.
    package private(set) var telephones: [String]
    /// Whether its source permits offering it for navigation; see ``supportsNavigation``.
    package var allowsNavigation: Bool
    /// Whether its source permits offering its telephone numbers; see ``supportsCalls``.
    package var allowsCalls: Bool

    /// Creates a location with the texts brought into bounds, without telephone numbers that cannot be called.
    ///
    /// - Parameter name: If it is empty, the address, the position or the first number serves as name.
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

    /// Where a reader begins; the only one without a name.
    package static let blank = Location()

    /// One can be guided there: there is a position or an address, and its source permits it.
    package var supportsNavigation: Bool { allowsNavigation && (coordinates != nil || !address.isEmpty) }
    /// One can call there.
    package var supportsCalls: Bool { allowsCalls && !telephones.isEmpty }

    /// `Waldbühne, Glockenturmstraße 1, 14053 Berlin, DE`
    package var line: String {
        let line = address.line
        if line == name || line.hasPrefix(name + ",") { return line }
        return line.isEmpty ? name : name + ", " + line
    }

    /// The address for maps; `nil` without a position.
    package var geoURI: String? { coordinates.map { GeoURI($0).description } }
    /// The address for calling the first number; `nil` without one.
    package var telephoneURI: String? { telephones.first.flatMap(Self.number).map { "tel:" + $0 } }

    /// The digits of a telephone number, with a leading `+` if it has one (RFC 3966).
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

    /// One line without control characters, in bounds.
    static func clean(_ text: String) -> String {
        let words = text.unicodeScalars.split { $0.isSteering || $0.properties.isWhitespace }
        return words.map(String.init).joined(separator: " ").shortened(toBytes: textLimit)
    }
}
