// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The names of one track of the generated library.
struct CorpusNames {
    static let tracksPerAlbum = 10
    static let albumsPerArtist = 2

    let trackNumber: Int
    let albumNumber: Int
    let artist: String
    let album: String
    let title: String
    private let genre: String
    private let year: Int

    /// The names of the track with this number; different numbers give different names.
    init(_ index: Int) {
        albumNumber = index / Self.tracksPerAlbum
        trackNumber = index % Self.tracksPerAlbum + 1
        let artistNumber = albumNumber / Self.albumsPerArtist
        artist = Self.name(artistNumber, Self.firstNames, Self.lastNames)
        album = Self.name(albumNumber, Self.qualities, Self.places)
        // A stride without a common divisor, so that titles of one album do not begin alike.
        let usual = Self.name(index &* 7919 % 1_000_003, Self.qualities, Self.things)
        title = index % Self.rareStride == Self.rareStride / 2 ? usual + " " + Self.rareWord : usual
        genre = Self.genres[artistNumber % Self.genres.count]
        year = 1960 + albumNumber % 60
    }

    var tags: CorpusTags {
        CorpusTags(
            title: title, artist: artist, album: album, genre: genre, year: year, trackNumber: trackNumber,
            trackTotal: Self.tracksPerAlbum)
    }

    /// A word that one title in 20,000 ends with.
    static let rareWord = "Quicksilver"
    private static let rareStride = 20_000
    /// A word that one title in 32 begins with.
    static let commonWord = "Midnight"
    /// What a hurried person types for "Yesterday".
    static let misspeltWord = "Yestreday"

    /// Words that begin titles, for searches.
    static var searchWords: [String] { qualities + things }

    /// One of each list, and a number once all pairs are used.
    private static func name(_ number: Int, _ first: [String], _ second: [String]) -> String {
        let pairs = first.count * second.count
        let name = first[number % first.count] + " " + second[number / first.count % second.count]
        return number < pairs ? name : name + " \(number / pairs + 1)"
    }

    private static let firstNames = [
        "Ada", "Björn", "Carmen", "Dexter", "Élise", "Farid", "Greta", "Hugo", "Ines", "João", "Kaito", "Lena", "Miles",
        "Nadia", "Oskar", "Paloma", "Quinn", "Rosa", "Søren", "Thelma", "Uma", "Viktor", "Wanda", "Yusuf", "Zoë",
    ]
    private static let lastNames = [
        "Almeida", "Bergström", "Castillo", "Dubois", "Evans", "Fischer", "García", "Hansen", "Ito", "Johnson",
        "Kowalski",
        "Laurent", "Müller", "Novák", "O’Brien", "Petrov", "Quartet", "Rossi", "Şahin", "Trio", "Underhill", "Vega",
    ]
    private static let qualities = [
        "Amber", "Blue", "Crooked", "Distant", "Early", "Faded", "Golden", "Hollow", "Idle", "Jagged", "Kind", "Little",
        "Midnight", "Northern", "Open", "Paper", "Quiet", "Restless", "Silver", "Tender", "Unsaid", "Velvet", "Winter",
        "Yellow", "Zinc", "Broken", "Copper", "Dusty", "Electric", "Forgotten", "Green", "Humming",
    ]
    private static let places = [
        "Avenue", "Bridge", "Coast", "District", "Estuary", "Field", "Garden", "Harbour", "Island", "Junction",
        "Kitchen",
        "Lighthouse", "Meadow", "Nocturne", "Orchard", "Platform", "Quarry", "River", "Station", "Terrace", "Upland",
        "Valley", "Window", "Yard",
    ]
    private static let things = [
        "Anthem", "Balloon", "Candle", "Dancer", "Echo", "Feather", "Glass", "Horizon", "Ink", "Journey", "Kite",
        "Lantern",
        "Mirror", "Needle", "Ocean", "Piano", "Question", "Ribbon", "Shadow", "Thunder", "Umbrella", "Violin", "Waltz",
        "Yesterday", "Zephyr", "Arrow", "Bell", "Cloud", "Door", "Engine", "Flame", "Ghost",
    ]
    private static let genres = [
        "Jazz", "Rock", "Classical", "Folk", "Electronic", "Hip-Hop", "Soul", "Ambient", "Blues", "Country", "Reggae",
        "Metal", "Soundtrack", "Latin", "Chanson", "Spoken Word",
    ]
}
