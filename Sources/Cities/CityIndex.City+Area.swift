// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueShims
internal import OnCueCore
internal import Synchronization

/// Answers the same questions of one text once.
extension CityIndex {
    struct Lookup {
        /// A part of a city is not farther from it, in metres.
        private static let reach = 40_000.0

        let index: CityIndex
        private var known: [String: [City]] = [:]

        init(index: CityIndex) { self.index = index }

        mutating func cities(_ folded: String) -> [City] {
            if let cities = known[folded] { return cities }
            let cities = index.whole(folded)
            known[folded] = cities
            return cities
        }

        /// Whether each text names the state or the country of a city, or a larger city to which it belongs.
        mutating func lies(_ city: City, in places: [String]) -> Bool {
            for place in places where !city.isIn([place]) {
                guard cities(place).contains(where: { isPart(city, of: $0) }) else { return false }
            }
            return true
        }

        private func isPart(_ city: City, of other: City) -> Bool {
            guard other.countryCode == city.countryCode, other.population > city.population else { return false }
            let points = [city, other].map { Coordinates(latitude: $0.latitude, longitude: $0.longitude) }
            guard let from = points[0], let to = points[1] else { return false }
            return from.distance(to: to) <= Self.reach
        }

        /// Whether a name that follows another one can be that of the city: `Ontario` after `Halver` is the province,
        /// and not the city in California; `New York` may be the state, but `Berlin` is only the city.
        func isMeant(_ city: City, by folded: String) -> Bool {
            let areas = Set(CityIndex.areas(folded))
            let own = areas.intersection([city.countryCode, city.countryCode + "." + city.regionCode])
            guard !own.isEmpty else { return areas.isEmpty }
            let middle = Coordinates(latitude: city.latitude, longitude: city.longitude)
            return index.positions(in: own).allSatisfy { middle.map($0.distance) ?? 0 <= Self.reach }
        }
    }

    /// Returns the keys of the countries and states that a text names.
    private static func areas(_ folded: String) -> [String] {
        names(folded, isPrefix: true, isOwn: false).filter { key, name in
            guard Int32(key) == nil else { return false }
            let own = fold(name)
            return own == folded || City.plain(own) == folded
        }.map(\.key)
    }
}

extension CityIndex.City {
    /// Whether each text names the state or the country of the city, in any language or by its code.
    ///
    /// - Parameter areas: Folded texts; `tx usa` means both.
    func isIn(_ areas: [String]) -> Bool {
        areas.allSatisfy { area in
            if isIn(area) { return true }
            let words = area.split(separator: " ")
            return (1..<max(1, words.count)).contains { count in
                isIn(words[..<count].joined(separator: " ")) && isIn(words[count...].joined(separator: " "))
            }
        }
    }

    private func isIn(_ area: String) -> Bool {
        let area = area.filter { $0 != "." }
        return area.isEmpty || TextFolding.fold(englishName) == area || liesIn(area)
    }

    /// Whether a folded text names the state or the country of the city.
    func liesIn(_ area: String) -> Bool {
        if Self.codes[area] == countryCode { return true }
        let own = [countryCode, regionCode, country, region, postalCode].map(TextFolding.fold)
        if own.contains(where: { $0 == area || Self.plain($0) == area }) { return true }
        return [countryCode, countryCode + "." + regionCode].contains { key in
            Self.names(of: key).contains { $0 == area || Self.plain($0) == area }
        }
    }

    /// Names of countries that are not translations.
    private static let codes = [
        "usa": "US", "united states": "US", "america": "US", "uk": "GB", "britain": "GB", "great britain": "GB",
    ]

    /// States whose usual abbreviations differ from those of geonames.org.
    private static let postalCodes = [
        "CA": [
            "01": "AB", "02": "BC", "03": "MB", "04": "NB", "05": "NL", "07": "NS", "08": "ON", "09": "PE", "10": "QC",
            "11": "SK", "12": "YT", "13": "NT", "14": "NU",
        ],
        "AU": [
            "01": "ACT", "02": "NSW", "03": "NT", "04": "QLD", "05": "SA", "06": "TAS", "07": "VIC", "08": "WA",
        ],
    ]

    private var postalCode: String { Self.postalCodes[countryCode]?[regionCode] ?? "" }

    /// `Île-de-France Region` is also known without its last word.
    static func plain(_ folded: String) -> String {
        for kind in [" region", " state", " province", " county", " oblast", " prefecture"] where folded.hasSuffix(kind)
        {
            return String(folded.dropLast(kind.count))
        }
        return folded
    }

    /// The names of recently requested countries and states.
    private static let knownNames = Mutex<[String: [String]]>([:])
    private static let knownLimit = 256

    /// The names of a country or a state in all languages, folded.
    private static func names(of key: String) -> [String] {
        if let known = knownNames.withLock({ $0[key] }) { return known }
        var names: [String] = []
        unsafe withUnsafeMutablePointer(to: &names) { names in
            unsafe oncue_each_name(
                key,
                { data, _, name in
                    guard let data = unsafe data, let name = unsafe name else { return }
                    let text = TextFolding.fold(unsafe String(cString: name))
                    unsafe data.assumingMemoryBound(to: [String].self).pointee.append(text)
                }, names)
        }
        knownNames.withLock { [names] known in
            if known.count >= knownLimit { known = [:] }
            known[key] = names
        }
        return names
    }
}
