// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueSentences
internal import OnCueVoice
internal import Testing

@Suite("A grammar for the recogniser")
struct SpeechGrammarTests {
    private func phrases(_ sentences: String...) throws -> PhraseList {
        let list = sentences.map { "\"\($0)\"" }.joined(separator: ",")
        return try PhraseList(#"{"language":"en","sentences":[\#(list)],"lists":{"genre":["jazz","hip hop"]}}"#)
    }

    private func spelled(_ words: String...) -> Pronunciations {
        Pronunciations(Dictionary(uniqueKeysWithValues: words.map { ($0, ["X"]) }))
    }

    @Test("templates become rules, and lists that have values rules of their own")
    func rules() throws {
        let grammar = SpeechGrammar(
            try phrases("play [some] {genre}", "(stop|pause) [the music|it]"), [],
            spelled("play", "some", "jazz", "hip", "hop", "stop", "pause", "the", "music", "it"))

        #expect(
            grammar.text == """
                #JSGF V1.0;
                grammar oncue;
                <genre> = jazz | hip hop;
                public <phrase> = play [some] <genre> | (stop | pause) [(the music | it)];

                """)
        #expect(grammar.dictionary.contains("jazz X\n"))
    }

    @Test("a phrase with a list that has no values, or with a word that cannot be said, is left out")
    func leftOut() throws {
        let grammar = SpeechGrammar(
            try phrases("play {artist}", "stop", "sotp"), [], spelled("play", "stop", "jazz", "hip", "hop"))

        #expect(grammar.text.hasSuffix("public <phrase> = stop;\n"))
    }

    @Test("names become rules; words that are not plain letters have names made for them, and come back as they were")
    func names() throws {
        let names = [
            SpokenName(.artist, "Björk"), SpokenName(.artist, "Juniper & Vale"), SpokenName(.artist, "Sigur Rós"),
        ]
        var known = spelled("play", "juniper", "and", "vale", "stop")
        known.add("björk", "B Y ER K")

        let grammar = SpeechGrammar(try phrases("play {artist}", "stop"), names, known)

        #expect(grammar.text.contains("<artist> = made0x | juniper and vale;"))
        #expect(grammar.dictionary.contains("made0x B Y ER K\n"))
        #expect(grammar.leftOut == 1)
        #expect(grammar.sentence("play made0x") == "play björk")
    }

    @Test(
        "no name can say anything else in the grammar or the dictionary",
        arguments: [
            "a; public <b> = stop", "</phrase>", "x | stop", "{tag}", "\" \\ /1/", "a\nb X", "(2)", "#JSGF", "[stop]",
            "*",
        ])
    func hostile(name: String) throws {
        let words = SpokenName(.artist, name).words ?? []
        var known = spelled("play", "stop", "jazz", "hip", "hop")
        for word in words { known.add(word, "X") }

        let grammar = SpeechGrammar(try phrases("play {artist}", "stop"), [SpokenName(.artist, name)], known)

        let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789 |")
        let artists = grammar.text.split(separator: "\n").filter { $0.hasPrefix("<artist> = ") }
        for line in artists { #expect(line.dropFirst("<artist> = ".count).dropLast().allSatisfy(allowed.contains)) }
        #expect(grammar.text.split(separator: "\n").count == 4 + artists.count)
        #expect(grammar.dictionary.split(separator: "\n").allSatisfy { $0.hasSuffix(" X") })
    }

    @Test("rivals are the phrases that mean something else, whatever is said beside the value")
    func rivals() throws {
        let grammar = SpeechGrammar(
            try phrases("play [some] {genre}", "(stop|pause) [it]"), [],
            spelled("play", "some", "jazz", "hip", "hop", "stop", "pause", "it"))

        #expect(
            grammar.rivals(of: "play some jazz")?.hasSuffix(
                "<rival> = play some hip hop | play hip hop | stop it | stop | pause it | pause;\n") == true)
        #expect(grammar.rivals(of: "pause")?.contains("stop") == false)
        #expect(SpeechGrammar(try phrases("stop"), [], spelled("stop")).rivals(of: "stop") == nil)
    }

    @Test("of more names than can be told apart the first are taken, and each once")
    func bounds() throws {
        let many = (0..<1_000).map { SpokenName(.artist, "name \($0)") }
        var known = spelled("play", "name", "stop")
        for number in 0..<1_000 { known.add("\(number)", "X") }

        let grammar = SpeechGrammar(try phrases("play {artist}"), many + many, known)

        #expect(grammar.leftOut == 2_000 - SpokenName.most)
        #expect(SpokenName(.track, String(repeating: "la ", count: 20)).words == nil)
        #expect(SpokenName(.track, "…").words == nil)
        #expect(SpokenName(.track, "Don\u{2019}t Stop").words == ["don't", "stop"])
    }

    @Test("pronunciations are read out of a dictionary, all of a word")
    func dictionary() {
        let text = "read R EH D\nread(2) R IY D\nreader R IY D ER\nlast L AE S T"

        let found = Pronunciations(of: ["read", "last", "none"], in: Array(text.utf8))

        #expect(found.words == ["read": ["R EH D", "R IY D"], "last": ["L AE S T"]])
    }

    @Test(
        "what espeak-ng writes becomes the sounds of the dictionary",
        arguments: [
            ("mətˈælɪkə", "M AH T AE L IH K AH"), ("ʌnmjˈuːt", "AH N M Y UW T"), ("bjˈɜːk", "B Y ER K"),
            ("nˈaɪntiːn", "N AY N T IY N"), ("dʒˈuːnɪpɚ", "JH UW N IH P ER"),
        ])
    func alphabet(text: String, sounds: String) {
        #expect(PhoneticAlphabet.sounds(of: text) == sounds)
    }

    @Test("what has a sound that is not known has no pronunciation", arguments: ["", "ʘ", "(en)b", "ˈ"])
    func unknownSound(text: String) {
        #expect(PhoneticAlphabet.sounds(of: text) == nil)
    }
}

@Suite("The phrases that can be spoken")
struct PhraseListTests {
    private static let names: [SpokenName] = [
        .init(.artist, "juniper vale"), .init(.album, "night crossing"), .init(.track, "little gears"),
        .init(.playlist, "evening"), .init(.podcast, "street talk"), .init(.station, "harbour radio"),
        .init(.output, "kitchen speaker"), .init(.shortcut, "rise and shine"),
    ]

    /// Every sentence that a template can say.
    private func sentences(_ expression: SentenceExpression, _ lists: [String: [String]]) -> [String] {
        switch expression {
        case .text(let text): [text]
        case .space: [" "]
        case .list(let reference): lists[reference.list] ?? []
        case .sequence(let parts):
            parts.reduce([""]) { texts, part in
                let ends = sentences(part, lists)
                return texts.flatMap { text in ends.map { text + $0 } }
            }
        case .alternatives(let parts): parts.flatMap { sentences($0, lists) }
        case .permutation, .rule: []
        }
    }

    private func all() throws -> [String] {
        let phrases = try #require(PhraseList.builtIn(for: "en_GB.UTF-8"))
        var lists = Dictionary(grouping: Self.names) { $0.list.rawValue }.mapValues { $0.map(\.text) }
        for (name, templates) in phrases.lists {
            lists[name] = templates.flatMap { sentences($0.expression, [:]) }
        }
        return phrases.sentences.flatMap { sentences($0.expression, lists) }
            .map { $0.split(separator: " ").joined(separator: " ") }
    }

    @Test("each is understood as a sentence, as it is written")
    func understood() throws {
        let file = try #require(SentenceLanguage.builtInFile(for: "en"))
        let matcher = try SentenceMatcher(SentenceLanguage(file))
        var lists = Dictionary(grouping: Self.names) { $0.list.rawValue }
            .mapValues { SentenceList(names: $0.map(\.text)) }
        lists["title"] = SentenceList(names: [
            "night crossing", "little gears", "street talk", "harbour radio", "evening",
        ])

        for sentence in try all() {
            let matches = matcher.match(sentence, lists: lists)
            #expect(matches.first.map { $0.score > 0.8 } == true, "\(sentence): \(matches.first?.score ?? 0)")
            #expect(matches.count < 2 || matches[0].score > matches[1].score, "\(sentence) is ambiguous")
        }
    }

    @Test("whatever is chosen between alternatives, a sentence means the same")
    func meanings() throws {
        let phrases = try #require(PhraseList.builtIn(for: "en"))
        let file = try #require(SentenceLanguage.builtInFile(for: "en"))
        let matcher = try SentenceMatcher(SentenceLanguage(file))
        // One value of each list, so that nothing but alternatives differs.
        var lists = Dictionary(grouping: Self.names) { $0.list.rawValue }.mapValues { $0.map(\.text) }
        for (name, templates) in phrases.lists {
            lists[name] = Array(sentences(templates[0].expression, [:]).prefix(1))
        }
        var known = lists.mapValues { SentenceList(names: $0) }
        known["title"] = SentenceList(names: Self.names.map(\.text))

        for template in phrases.sentences where !template.text.contains("shuffle (") {
            let readings = sentences(template.expression, lists).map { matcher.match($0, lists: known).first }
            #expect(readings.allSatisfy { $0?.slots == readings[0]?.slots && $0?.intent == readings[0]?.intent })
        }
    }

    @Test("none asks for what cannot be taken back")
    func harmless() throws {
        let words = Set(try all().flatMap { $0.split(separator: " ").map(String.init) })

        #expect(words.isDisjoint(with: ["clear", "delete", "remove", "erase", "forget", "order", "empty"]))
    }

    @Test("other languages have none")
    func languages() {
        #expect(PhraseList.builtIn(for: "de_DE.UTF-8") == nil)
        #expect(PhraseList.builtIn(for: "en") != nil)
    }

    @Test(
        "a file with a mistake says which",
        arguments: ["", "{}", #"{"language":"en","sentences":["(a"]}"#, #"{"language":"en","sentences":[7]}"#])
    func mistakes(text: String) {
        #expect(throws: PhraseList.Refusal.self) { _ = try PhraseList(text) }
    }
}
