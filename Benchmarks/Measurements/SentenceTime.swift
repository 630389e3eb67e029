// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueSentences

/// How long a sentence takes to be understood, without bus and client.
struct SentenceTime: Measurement {
    let name = "sentences"
    let summary = "sentences are understood with five lists of 10,000 names"

    private static let count = 10_000
    private static let aim = Figure.Aim.atMost(10)

    func measure(_ bench: Bench) async throws -> [Figure] {
        let builds = bench.options.runs(20, quick: 5)
        var figures: [Figure] = []
        for (code, language) in [("en", "English"), ("de", "German")] {
            let file = SentenceLanguage.builtInFile(for: code) ?? ""
            let made = try await Samples.times(builds) { _ = try SentenceMatcher(SentenceLanguage(file)) }
            figures.append(Figure("reading the sentences of \(language)", made, "ms"))
        }
        let names = Self.names()
        let indexed = try await Samples.times(builds) { _ = Self.lists(names) }
        figures.append(Figure("index of five lists of 10,000 names", indexed, "ms"))
        let lists = Self.lists(names)
        let runs = bench.options.runs(500, quick: 50)
        for (code, kind, sentences) in Self.sentences {
            let matcher = try SentenceMatcher(SentenceLanguage(SentenceLanguage.builtInFile(for: code) ?? ""))
            var times = Samples()
            for sentence in sentences {
                times.add(try await Samples.times(runs / sentences.count) { _ = matcher.match(sentence, lists: lists) })
            }
            figures += times.figures(kind, aim: Self.aim)
        }
        return figures
    }

    private static let sentences = [
        (
            "en", "a sentence in English",
            [
                "play Midnight Anthem by Ada Almeida for half an hour", "play the album Velvet Harbour shuffled",
                "add this song to the playlist Idle Bridge", "remind me of Paper Lantern in two hours", "next track",
            ]
        ),
        (
            "en", "one with typing mistakes",
            [
                "paly midnigth anthem by ada almeda", "play velvt harbor", "add thsi song to the playlist idel bridge",
                "remnd me of papr lantrn in two hours", "nxet track",
            ]
        ),
        (
            "en", "one of 40 words that fits nothing",
            [
                "the weather is nice today and we will go to the lake with the children in the afternoon because they "
                    + "like to swim there and my brother will come along with his dog and bring bread and cheese"
            ]
        ),
        (
            "de", "a sentence in German",
            [
                "spiel Midnight Anthem von Ada Almeida eine halbe Stunde lang",
                "spiel das Album Velvet Harbour gemischt",
                "erinner mich in zwei Stunden an Paper Lantern", "nächstes Lied",
            ]
        ),
    ]

    /// Different names for each list, as they are in a library.
    private static func names() -> [String: [String]] {
        let tracks = (0..<count).map { CorpusNames($0) }
        let others = (0..<count).map { CorpusNames($0 * CorpusNames.tracksPerAlbum * CorpusNames.albumsPerArtist) }
        return [
            "title": tracks.map(\.title), "artist": others.map(\.artist), "playlist": others.map(\.album),
            "podcast": others.map { "The \($0.album) Podcast" }, "station": others.map { "Radio \($0.artist)" },
        ]
    }

    private static func lists(_ names: [String: [String]]) -> [String: SentenceList] {
        names.mapValues { SentenceList(names: $0) }
    }
}
