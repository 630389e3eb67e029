// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueQuery
import Testing

@Suite("The query language")
struct QueryParsingTests {
    private func condition(_ text: String) throws -> QueryCondition { try ContentQuery(text).condition }

    private func word(_ text: String) -> QueryCondition { .text(QueryText(text)) }

    private func column(_ text: String) -> Int? {
        do throws(ContentError) {
            _ = try ContentQuery(text)
            return nil
        } catch {
            guard case .invalidQuery(let column) = error.code else { return -1 }
            return column
        }
    }

    @Test("words are beginnings, and quoted texts are whole words")
    func words() throws {
        #expect(try condition("Miles blu") == .all([word("miles"), word("blu")]))
        #expect(try condition("\"Nina Simone\"") == .text(QueryText("nina simone", isWhole: true)))
        #expect(try condition("\"Nina Sim") == .text(QueryText("nina sim")))
        #expect(
            try condition("artist:\"Nina Simone\"") == .text(QueryText(field: .artist, "nina simone", isWhole: true)))
        #expect(try condition("AC/DC") == word("ac/dc"))
        #expect(QueryText("AC/DC").words == ["ac", "dc"])
    }

    @Test("OR binds less than standing side by side, a minus most, and parentheses change that")
    func precedence() throws {
        #expect(try condition("a b OR c") == .any([.all([word("a"), word("b")]), word("c")]))
        #expect(try condition("a (b OR c)") == .all([word("a"), .any([word("b"), word("c")])]))
        #expect(try condition("a -b c") == .all([word("a"), .not(word("b")), word("c")]))
        #expect(try condition("-(b OR c)") == .not(.any([word("b"), word("c")])))
        #expect(try condition("a AND b") == .all([word("a"), word("b")]))
        #expect(try condition("a | b") == .any([word("a"), word("b")]))
        #expect(try condition("or") == word("or"))
    }

    @Test("signs in plain text say nothing beside words, and are text where they stand alone")
    func signs() throws {
        #expect(try condition("Simon & Garfunkel") == .all([word("simon"), word("garfunkel")]))
        #expect(try condition("Miles Davis - So What") == condition("Miles Davis So What"))
        #expect(try condition("!!!") == word("!!!"))
        #expect(try condition("Mission: Impossible") == .all([word("mission:"), word("impossible")]))
        #expect(try condition("--") == word("--"))
        #expect(try ContentQuery("  ").isBlank)
        #expect(try ContentQuery("\"\"").isBlank)
    }

    @Test(
        "numbers are single, compared or a range",
        arguments: [
            ("year:1960", 1960...1960), ("year:1960..1969", 1960...1969), ("plays:0", 0...0), ("disc:2", 2...2),
            ("length:3m", 180_000_000...239_999_999), ("length:3m..5m", 180_000_000...300_999_999),
            ("length:1h30m", 5_400_000_000...5_459_999_999), ("length:3:45", 225_000_000...225_999_999),
        ])
    func numbers(_ text: String, _ range: ClosedRange<Int64>) throws {
        guard case .number(_, range) = try condition(text) else { throw Unexpected(text: text) }
    }

    @Test("comparisons leave the value itself out, unless an equals sign takes it in")
    func comparisons() throws {
        func matches(_ text: String, _ year: Int64) throws -> Bool {
            try ContentQuery(text).matches(QueryRow(kind: .track, title: "", numbers: [.year: year]), now: 0)
        }
        #expect(try matches("year:>1990", 1991) && !matches("year:>1990", 1990))
        #expect(try matches("year:>=1990", 1990) && !matches("year:>=1990", 1989))
        #expect(try matches("year:<1990", 1989) && !matches("year:<1990", 1990))
        #expect(try matches("year:<=1990", 1990) && !matches("year:<=1990", 1991))
        #expect(try matches("year:1990..", 2020) && matches("year:..1990", 1990) && !matches("year:..1990", 1991))
    }

    @Test("times are ages or dates")
    func times() throws {
        let day: Int64 = 86_400
        let now = 20_000 * day
        func matches(_ text: String, _ time: Int64) throws -> Bool {
            try ContentQuery(text).matches(QueryRow(kind: .track, title: "", times: [.added: time]), now: now)
        }
        #expect(try matches("added:<30d", now - 29 * day) && !matches("added:<30d", now - 31 * day))
        #expect(try matches("added:>1y", now - 366 * day) && !matches("added:>1y", now - 364 * day))
        #expect(try matches("added:2w..1mo", now - 20 * day) && !matches("added:2w..1mo", now - 13 * day))
        // 2024-05-17 00:00 UTC
        let moment: Int64 = 1_715_904_000
        #expect(try matches("added:2024", moment) && matches("added:2024-05", moment))
        #expect(try matches("added:2024-05-17", moment) && !matches("added:2024-05-17", moment - 1))
        #expect(try matches("added:2023..2024", moment) && !matches("added:>2024", moment))
        #expect(try matches("added:<2024-06", moment) && !matches("added:<2024-05", moment))
        #expect(try matches("added:2024-02-29", 1_709_164_800))
    }

    @Test("kinds, marks, order and limit are understood")
    func others() throws {
        #expect(try condition("kind:albums|track") == .kind([.album, .track]))
        #expect(try condition("kind:podcast") == .kind([.podcast, .episode]))
        #expect(try condition("unplayed") == .flag(.unplayed))
        #expect(try condition("favorite") == .flag(.favourite))
        #expect(try condition("is:compilation") == .flag(.compilation))
        #expect(try condition("\"unplayed\"") == .text(QueryText("unplayed", isWhole: true)))
        let query = try ContentQuery("sort:-plays,title limit:50")
        #expect(query.order == [QueryOrder(.plays, isDescending: true), QueryOrder(.title)])
        #expect(query.limit == 50 && query.condition == .all([]) && !query.isBlank)
        for (text, seconds) in [("90m", 5400), ("2h30m", 9000), ("1:30:00", 5400), ("45s", 45)] {
            let query = try ContentQuery("limit:" + text)
            #expect(query.playingTime == .seconds(seconds) && query.limit == nil && !query.isBlank)
        }
        let both = try ContentQuery("limit:9 limit:2h")
        #expect(both.limit == 9 && both.playingTime == .seconds(7200))
    }

    @Test(
        "a mistake is told with its column",
        arguments: [
            ("blue yaer:1960", 6), ("year:196x", 6), ("a b)", 4), ("(a OR b", 1), ("a OR", 5), ("OR a", 1),
            ("kind:albun", 6), ("kind:album|sonk", 12), ("sort:-plaays", 7), ("limit:0", 7), ("limit:0m", 7),
            ("limit:-5", 7), ("limit:10001", 7),
            ("blue limit:2x", 12), ("-limit:2h", 1), ("limit:", 7), ("artist:", 8),
            ("a -sort:plays", 3), ("year:1969..1960", 6), ("added:soon", 7), ("length:3x", 8), ("()", 2), ("-\"\"", 2),
            ("is:great", 4), ("added:2023-13", 7), ("added:2023-02-29", 7), ("genre:(jazz OR soul)", 7),
            ("Björk yaer:1960", 7), ("added:30d..soon", 7), ("added:<1m", 7), ("played:2m..3mo", 8),
        ])
    func mistakes(_ text: String, _ expected: Int) {
        #expect(column(text) == expected)
    }

    @Test("of m as an age says what it could be; min and mo are plain")
    func minutesAndMonths() throws {
        let error = #expect(throws: ContentError.self) { try ContentQuery("added:<3m") }
        #expect(
            error?.message == "column 7: \"3m\" could be minutes or months; write 3mo for months, or 3min for minutes")
        #expect(try ContentQuery("added:<3mo").condition == ContentQuery("added:<90d").condition)
        #expect(try ContentQuery("added:<60min").condition == ContentQuery("added:<1h").condition)
    }

    @Test("the message names what was expected and the nearest right word")
    func messages() {
        func message(_ text: String) -> String {
            do throws(ContentError) {
                _ = try ContentQuery(text)
                return ""
            } catch {
                return error.message
            }
        }
        #expect(
            message("autor:x").contains("did you mean artist") || message("artis:x").contains("did you mean artist:?"))
        #expect(message("yaer:1").contains("column 1") && message("yaer:1").contains("did you mean year:?"))
        #expect(message("sort:titel").contains("did you mean title?"))
        #expect(message("xyzzy:1").contains("fields are artist, album"))
        #expect(message("artist:").contains("such as artist:\"Nina Simone\""))
        #expect(message("length:soon").contains("expected 20m"))
    }

    @Test("two texts in one field are asked for at once only where they stand side by side")
    func twice() throws {
        for (text, isTwice) in [
            ("genre:folk genre:jazz", true), ("genre:folk OR genre:jazz", false), ("genre:folk artist:bach", false),
            ("kind of blue", false), ("genre:folk -genre:jazz", false), ("genre:folk", false),
        ] {
            #expect(try ContentQuery(text).asksTwiceForAField == isTwice, "\(text)")
        }
    }

    @Test("everything is bounded")
    func bounds() {
        #expect(column(String(repeating: "a", count: 1000)) == nil)
        #expect(column(String(repeating: "a", count: 1001)) == 1001)
        #expect(column(String(repeating: "a ", count: 64)) == nil)
        #expect(column(String(repeating: "a ", count: 65)) == 129)
        let (open, close) = (String(repeating: "(", count: 16), String(repeating: ")", count: 16))
        #expect(column(open + "a" + close) == nil)
        #expect(column("(" + open + "a" + close + ")") == 17)
        #expect(column(String(repeating: "-(", count: 400)) != nil)
        #expect(column("plays:99999999999999999999") == 7)
        #expect(column("added:<999999999y") == nil)
    }
}

struct Unexpected: Error {
    var text: String
}
