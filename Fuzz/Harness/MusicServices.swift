// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import Scrobbling
internal import SubsonicProtocol

/// What services say that know what is listened to, and servers that have music.
extension FuzzTarget {
    /// Whatever a service answers to listens and loves, what follows is bounded. The first line has the status and, behind a
    /// space, when to come back; the rest is the answer. All of it is also read as the file of accounts.
    func scrobbling(_ bytes: [UInt8]) {
        let head = bytes.prefix { $0 != UInt8(ascii: "\n") }.prefix(100)
        let words = String(decoding: head, as: UTF8.self).split(separator: " ", maxSplits: 1)
        let answer = ServiceAnswer(
            words.first.flatMap { Int($0) } ?? 200, words.count > 1 ? ["retry-after": String(words[1])] : [:],
            Array(bytes.dropFirst(head.count + 1)))
        for verdict in [ListenBrainz.verdict(answer), LastFM.verdict(answer), LastFM.simpleVerdict(answer)] {
            switch verdict {
            case .accepted(let refused): precondition(refused.allSatisfy { $0.index >= 0 }, "no such listen")
            case .later(_, let after, let index):
                precondition(index >= 0, "no such listen")
                precondition(after.map { $0 >= .zero && $0 <= Verdict.longestWait } ?? true, "an endless wait")
            case .denied(let reason), .refused(let reason):
                precondition(reason.utf8.count <= 1000, "a long reason")
            }
        }
        if let (_, after) = Verdict.postponement(answer) {
            precondition(after.map { $0 >= .zero && $0 <= Verdict.longestWait } ?? true, "an endless wait")
        }
        _ = ListenBrainz.tokenAnswer(answer)
        _ = (LastFM.token(answer), LastFM.session(answer), LastFM.lacksMethod(answer))
        precondition(ListenBrainz.recording(answer).map(ListenBrainz.isRecording) ?? true, "no recording")
        if let page = ListenBrainz.loves(answer) {
            precondition(page.loves.count <= page.count, "more loves than entries")
            precondition(
                page.loves.allSatisfy { $0.recording.map(ListenBrainz.isRecording) ?? true }, "no recording")
        }
        _ = LastFM.loves(answer)
        if let book = ScrobblingBook(bytes: bytes) {
            precondition(ScrobblingBook(bytes: book.bytes) == book, "other accounts are read again")
        }
    }

    /// Whatever a server answers, its lists have a bound, and what is kept of an item is read as it was. The bytes are also
    /// read as an address, as an identifier, and as a login.
    func subsonic(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if let address = try? SubsonicAddress(text) {
            precondition((try? SubsonicAddress(address.text)) == address, "another address is read again")
        }
        if let item = SubsonicItem(text) {
            precondition(SubsonicItem(item.identifier) == item, "another item is read again")
        }
        if let login = SubsonicCredential(kept: text) {
            precondition(SubsonicCredential(kept: login.kept) == login, "another login is read again")
        }
        guard let answer = try? SubsonicAnswer(bytes) else { return }
        let lists = [
            answer.artists, answer.albumsOfArtist, answer.albums, answer.songsOfAlbum, answer.genres, answer.playlists,
            answer.songsOfPlaylist, answer.starred, answer.found, answer.podcasts, answer.episodes, answer.stations,
            answer.bookmarks, answer.playQueue,
        ]
        _ = answer.extensions
        let single = [answer.album, answer.artist, answer.song, answer.playlist].compactMap { $0 }
        for record in lists.joined() + single {
            precondition(!record.title.isEmpty && !record.title.contains("\n"), "a title that is no line")
            precondition(
                record.position.map { $0 >= .zero && $0 <= .seconds(31_536_000) } ?? true, "an endless position")
            precondition(record.left.map { $0 >= -100_000 && $0 < 1 << 40 } ?? true, "a time that no calendar has")
            precondition(record.suffix.map { !$0.contains("/") && !$0.contains(".") } ?? true, "a path")
            guard let again = SubsonicRecord(kept: record.kept) else { preconditionFailure("it is not read again") }
            precondition(again.kept == record.kept && again.item == record.item, "another item is read again")
        }
    }
}
