// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON
internal import OnCueCore
package import OnCueRuntime
internal import SubsonicProtocol

/// Tells one server what is listened to on this machine: what plays now, what was heard, where long items were left,
/// and the queue.
///
/// Plays come from OnCue's own journal, which is read when something else plays, when the program starts, and
/// when the server answers again; while entries wait, also when the network has changed, and after growing pauses. So nothing
/// is lost while the server, this program or the machine is away, plays are sent in order, and what was erased
/// from the journal before is not sent. What is private is never told; the service decides what that is. How far that is, is
/// kept as the numbers of entries, which no clock changes.
///
/// A play is sent once, unless its answer is lost. The protocol has no way to send something twice and be sure that it counts
/// once, so it is noted first that a play is being sent. Where the answer does not come, or this program is killed before
/// it has kept it, the server is asked when it has noted the song last, and how often, before the play is sent again. A
/// server that does not tell that gets the play again, ``mostRefusals`` times in all.
///
/// An entry is left out if its song is gone from the server, or if the server reports a fault with it again and again. A
/// play that it does not take for another reason, such as a proxy that answers in its place, waits.
///
/// Which positions it was told is in a file of its own, which goes when what was listened to is erased.
@MediaActor
package final class SubsonicPlays {
    /// How often the server may refuse an entry.
    private static let mostRefusals = 3
    /// How many seconds the clock may have been ahead when the server was added.
    private static let tolerance: Int64 = 300

    private let connection: SubsonicConnection
    private let source: SubsonicSource
    private let reports: any ListeningReports
    private let files: SubsonicFiles
    private let file: String
    private let positions: String
    private let retry: PlaysRetry
    private let log = Logger("subsonic")
    private let executor = BlockingExecutor(label: "oncue.subsonic.plays")
    private let time: @Sendable () -> Int64

    /// A song by its identifier in OnCue, and by the name that the server has for it.
    private struct Song: Equatable {
        var identifier: String
        var id: String
    }

    /// The part of the journal that was sent.
    private struct Progress: Sendable, Equatable {
        /// When the server was added, in seconds since 1970: of a log without a number, what came later is told.
        var since: Int64
        /// The number of the last entry that was told, or concerns others, in each log.
        var numbers: [String: Int64] = [:]
        /// The play of which it is not known whether the server has taken it.
        var sending: PlayBeingSent?
    }

    private var progress: Progress?
    /// Whether the file with positions was there.
    private var hasPositions = false
    private var playing: String?
    /// The songs of the server that were in the queue when the last one began.
    private var queue: [Song] = []
    private var work: Task<Void, Never>?
    /// Where the song of the queue was left that was saved with it last.
    private var left: (id: String, position: Duration)?
    private var isOutdated = false
    /// Entries wait, as far as known.
    private var waits = false
    private var isNew = false
    private var isEnded = false
    /// The entry that the server has refused last, and how often.
    private var refused: (entry: JournalEntry, count: Int)?

    init(
        _ connection: SubsonicConnection, _ source: SubsonicSource, in files: SubsonicFiles,
        reports: any ListeningReports, retry: PlaysRetry,
        time: @escaping @Sendable () -> Int64 = { Int64(Glibc.time(nil)) }
    ) {
        (self.connection, self.source, self.files, self.reports, self.time) = (connection, source, files, reports, time)
        self.retry = retry
        file = Self.file(of: connection.server, in: files)
        positions = Self.positions(of: connection.server, in: files)
        retry.onTurn = { [weak self] in self?.tryAgain() }
    }

    isolated deinit { work?.cancel() }

    /// Ends for good: the server is told nothing more.
    func end() {
        isEnded = true
        work?.cancel()
        retry.end()
    }

    private func tryAgain() {
        guard !isEnded else { return }
        connection.endRest()
        update()
    }

    /// Notes the state of playback. A queue has a current item also before it begins, and when it has ended: the server is
    /// told of what is heard.
    ///
    /// - Parameter identifier: The current item; `nil` without one.
    func nowPlaying(_ identifier: String?, _ state: PlaybackState) {
        let current = identifier.flatMap(song)?.id
        let heard: String? =
            switch state {
            case .playing: current
            // Who goes on with a song has not begun another one.
            case .paused, .interrupted, .loading, .buffering: current == playing ? current : nil
            case .stopped, .failed: nil
            }
        guard heard != playing else { return }
        playing = heard
        update(isNewSong: heard != nil)
    }

    /// Tells what is left to tell.
    func update(isNewSong: Bool = false) {
        if isNewSong { isNew = true }
        isOutdated = true
        guard work == nil, !isEnded else { return }
        work = Task { @MediaActor [weak self] in
            while let self, self.isOutdated, !self.isEnded {
                self.isOutdated = false
                await self.run()
            }
            self?.work = nil
        }
    }

    private func run() async {
        retry.begin()
        if let isDone = await tellJournal() { waits = !isDone }
        source.isAhead = waits
        guard !isEnded else { return }
        // A login that is wrong does not become right.
        if waits, connection.failure?.code != .wrongLogin { retry.fail() } else { retry.rest() }
        guard isNew, !isEnded, let playing else { return }
        isNew = false
        queue = await queued()
        guard await !tellable(queue.filter { $0.id == playing }).isEmpty, !isEnded else { return }
        await source.probe()
        // Something else may play by now.
        guard !isEnded, self.playing == playing else { return }
        _ = try? await connection.ask(.played(playing, at: nil))
        // Who goes on with what was stopped does not begin anew.
        await saveQueue(current: playing, at: left?.id == playing ? left?.position ?? .zero : .zero)
    }

    // MARK: The journal

    /// - Returns: False if entries wait; `nil` if that is not known.
    private func tellJournal() async -> Bool? {
        var told = await currentProgress()
        guard
            let (entries, end) = await reports.entries(
                of: connection.server.busName, after: told.numbers, since: told.since)
        else { return nil }
        // Whether the server keeps bookmarks and queues, if nobody has looked yet.
        if !entries.isEmpty { await source.probe() }
        for entry in entries {
            guard !isEnded, await tell(entry, &told) else { return false }
            guard let log = entry.log, let number = entry.number else { continue }
            (told.numbers[log], told.sending) = (number, nil)
            await keep(told)
        }
        // Entries of others are not looked at again.
        guard !isEnded, end != told.numbers else { return true }
        told.numbers = end
        await keep(told)
        return true
    }

    private enum Preparation {
        case send
        /// There is nothing to send any longer.
        case isDone
        case waits
    }

    /// Notes that a play is being sent. One that was sent before, without an answer, is looked for on the server first.
    private func prepare(_ entry: JournalEntry, _ id: String, _ told: inout Progress) async -> Preparation {
        guard let log = entry.log, let number = entry.number else { return .send }
        var sending = PlayBeingSent(log: log, number: number, asked: time())
        if let before = told.sending, before.log == log, before.number == number {
            var song: SubsonicAnswer?
            do throws(SubsonicError) { song = try await connection.ask(.song(id)) } catch {
                if isEnded || error.isOfServer || connection.isResting { return .waits }
            }
            let answer = before.answer(of: song, for: entry.time)
            if answer == .taken { return .isDone }
            guard answer == .notTaken || before.times < Self.mostRefusals else {
                self.log.info("a play is left out, since its answer never comes", ["server": connection.server.name])
                return .isDone
            }
            sending.times = before.times + (answer == .notTaken ? 0 : 1)
            sending.count = song?.playCount
        }
        told.sending = sending
        await keep(told)
        return isEnded ? .waits : .send
    }

    /// Tells the server of an entry.
    ///
    /// - Returns: False if that is to be tried again later.
    private func tell(_ entry: JournalEntry, _ told: inout Progress) async -> Bool {
        guard !entry.isPrivate else { return true }
        let own = entry.subject.identifier.key.dropFirst(connection.server.busName.count + 1)
        guard let item = SubsonicItem(String(decoding: PercentEncoding.decode(own.utf8), as: UTF8.self)),
            item.kind == .song || item.kind == .bookmark
        else { return true }
        let request: SubsonicRequest
        let isLong = (entry.subject.duration ?? .zero) >= SubsonicSource.long && source.found.contains(.bookmarks)
        switch entry.kind {
        // A clock that was ahead is no reason to tell of what is to come.
        case .heard: request = .played(item.id, at: min(entry.time, time()))
        case .finished where isLong: request = .removeBookmark(item.id)
        case .paused, .left, .skipped, .stopped:
            if queue.contains(where: { $0.id == item.id }), entry.kind != .skipped {
                left = (item.id, entry.position)
                await saveQueue(current: item.id, at: entry.position)
            }
            guard isLong else { return true }
            request = .bookmark(item.id, milliseconds: Self.milliseconds(entry.position))
        default: return true
        }
        if entry.kind == .heard {
            switch await prepare(entry, item.id, &told) {
            case .send: break
            case .isDone: return true
            case .waits: return false
            }
        }
        do throws(SubsonicError) {
            _ = try await connection.ask(request)
            if isLong, entry.kind != .heard {
                await noteBookmark(entry.kind == .finished ? nil : Self.milliseconds(entry.position), of: item.id)
            }
            return true
        } catch {
            if told.sending != nil, !error.leavesDoubt, !isEnded {
                told.sending = nil
                await keep(told)
            }
            if isEnded || error.isOfServer || connection.isResting { return false }
            switch Self.meaning(of: error.code, isPlay: entry.kind == .heard) {
            case .gone: return true
            case .waits: return false
            case .counts:
                let count = refused?.entry == entry ? (refused?.count ?? 0) + 1 : 1
                refused = (entry, count)
                return count >= Self.mostRefusals
            }
        }
    }

    /// The meaning of a refusal for an entry.
    private enum Refusal {
        /// Its song is no longer there.
        case gone
        /// After some of these it is left out: others wait behind it.
        case counts
        /// It is sent again until the server takes it.
        case waits
    }

    private static func meaning(of code: SubsonicError.Code, isPlay: Bool) -> Refusal {
        switch code {
        case .notFound: .gone
        case .malformed, .tooLarge, .faulty, .failed: .counts
        // A proxy answers in this way while the server begins, and permissions and trials are given again. A position is
        // another one soon, and must not keep plays back.
        case .forbidden, .unsupported, .noTokens, .invalidAddress: isPlay ? .waits : .counts
        case .unreachable, .busy, .notTrusted, .wrongLogin: .waits
        }
    }

    /// Keeps what the server was told of positions, so that it is not taken for news when it comes back.
    private func noteBookmark(_ milliseconds: Int?, of id: String) async {
        let path = positions
        // What was erased meanwhile is not written again.
        if hasPositions, await executor.run({ access(path, F_OK) != 0 }) { source.ownBookmarks = [:] }
        if source.ownBookmarks.count >= Self.mostBookmarks { source.ownBookmarks = [:] }
        source.ownBookmarks[id] = milliseconds
        if let list = SubsonicSection.bookmarks.item { source.forget(list) }
        await keepPositions()
    }

    /// The most positions that are remembered.
    private static let mostBookmarks = 1000

    private static func milliseconds(_ time: Duration) -> Int {
        let (seconds, attoseconds) = time.components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }

    // MARK: The queue

    /// The most bytes of an address with a queue, and those after a refusal. Servers behind gunicorn take 4094 bytes for the
    /// first line of a request, and those behind nginx 8 KiB.
    private static let addressLimits = [3_800, 1_900]

    /// Saves the songs of this server in the queue, where the server keeps queues: all of them where it takes forms, and
    /// otherwise as many around the current one as fit into an address.
    private func saveQueue(current: String, at position: Duration) async {
        guard source.found.contains(.queue) else { return }
        let milliseconds = Self.milliseconds(position)
        func length(_ songs: [String]) -> Int {
            connection.address(
                of: .saveQueue(songs, current: current, milliseconds: milliseconds), isData: false
            ).utf8.count
        }
        var isForm = false
        if length(queue.map(\.id)) > Self.addressLimits[0] { isForm = await connection.takesForms() }
        for limit in (isForm ? [Int.max] : []) + Self.addressLimits {
            let songs = await tellable(queue)
            guard songs.contains(current), !isEnded else { return }
            let part =
                limit == .max
                ? songs : Array(SubsonicRequest.part(of: songs, around: current, within: limit - length([])))
            do throws(SubsonicError) {
                _ = try await connection.ask(
                    .saveQueue(part, current: current, milliseconds: milliseconds), asForm: limit == .max)
                return
            } catch {
                log.info(
                    "the queue is not saved for other players",
                    ["server": connection.server.name, "songs": "\(part.count)", "error": error.message])
                if isEnded || error.isOfServer || connection.isResting || part.count <= 1 { return }
            }
        }
    }

    private func queued() async -> [Song] {
        await reports.queue().compactMap(song)
    }

    /// The song of this server that an item of OnCue is; `nil` for one that is something else.
    private func song(_ identifier: String) -> Song? {
        let prefix = "provided:" + connection.server.busName + "/"
        guard identifier.hasPrefix(prefix) else { return nil }
        let own = PercentEncoding.decode(identifier.dropFirst(prefix.count).utf8)
        guard let item = SubsonicItem(String(decoding: own, as: UTF8.self)),
            item.kind == .song || item.kind == .bookmark
        else { return nil }
        return Song(identifier: identifier, id: item.id)
    }

    /// The songs of which the server may be told now, by its names for them.
    private func tellable(_ songs: [Song]) async -> [String] {
        let identifiers = Set(await reports.tellable(songs.map(\.identifier)))
        return songs.filter { identifiers.contains($0.identifier) }.map(\.id)
    }

    // MARK: The file

    private func currentProgress() async -> Progress {
        if progress == nil {
            let (files, file, path) = (files, file, positions)
            let (json, kept) = await executor.run {
                ((try? files.json(file)).flatMap { $0 }, (try? files.json(path)).flatMap { $0 })
            }
            progress = json.flatMap { Self.progress($0) }
            hasPositions = kept != nil
            await takePositions(kept, former: json?["bookmarks"])
        }
        // A clock that was ahead is no reason to tell nothing until it is that late.
        if let progress, progress.since <= time() + Self.tolerance { return progress }
        // What was listened to before the server was added is not told.
        let new = Progress(since: time(), numbers: progress?.numbers ?? [:], sending: progress?.sending)
        await keep(new)
        return new
    }

    /// - Parameter former: What an earlier version has kept with all else.
    private func takePositions(_ kept: JSONValue?, former: JSONValue?) async {
        guard case .object(let members)? = kept ?? former, source.ownBookmarks.isEmpty else { return }
        for member in members.prefix(Self.mostBookmarks) { source.ownBookmarks[member.name] = member.value.intValue }
        guard kept == nil else { return }
        await keepPositions()
        if let progress { await keep(progress) }
    }

    private func keepPositions() async {
        guard !isEnded else { return }
        let (files, path) = (files, positions)
        let members = source.ownBookmarks.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .int($0.value)) }
        await executor.run { try? files.write(.object(members), to: path) }
        hasPositions = true
    }

    /// The file with the positions that the server was told.
    static func positions(of server: SubsonicServer, in files: SubsonicFiles) -> String {
        files.folder(of: server.key) + "/positions.json"
    }

    /// The file with how far plays are told.
    static func file(of server: SubsonicServer, in files: SubsonicFiles) -> String {
        files.folder(of: server.key) + "/plays.json"
    }

    private static func progress(_ json: JSONValue) -> Progress? {
        // From before there were numbers: all entries of that second were told.
        if let time = json["time"]?.intValue { return Progress(since: Int64(time) + 1) }
        guard let since = json["since"]?.intValue else { return nil }
        var progress = Progress(since: Int64(since))
        if case .object(let members)? = json["numbers"] {
            for member in members { progress.numbers[member.name] = member.value.intValue.map { Int64($0) } }
        }
        progress.sending = json["sending"].flatMap { PlayBeingSent($0) }
        return progress
    }

    private func keep(_ progress: Progress) async {
        guard !isEnded else { return }
        self.progress = progress
        let (files, file) = (files, file)
        let numbers = progress.numbers.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .int(Int($0.value))) }
        var members: [JSONValue.Member] = [
            .init("since", .int(Int(progress.since))), .init("numbers", .object(numbers)),
        ]
        if let sending = progress.sending { members.append(.init("sending", sending.json)) }
        await executor.run { [members] in try? files.write(.object(members), to: file) }
    }
}
