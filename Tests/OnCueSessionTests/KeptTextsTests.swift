// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueQuery
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Sources that need not be asked")
struct KeptTextsTests {
    /// A source that knows its texts, and notes whether it was asked.
    private struct KnowingSource: QuerySearching {
        let inner: FakeQuerySource
        let texts = KeptTexts()

        init(_ rows: [QueryRow]) {
            inner = FakeQuerySource(rows)
            texts.keep(rows.map(\.title))
        }

        func matchesAtHand(_ question: QueryQuestion) -> QueryMatches? {
            texts.lack(question) ? QueryMatches() : nil
        }

        func matches(_ question: QueryQuestion) async throws(ContentError) -> QueryMatches {
            try await inner.matches(question)
        }

        func items(of matches: [QueryMatch]) async throws(ContentError) -> [ContentNode?] {
            try await inner.items(of: matches)
        }
    }

    private func rows(_ kind: ContentKind, _ titles: [String]) -> [QueryRow] {
        titles.enumerated().map { QueryRow(kind: kind, number: Int64($0.offset), title: $0.element) }
    }

    @Test("a source is asked only where it has the word")
    func onlyWithWord() async throws {
        let tracks = FakeQuerySource(rows(.track, ["Silver One", "Silver Two", "Silver Three"]))
        let lists = KnowingSource(rows(.playlist, ["Evening", "Night Train"]))
        let search = MergedSearch([tracks, lists])

        let silver = try await search.page(try ContentQuery("silv"), offset: 0, limit: 10)
        let later = try await search.page(try ContentQuery("silv"), offset: 1, limit: 10)
        #expect(lists.inner.limits.isEmpty)
        let train = try await search.page(try ContentQuery("trai"), offset: 0, limit: 10)

        #expect(silver.total == 3 && later.items.count == 2)
        #expect(train.items.map(\.title) == ["Night Train"])
        #expect(!lists.inner.limits.isEmpty)
    }

    @Test("what a source is known to lack, it would not have found")
    func neverWrong() async throws {
        var random = SplitMix64(seed: 9)
        let words = ["Nacht", "Éte", "ni", "कि", "naïve", "Zug", "zugnacht", "a-b", "夜", "夜曲", "ＡＢＣ", "straße"]
        let typed =
            words + ["n", "na", "e", "et", "क", "zu", "ug", "b", "曲", "ab", "stras", "nahct", "-zug", "zug | a"]
        for _ in 0..<400 {
            let titles = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                (0..<2).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
            }
            let source = KnowingSource(rows(.playlist, titles))
            let text = (0..<Int.random(in: 1...2, using: &random))
                .map { _ in typed.randomElement(using: &random) ?? "" }.joined(separator: " ")
            guard let query = try? ContentQuery(text) else { continue }
            var question = QueryQuestion(query, inFull: false, now: 0, seed: 0)
            question.forgives = Bool.random(using: &random)
            if source.matchesAtHand(question) != nil {
                #expect(try await source.matches(question).matches.isEmpty, "\(text) in \(titles)")
            }
        }
    }

    @Test(
        "a word is found however it is written: letters of Hangul and marks of Kana may be characters of their own",
        arguments: [("한국", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"), ("\u{30AC}", "\u{30AB}\u{3099}")])
    func otherBytes(one: String, other: String) async throws {
        for (typed, title) in [(one, other), (other, one)] {
            let search = MergedSearch([FakeQuerySource([]), KnowingSource(rows(.playlist, [title]))])

            let page = try await search.page(try ContentQuery(typed), offset: 0, limit: 10)

            #expect(page.items.count == 1, "\(typed.unicodeScalars.count) characters")
        }
    }

    @Test("texts that are too many to be looked through by the caller lack nothing")
    func many() throws {
        let texts = KeptTexts()
        let question = QueryQuestion(try ContentQuery("x"), inFull: false, now: 0, seed: 0)

        texts.keep((0..<10_000).map { "List \($0)" })
        #expect(!texts.lack(question))
        texts.keep(Array(repeating: "List", count: 100_000))
        #expect(texts.lack(question))
    }

    @Test("texts that are not known lack nothing")
    func unknown() throws {
        let texts = KeptTexts()
        let question = QueryQuestion(try ContentQuery("x"), inFull: false, now: 0, seed: 0)

        #expect(!texts.lack(question))
        texts.keep([])
        #expect(texts.lack(question))
        texts.keep(nil)
        #expect(!texts.lack(question))
    }
}
