// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueShims
internal import OnCueCore

/// The cities of the world with their positions, from libgeonames, without the network.
///
/// Names are found in all languages whose catalogues are installed, regardless of case and accents.
package struct CityIndex: Sendable {
    package struct City: Sendable, Hashable {
        /// In the language in which it was requested.
        package var name: String
        package var englishName: String
        /// A state or province; may be empty.
        package var region: String
        package var regionCode: String
        package var country: String
        /// Two letters.
        package var countryCode: String
        package var latitude: Double
        package var longitude: Double
        package var population: Int
    }

    /// The data needed to find a city; the rest is read from the library afterwards.
    private struct Entry: Sendable {
        var identifier: Int32
        var number: Int32
        var population: Int32
        var name: String
    }

    /// A city under one of its names.
    private struct Found {
        var entry: Entry
        /// `nil` for the English one.
        var name: String?
    }

    /// The most words of a part of a text in which a name is looked for, and the most parts, of which the last count.
    private static let (wordLimit, partLimit) = (8, 8)
    /// The most of a text that is looked at, in characters.
    private static let textLimit = 400

    /// The installed list, read on first use, in milliseconds of the calling thread; it stays in memory.
    ///
    /// `nil` if the library is not installed.
    package static let installed = CityIndex()

    /// By identifier.
    private let entries: [Entry]

    private init?() {
        var entries: [Entry] = []
        // The library calls back during this call only.
        let count = unsafe withUnsafeMutablePointer(to: &entries) { entries in
            unsafe oncue_each_city(
                { data, number, city in
                    guard let data = unsafe data, let city = unsafe city?.pointee,
                        let identifier = unsafe Int32(text(city.identifier))
                    else { return }
                    let entry = unsafe Entry(
                        identifier: identifier, number: number, population: Int32(clamping: city.population),
                        name: CityIndex.fold(text(city.name)))
                    unsafe data.assumingMemoryBound(to: [Entry].self).pointee.append(entry)
                }, entries)
        }
        guard count > 0 else { return nil }
        self.entries = entries.sorted { $0.identifier < $1.identifier }
    }

    // MARK: Asking

    /// Returns the cities that a text names in full, the largest first: `Wien`, `Paris, Texas`, `Cambridge MA`,
    /// `14053 Berlin`, or a whole address.
    ///
    /// A name that is followed by a state, a country or a larger city only matches cities there; if there are none, it
    /// is taken for a part of that larger city: `Victoria, London` is London.
    ///
    /// - Complexity: Looks into the names of all languages once for each beginning of each part, of which there are at most
    ///   eight; tens of milliseconds of the calling thread for a name, and at most a few seconds for any text.
    package func named(_ text: String, limit: Int) -> [City] {
        let parts = Self.parts(text)
        var lookup = Lookup(index: self)
        // The population of the largest city with an earlier name, where none of those was in the later places.
        var largest: Int?
        for (index, part) in parts.enumerated() {
            let rest = Array(parts[(index + 1)...])
            let known = lookup.cities(part)
            if !known.isEmpty {
                var found = known.filter { lookup.lies($0, in: rest) }
                if let largest { found = found.filter { $0.population > largest && lookup.isMeant($0, by: part) } }
                if !found.isEmpty { return Array(found.prefix(limit)) }
                // Hong Kong is called Victoria in some language, but is not the one that is meant.
                let english = known.filter { Self.fold($0.englishName) == part }
                largest = max(largest ?? 0, (english.isEmpty ? known : english).map(\.population).max() ?? 0)
                continue
            }
            guard largest == nil else { continue }
            let words = part.split(separator: " ")
            for count in (1..<max(1, words.count)).reversed() where words.count <= Self.wordLimit {
                let area = [words[count...].joined(separator: " ")] + rest
                let named = lookup.cities(words[..<count].joined(separator: " "))
                let found = named.filter { lookup.lies($0, in: area) }
                if !found.isEmpty { return Array(found.prefix(limit)) }
            }
        }
        return []
    }

    /// Returns the cities whose names begin with a text, in English or in the languages of the user, the largest first;
    /// if there are none, those whose names begin so in any language.
    ///
    /// - Complexity: O(*n*) of the cities, a few milliseconds.
    package func beginning(_ text: String, limit: Int) -> [City] {
        let wanted = Self.fold(text)
        guard !wanted.isEmpty else { return [] }
        var found = entries.filter { $0.name.hasPrefix(wanted) }.map { Found(entry: $0) }
        found += translated(wanted, isPrefix: true, isOwn: true)
        if found.isEmpty { found = translated(wanted, isPrefix: true, isOwn: false) }
        return cities(found, limit: limit)
    }

    /// Returns the cities that a text may mean if it names none exactly: those of its name elsewhere, those whose names
    /// begin with it, and those with similar spelling.
    package func near(_ text: String, limit: Int) -> [City] {
        guard let first = Self.parts(text).first, let last = Self.parts(text).last else { return [] }
        var found = cities(wholeNames(first), limit: limit) + beginning(first, limit: limit)
        let words = first.split(separator: " ")
        if words.count > 1 { found += cities(wholeNames(words.dropLast().joined(separator: " ")), limit: limit) }
        if last != first { found += cities(wholeNames(last), limit: limit) }
        if found.isEmpty { found = cities(alike(first), limit: limit) }
        var seen: Set<City> = []
        return Array(found.filter { seen.insert($0).inserted }.prefix(limit))
    }

    // MARK: Parts

    /// The parts of a text between commas, folded, without numbers of houses and postal codes.
    private static func parts(_ text: String) -> [String] {
        // 京 in the name of Tokyo is a number, too.
        TextFolding.fold(String(text.prefix(textLimit))).split(separator: ",").suffix(partLimit).map { part in
            let words = part.split(separator: " ").filter { !$0.contains { ("0"..."9").contains($0) } }
            return withoutSigns(words.joined(separator: " "))
        }.filter { !$0.isEmpty }
    }

    /// Returns a name for comparing. `'s-Hertogenbosch`, `‘Ali` and `ʻAiea` are known without the sign at their
    /// beginning, too.
    static func fold(_ name: String) -> String { withoutSigns(TextFolding.fold(name)) }

    /// Removes the signs at the beginning that the search in the catalogues skips.
    private static func withoutSigns(_ folded: String) -> String {
        let signs: [ClosedRange<UInt32>] = [
            0x20...0x20, 0x27...0x27, 0x60...0x60, 0x2B9...0x2BF, 0x200B...0x200F, 0x2018...0x201B,
        ]
        return String(folded.unicodeScalars.drop { scalar in signs.contains { $0.contains(scalar.value) } })
    }

    /// Returns the cities with exactly this name in any language.
    func whole(_ folded: String) -> [City] { cities(wholeNames(folded)) }

    private func wholeNames(_ folded: String) -> [Found] {
        let found =
            entries.filter { $0.name == folded }.map { Found(entry: $0) }
            + translated(folded, isPrefix: false, isOwn: false)
        guard found.isEmpty else { return found }
        // Umlauts that were spelled out.
        var plain = folded
        for (letters, letter) in [("ae", "a"), ("oe", "o"), ("ue", "u")] {
            plain = plain.split(separator: letters, omittingEmptySubsequences: false).joined(separator: letter)
        }
        return plain == folded ? [] : translated(plain, isPrefix: false, isOwn: false)
    }

    /// Returns the cities with this name, or with names that begin with it, in the languages of the user or in all of
    /// them.
    private func translated(_ folded: String, isPrefix: Bool, isOwn: Bool) -> [Found] {
        var found: [Found] = []
        var seen: Set<Int32> = []
        for (key, name) in Self.names(folded, isPrefix: isPrefix, isOwn: isOwn) {
            guard let key = Int32(key), !seen.contains(key) else { continue }
            let own = Self.fold(name)
            guard isPrefix ? own.hasPrefix(folded) : own == folded, let entry = entry(key) else { continue }
            seen.insert(key)
            found.append(Found(entry: entry, name: name))
        }
        return found
    }

    /// Returns the names that equal a text, or begin with it, with their keys.
    static func names(_ folded: String, isPrefix: Bool, isOwn: Bool) -> [(key: String, name: String)] {
        var names: [(key: String, name: String)] = []
        unsafe withUnsafeMutablePointer(to: &names) { names in
            unsafe oncue_find_names(
                folded, isPrefix ? 1 : 0, isOwn ? 1 : 0,
                { data, key, name in
                    guard let data = unsafe data else { return }
                    let (key, name) = unsafe (text(key), text(name))
                    unsafe data.assumingMemoryBound(to: [(key: String, name: String)].self).pointee.append((key, name))
                }, names)
        }
        return names
    }

    private func entry(_ identifier: Int32) -> Entry? {
        var (from, to) = (0, entries.count)
        while from < to {
            let middle = (from + to) / 2
            if entries[middle].identifier < identifier { from = middle + 1 } else { to = middle }
        }
        return from < entries.count && entries[from].identifier == identifier ? entries[from] : nil
    }

    private func alike(_ folded: String) -> [Found] {
        let letters = Array(folded.unicodeScalars)
        let allowed = max(1, EditDistance.forgiven(letters: letters.count))
        guard letters.count > 2 else { return [] }
        return entries.filter { entry in
            guard entry.name.first == folded.first, abs(entry.name.utf8.count - folded.utf8.count) <= allowed else {
                return false
            }
            return EditDistance.between(letters, Array(entry.name.unicodeScalars), limit: allowed) != nil
        }.map { Found(entry: $0) }
    }

    /// The cities in full, the largest first, each once: under its English name if it was found by that.
    private func cities(_ found: [Found], limit: Int = .max) -> [City] {
        var seen: Set<Int32> = []
        let different = found.filter { seen.insert($0.entry.identifier).inserted }
        let sorted = different.sorted {
            ($1.entry.population, $0.entry.identifier) < ($0.entry.population, $1.entry.identifier)
        }
        return sorted.prefix(limit).compactMap { found in
            var city = Self.city(found.entry.number)
            if let name = found.name { city?.name = name }
            return city
        }
    }

    /// Returns the positions of the cities in countries and states, by their keys.
    func positions(in areas: Set<String>) -> [Coordinates] {
        var found = (areas: areas, positions: [Coordinates]())
        unsafe withUnsafeMutablePointer(to: &found) { found in
            _ = unsafe oncue_each_city(
                { data, _, city in
                    guard
                        let found = unsafe data?.assumingMemoryBound(
                            to: (areas: Set<String>, positions: [Coordinates]).self),
                        let city = unsafe city?.pointee
                    else { return }
                    let country = unsafe text(city.country_code)
                    let state = unsafe country + "." + text(city.state_code)
                    guard unsafe found.pointee.areas.contains(country) || found.pointee.areas.contains(state),
                        let position = unsafe Coordinates(latitude: city.latitude, longitude: city.longitude)
                    else { return }
                    unsafe found.pointee.positions.append(position)
                }, found)
        }
        return found.positions
    }

    private static func city(_ number: Int32) -> City? {
        var city: City?
        unsafe withUnsafeMutablePointer(to: &city) { city in
            _ = unsafe oncue_city_at(
                number,
                { data, _, city in
                    guard let data = unsafe data, let city = unsafe city?.pointee else { return }
                    let name = unsafe text(city.name)
                    let found = unsafe City(
                        name: name, englishName: name, region: text(city.state), regionCode: text(city.state_code),
                        country: text(city.country), countryCode: text(city.country_code), latitude: city.latitude,
                        longitude: city.longitude, population: Int(city.population))
                    unsafe data.assumingMemoryBound(to: City?.self).pointee = found
                }, city)
        }
        return city
    }
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String {
    unsafe pointer.map { unsafe String(cString: $0) } ?? ""
}
