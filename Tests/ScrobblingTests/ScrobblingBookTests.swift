// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Scrobbling
import Testing

@Suite("Likes here and loves at a service")
struct LoveBookTests {
    private static func track(_ key: String) -> ContentIdentifier { ContentIdentifier(kind: .track, key: key) }
    private let a = track("a")
    private let b = track("b")
    private let c = track("c")

    @Test("A love that is new there becomes a like, once, and is not told back")
    func comes() {
        var book = LoveBook()

        let changes = book.take([.init("A", a), .init("X", nil)], isComplete: true, waiting: [])
        let again = book.take([.init("A", a), .init("X", nil)], isComplete: true, waiting: [])

        #expect(changes.liked == [a] && changes.unliked.isEmpty && again == LoveBook.Changes())
        #expect(!book.tells(a, liked: true) && book.tells(a, liked: false))
        #expect(book.tells(b, liked: true) && !book.tells(b, liked: false))
    }

    @Test("What was listed and is not any longer was taken back; not what the service never listed")
    func goes() {
        var book = LoveBook()
        (book.entries[a], book.entries[b]) = (.init("A"), .init("B"))

        let first = book.take([.init("A", a)], isComplete: true, waiting: [])
        let second = book.take([], isComplete: true, waiting: [])

        #expect(first == LoveBook.Changes(), "B may have another name there")
        #expect(second.unliked == [a] && book.entries[b] != nil)
    }

    @Test("A track that the service lists under a name of its own is the same one")
    func renamed() {
        var book = LoveBook()
        book.entries[a] = .init("the testers\nA")

        let changes = book.take([.init("The Testers\nA", a)], isComplete: true, waiting: [])

        #expect(changes == LoveBook.Changes() && book.entries[a] == .init("The Testers\nA", isSeen: true))
    }

    @Test("Nothing is taken back by half a list, nor what has changed here meanwhile")
    func partly() {
        var book = LoveBook()
        for (track, key) in [(a, "A"), (b, "B")] { book.entries[track] = .init(key, isSeen: true) }

        let half = book.take([.init("A", a)], isComplete: false, waiting: [])
        let changed = book.take([.init("C", c)], isComplete: true, waiting: [a, b, c])

        #expect(half == LoveBook.Changes() && changed == LoveBook.Changes() && book.entries.count == 2)
    }

    @Test("What was taken back here does not come back with a list of before, but with one after it")
    func oldList() {
        var book = LoveBook()
        book.add(a, "A")
        book.remove(a)

        let old = book.take([.init("A", a)], isComplete: true, waiting: [])
        let oldUnderAnotherName = book.take([.init("The A", a)], isComplete: true, waiting: [])
        let without = book.take([], isComplete: true, waiting: [])
        let again = book.take([.init("A", a)], isComplete: true, waiting: [])

        #expect([old, oldUnderAnotherName, without] == [LoveBook.Changes(), LoveBook.Changes(), LoveBook.Changes()])
        #expect(again.liked == [a] && book.takenBack.isEmpty)
    }

    @Test("What is liked here again is not taken for what was taken back")
    func likedAgain() {
        var book = LoveBook()
        book.add(a, "A")
        book.remove(a)
        book.add(a, "A")

        _ = book.take([.init("A", a)], isComplete: true, waiting: [])
        let gone = book.take([], isComplete: true, waiting: [])

        #expect(gone.unliked == [a])
    }

    @Test("Of two copies of a track one goes without the other, and without a new like")
    func copies() {
        var book = LoveBook()
        book.add(a, "A")
        #expect(!book.isShared(a))
        book.add(b, "A")
        #expect(book.isShared(a) && book.isShared(b) && !book.isShared(c))
        book.remove(a)

        let changes = book.take([.init("A", a)], isComplete: true, waiting: [])

        #expect(changes == LoveBook.Changes() && !book.isShared(b) && book.entries[b]?.isSeen == true)
        #expect(book.takenBack.isEmpty)
    }

    @Test("A service has loves when it has listed or taken any")
    func proven() {
        var (listed, taken) = (LoveBook(), LoveBook())
        #expect(!listed.isProven)
        _ = listed.take([], isComplete: true, waiting: [])
        taken.add(a, "A")
        #expect(listed.isProven && taken.isProven)
    }

    @Test("A service that suddenly lists next to nothing takes back no likes")
    func emptied() {
        var book = LoveBook()
        for number in 0..<40 { book.entries[Self.track("t\(number)")] = .init("T\(number)", isSeen: true) }

        let changes = book.take([], isComplete: true, waiting: [])

        #expect(changes.keptBack == 40 && changes.unliked.isEmpty && book.entries.count == 40)
    }
}

@Suite("The file of accounts")
struct ScrobblingBookTests {
    private static func listen(_ start: Int64, _ heard: Int64) -> Listen {
        Listen(ContentIdentifier(kind: .track, key: "a"), title: "A", artists: ["B"], start: start, heard: heard)
    }

    @Test("It comes back as it was")
    func whole() {
        var book = ScrobblingBook()
        var account = ScrobblingAccount("lastfm", .lastFM, server: "https://a/", user: "ann \"x\"", token: "t")
        (account.key, account.secret, account.sendsPodcasts, account.sharesLoves) = ("k", "s", true, true)
        (account.plays, account.likes) = (["log1": 7, "log2": 9], ["log1": 3])
        account.since = 1_789_000_000
        account.loves.entries[ContentIdentifier(kind: .track, key: "a")] = .init("A\nB", isSeen: true)
        (account.loves.takenBack, account.loves.isProven) = (["C\nD": ContentIdentifier(kind: .track, key: "c")], true)
        (account.sentCount, account.leftOut, account.lastSent) = (5, ["short": 2], 1_790_000_000)
        account.denial = "invalid"
        book.accounts = [account, ScrobblingAccount("listenbrainz", .listenBrainz, server: "x", user: "", token: "u")]
        (book.accounts[1].sharesLoves, book.accounts[0].lacksLoves) = (false, true)
        book.privateItems = [ContentIdentifier(kind: .artist, key: "abba")]
        book.privateTitles[book.privateItems[0]] = "Abba"
        book.keepPrivate(Self.listen(7, 9))
        book.silences = [.init(5, 9), .init(11, 10), .init(20)]
        book.silences[1].former = ["log1": 3]
        book.silences[1].through = [:]

        #expect(ScrobblingBook(bytes: book.bytes) == book)
    }

    @Test("A file of a later version is known as such, so that it is not replaced")
    func newer() {
        let bytes = Array(#"{"version":2,"accounts":[]}"#.utf8)
        #expect(ScrobblingBook(bytes: bytes) == nil && ScrobblingBook.isNewer(bytes))
        #expect(!ScrobblingBook.isNewer(ScrobblingBook().bytes) && !ScrobblingBook.isNewer(Array("{".utf8)))
    }

    @Test("A damaged file is none", arguments: ["", "{", "[]", #"{"version":0}"#])
    func damaged(text: String) { #expect(ScrobblingBook(bytes: Array(text.utf8)) == nil) }

    @Test(
        "A file in which something private cannot be read is damaged",
        arguments: [
            #""private":{}"#, #""private":["track"]"#, #""privateTitles":[["artist:a"]]"#,
            #""privatePlays":[["track:7"]]"#,
            #""silences":[[null]]"#,
        ])
    func damagedPart(text: String) {
        #expect(ScrobblingBook(bytes: Array((#"{"version":1,"accounts":[],"# + text + "}").utf8)) == nil)
        #expect(ScrobblingBook(bytes: Array(#"{"version":1,"accounts":[]}"#.utf8)) == ScrobblingBook())
    }

    @Test("In place of a damaged file everything is private until the user resumes, and what was heard before stays so")
    func inPlaceOfDamaged() throws {
        var book = ScrobblingBook(damaged: [])
        book.setPaused(true, now: 50, at: ["a": 10])
        #expect(book.isDamaged && book.isPaused && book.isSilent(Self.listen(90, 120)))
        book = try #require(ScrobblingBook(bytes: book.bytes))
        #expect(book.isDamaged && book.isPaused && book.isSilent(Self.listen(0, 1)))

        book.setPaused(false, now: 100, at: ["a": 20])

        #expect(!book.isDamaged && !book.isPaused && !book.isSilent(Self.listen(101, 120)))
        #expect(
            book.isSilent(Self.listen(5, 20))
                && book.isSilent(Self.listen(500, 600), at: LogPosition("a", first: 20, 21)))
        #expect(!book.isSilent(Self.listen(500, 600), at: LogPosition("a", first: 21, 22)))
    }

    @Test("A play that was in private in part is private")
    func silences() {
        var book = ScrobblingBook()
        book.setPaused(true, now: 100)
        book.setPaused(true, now: 150)
        #expect(book.isPaused && book.isSilent(Self.listen(90, 120)) && book.isSilent(Self.listen(500, 600)))
        book.setPaused(false, now: 200)

        #expect(!book.isPaused && book.isSilent(Self.listen(180, 230)) && !book.isSilent(Self.listen(201, 230)))
        #expect(!book.isSilent(Self.listen(50, 99)))
    }

    @Test("What is private is found by name, too, when it is not in the library any longer")
    func names() {
        var hidden = PrivateListening([ContentIdentifier(kind: .track, key: "b")])
        var listen = Self.listen(1, 2)
        (listen.artists, listen.album) = (["Ann", "ÁBBA"], "Gold")
        #expect(!hidden.contains(listen))
        hidden.add(artist: "")
        hidden.add(album: "Silver")
        #expect(!hidden.contains(listen))

        var (byArtist, byAlbum) = (hidden, hidden)
        byArtist.add(artist: "abba")
        byAlbum.add(album: "gold")
        #expect(byArtist.contains(listen) && byAlbum.contains(listen))
        listen.identifier = ContentIdentifier(kind: .track, key: "b")
        #expect(hidden.contains(listen))
    }

    @Test("Of plays that were private when they were heard, the last ones are known")
    func privatePlays() {
        var book = ScrobblingBook()
        for time in 1...Int64(ScrobblingBook.privatePlayLimit + 1) { book.keepPrivate(Self.listen(0, time)) }

        #expect(book.privatePlays.count == ScrobblingBook.privatePlayLimit)
        #expect(book.isKeptPrivate(Self.listen(0, 2)) && !book.isKeptPrivate(Self.listen(0, 1)))
        var other = Self.listen(0, 2)
        other.identifier = ContentIdentifier(kind: .track, key: "b")
        #expect(!book.isKeptPrivate(other))
    }

    @Test("A play that was in private stays so when the clock is set meanwhile")
    func clockSet() {
        var book = ScrobblingBook()
        book.setPaused(true, now: 5_000, at: ["a": 10])
        #expect(book.isSilent(Self.listen(50, 60), at: LogPosition("a", first: 11, 12)))
        #expect(book.isSilent(Self.listen(50, 60), at: LogPosition("b", first: 1, 2)), "a log that is new")
        book.setPaused(false, now: 100, at: ["a": 20])

        func isSilent(_ log: String, _ first: Int64, _ number: Int64) -> Bool {
            book.isSilent(Self.listen(50, 60), at: .init(log, first: first, number))
        }
        #expect(isSilent("a", 12, 13) && isSilent("a", 9, 12) && isSilent("a", 20, 25) && isSilent("a", 9, 25))
        #expect(!isSilent("a", 9, 10) && !isSilent("a", 21, 25) && !isSilent("b", 1, 2))
    }

    @Test("Of too many pauses, the oldest grow together")
    func manyPauses() {
        var book = ScrobblingBook()
        for number in 0..<Int64(ScrobblingBook.silenceLimit + 5) {
            book.setPaused(true, now: number * 10)
            book.setPaused(false, now: number * 10 + 5)
        }

        #expect(book.silences.count == ScrobblingBook.silenceLimit && book.isSilent(Self.listen(2, 3)))
    }
}
