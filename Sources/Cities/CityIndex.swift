// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueShims
internal import OnCueCore

/// The cities of the world with their positions, from libgeonames: no network is asked.
///
/// Names are found in all languages of which its catalogues are installed; without regard to case and accents.
package struct CityIndex: Sendable {
    package struct City: Sendable, Hashable {
        /// In the language in which it was asked for.
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

    /// What is needed to find a city; the rest is read from the library then.
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

    /// The installed list, read when it is first asked for, in milliseconds of the calling thread; it stays in memory.
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
                        name: TextFolding.fold(text(city.name)))
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
    /// A name that is followed by a state or a country is only that of a city there.
    ///
    /// - Complexity: Looks into the names of all languages once for each beginning of each part, of which there are at most
    ///   eight; tens of milliseconds of the calling thread for a name, and at most a few seconds for any text.
    package func named(_ text: String, limit: Int) -> [City] {
        let parts = Self.parts(text)
        for (index, part) in parts.enumerated() {
            let rest = Array(parts[(index + 1)...])
            let known = cities(whole(part))
            // A city of that name elsewhere is not meant, and neither is what follows.
            if !known.isEmpty { return Array(known.filter { $0.isIn(rest) }.prefix(limit)) }
            let words = part.split(separator: " ")
            for count in (1..<max(1, words.count)).reversed() where words.count <= Self.wordLimit {
                let area = [words[count...].joined(separator: " ")] + rest
                let found = cities(whole(words[..<count].joined(separator: " "))).filter { $0.isIn(area) }
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
        let wanted = TextFolding.fold(text)
        guard !wanted.isEmpty else { return [] }
        var found = entries.filter { $0.name.hasPrefix(wanted) }.map { Found(entry: $0) }
        found += translated(wanted, isPrefix: true, isOwn: true)
        if found.isEmpty { found = translated(wanted, isPrefix: true, isOwn: false) }
        return cities(found, limit: limit)
    }

    /// Returns the cities that a text may mean that names none: those of its name elsewhere, those whose names begin so,
    /// and those that are spelled much like it.
    package func near(_ text: String, limit: Int) -> [City] {
        guard let first = Self.parts(text).first, let last = Self.parts(text).last else { return [] }
        var found = cities(whole(first), limit: limit) + beginning(first, limit: limit)
        let words = first.split(separator: " ")
        if words.count > 1 { found += cities(whole(words.dropLast().joined(separator: " ")), limit: limit) }
        if last != first { found += cities(whole(last), limit: limit) }
        if found.isEmpty { found = cities(alike(first), limit: limit) }
        var seen: Set<City> = []
        return Array(found.filter { seen.insert($0).inserted }.prefix(limit))
    }

    // MARK: Parts

    /// The parts of a text between commas, folded, without numbers of houses and postal codes.
    private static func parts(_ text: String) -> [String] {
        // 京 in the name of Tokyo is a number, too.
        TextFolding.fold(String(text.prefix(textLimit))).split(separator: ",").suffix(partLimit).map { part in
            part.split(separator: " ").filter { !$0.contains { ("0"..."9").contains($0) } }.joined(separator: " ")
        }.filter { !$0.isEmpty }
    }

    /// The cities with that very name in any language.
    private func whole(_ folded: String) -> [Found] {
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

    /// The cities of that name, or with names that begin so, in the languages of the user or in all of them.
    private func translated(_ folded: String, isPrefix: Bool, isOwn: Bool) -> [Found] {
        var names: [(key: Int32, name: String)] = []
        unsafe withUnsafeMutablePointer(to: &names) { names in
            unsafe oncue_find_city_names(
                folded, isPrefix ? 1 : 0, isOwn ? 1 : 0,
                { data, key, name in
                    guard let data = unsafe data, let key = unsafe Int32(text(key)) else { return }
                    let name = unsafe text(name)
                    unsafe data.assumingMemoryBound(to: [(key: Int32, name: String)].self).pointee.append((key, name))
                }, names)
        }
        var found: [Found] = []
        var seen: Set<Int32> = []
        for (key, name) in names where !seen.contains(key) {
            let own = TextFolding.fold(name)
            guard isPrefix ? own.hasPrefix(folded) : own == folded, let entry = entry(key) else { continue }
            seen.insert(key)
            found.append(Found(entry: entry, name: name))
        }
        return found
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
