// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueShims
internal import OnCueCore
internal import Synchronization

extension CityIndex.City {
    /// Whether each text names the state or the country of the city, in any language or by its code.
    ///
    /// - Parameter areas: Folded texts; `tx usa` stands for both.
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
        if area.isEmpty || Self.codes[area] == countryCode { return true }
        let own = [countryCode, regionCode, englishName, country, region, postalCode].map(TextFolding.fold)
        if own.contains(where: { $0 == area || Self.plain($0) == area }) { return true }
        return [countryCode, countryCode + "." + regionCode].contains { key in
            Self.names(of: key).contains { $0 == area || Self.plain($0) == area }
        }
    }

    /// Names of countries that are no translations.
    private static let codes = [
        "usa": "US", "united states": "US", "america": "US", "uk": "GB", "britain": "GB", "great britain": "GB",
    ]

    /// States that are known by other letters than those of geonames.org.
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

    /// `Île-de-France Region` is called so without its last word.
    private static func plain(_ folded: String) -> String {
        for kind in [" region", " state", " province", " county", " oblast", " prefecture"] where folded.hasSuffix(kind)
        {
            return String(folded.dropLast(kind.count))
        }
        return folded
    }

    /// The names of countries and states that were asked for lately.
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
