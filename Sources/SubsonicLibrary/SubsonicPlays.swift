// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON
internal import OnCueCore
package import OnCueRuntime
internal import SubsonicProtocol

/// Reports to one server the listening on this machine: the current song, the plays, the positions in long items, and
/// the queue.
///
/// Plays come from OnCue's own journal, which is read when another song begins or none is heard any longer, when the
/// program starts, and when the server answers again; while entries wait, also when the network has changed, and after
/// growing pauses. So nothing is lost while the server, this program or the machine is away, plays are sent in order,
/// and entries that are erased from the journal before they are sent are never sent. Private listening is never
/// reported; the service decides what is private. The progress is kept as the numbers of entries, which do not depend
/// on clocks.
///
/// A play is sent once, unless its answer is lost. The protocol has no way to send something twice and be sure that it
/// counts once, so the program first notes that a play is being sent. If the answer does not come, or this program is
/// killed before it has stored it, the server is asked when the song was last played, and how many times, before the
/// play is sent again. A server that does not report this is sent the play again, up to ``mostRefusals`` times in all.
///
/// An entry is left out if its song is gone from the server, or if the server reports a fault with it repeatedly. A
/// play that is refused for another reason, for example by a proxy that answers in the server's place, waits.
///
/// The positions that the server was sent are in a separate file, which is deleted when the history of listening is
/// erased.
@MediaActor
package final class SubsonicPlays {
    /// The number of times that the server may refuse an entry.
    private static let mostRefusals = 3
    /// The tolerance, in seconds, for a clock that was ahead when the server was added.
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

    /// A song, with its identifier in OnCue and the server's own.
    private struct Song: Equatable {
        var identifier: String
        var id: String
    }

    /// The part of the journal that was sent.
    private struct Progress: Sendable, Equatable {
        /// The time at which the server was added, in seconds since 1970: of a log without a number, later entries are
        /// sent.
        var since: Int64
        /// The number of the last entry in each log that was sent, or does not concern this server.
        var numbers: [String: Int64] = [:]
        /// The play that was sent without knowing yet whether the server has taken it.
        var sending: PlayBeingSent?
    }

    private var progress: Progress?
    /// Whether the file with positions existed.
    private var hasPositions = false
    private var playing: String?
    /// The songs of this server that were in the queue when the last song began.
    private var queue: [Song] = []
    private var work: Task<Void, Never>?
    /// The song and the position with which the queue was last saved.
    private var left: (id: String, position: Duration)?
    private var isOutdated = false
    /// Whether entries wait, as far as known.
    private var waits = false
    private var isNew = false
    private var isEnded = false
    /// The entry that the server refused last, and the number of refusals.
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

    /// Ends for good: nothing more is sent to the server.
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

    /// Notes the state of playback. A queue has a current item also before it begins and after it has ended, but the
    /// server is told only of songs that are heard.
    ///
    /// - Parameter identifier: The current item; `nil` if there is none.
    func nowPlaying(_ identifier: String?, _ state: PlaybackState) {
        let current = identifier.flatMap(song)?.id
        let heard: String? =
            switch state {
            case .playing: current
            // A song that continues has not begun again.
            case .paused, .interrupted, .loading, .buffering: current == playing ? current : nil
            case .stopped, .failed: nil
            }
        guard heard != playing else { return }
        playing = heard
        update(isNewSong: heard != nil)
    }

    /// Sends everything that is left to send.
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
        // A wrong login does not become right by trying again.
        if waits, connection.failure?.code != .wrongLogin { retry.fail() } else { retry.rest() }
        guard isNew, !isEnded, let playing else { return }
        isNew = false
        queue = await queued()
        guard await !tellable(queue.filter { $0.id == playing }).isEmpty, !isEnded else { return }
        await source.probe()
        // Another song may be playing by now.
        guard !isEnded, self.playing == playing else { return }
        _ = try? await connection.ask(.played(playing, at: nil))
        // A song that continues after a stop keeps its position.
        await saveQueue(current: playing, at: left?.id == playing ? left?.position ?? .zero : .zero)
    }

    // MARK: The journal

    /// - Returns: `false` if entries wait; `nil` if that is not known.
    private func tellJournal() async -> Bool? {
        var told = await currentProgress()
        guard
            let (entries, end) = await reports.entries(
                of: connection.server.busName, after: told.numbers, since: told.since)
        else { return nil }
        // Finds out whether the server keeps bookmarks and queues, if that is not known yet.
        if !entries.isEmpty { await source.probe() }
        for entry in entries {
            guard !isEnded, await tell(entry, &told) else { return false }
            guard let log = entry.log, let number = entry.number else { continue }
            (told.numbers[log], told.sending) = (number, nil)
            await keep(told)
        }
        // Entries with items of other providers are not read again.
        guard !isEnded, end != told.numbers else { return true }
        told.numbers = end
        await keep(told)
        return true
    }

    private enum Preparation {
        case send
        /// There is nothing left to send.
        case isDone
        case waits
    }

    /// Notes that a play is being sent. If it was sent before without an answer, the server is first asked whether it
    /// has it.
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

    /// Sends an entry to the server.
    ///
    /// - Returns: `false` if it must be tried again later.
    private func tell(_ entry: JournalEntry, _ told: inout Progress) async -> Bool {
        guard !entry.isPrivate else { return true }
        let own = entry.subject.identifier.key.dropFirst(connection.server.busName.count + 1)
        guard let item = SubsonicItem(String(decoding: PercentEncoding.decode(own.utf8), as: UTF8.self)),
            item.kind == .song || item.kind == .bookmark
        else { return true }
        let request: SubsonicRequest
        let isLong = (entry.subject.duration ?? .zero) >= SubsonicSource.long && source.found.contains(.bookmarks)
        switch entry.kind {
        // If the clock was ahead, no time in the future is sent.
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
        /// The entry is left out after ``mostRefusals`` of these, because others wait behind it.
        case counts
        /// The entry is sent again until the server takes it.
        case waits
    }

    private static func meaning(of code: SubsonicError.Code, isPlay: Bool) -> Refusal {
        switch code {
        case .notFound: .gone
        case .malformed, .tooLarge, .faulty, .failed: .counts
        // A proxy answers like this while the server starts, and permissions and trial periods can be renewed. A
        // position is soon superseded by another one, and must not hold up plays.
        case .forbidden, .unsupported, .noTokens, .invalidAddress: isPlay ? .waits : .counts
        case .unreachable, .busy, .notTrusted, .wrongLogin: .waits
        }
    }

    /// Stores the position that the server was sent, so that it is not taken for a new one when the server returns it.
    private func noteBookmark(_ milliseconds: Int?, of id: String) async {
        let path = positions
        // Positions that were erased meanwhile are not written again.
        if hasPositions, await executor.run({ access(path, F_OK) != 0 }) { source.ownBookmarks = [:] }
        if source.ownBookmarks.count >= Self.mostBookmarks { source.ownBookmarks = [:] }
        source.ownBookmarks[id] = milliseconds
        if let list = SubsonicSection.bookmarks.item { source.forget(list) }
        await keepPositions()
    }

    /// The maximum number of positions that are remembered.
    private static let mostBookmarks = 1000

    private static func milliseconds(_ time: Duration) -> Int {
        let (seconds, attoseconds) = time.components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }

    // MARK: The queue

    /// The maximum size, in bytes, of an address with a queue, and the one after a refusal. Servers behind gunicorn
    /// accept 4094 bytes for the first line of a request, and those behind nginx 8 KiB.
    private static let addressLimits = [3_800, 1_900]

    /// Saves the songs of this server that are in the queue, if the server keeps queues: all of them if it accepts
    /// forms, otherwise as many around the current one as fit into an address.
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

    /// Returns the song of this server for an identifier of OnCue; `nil` if the item is something else.
    private func song(_ identifier: String) -> Song? {
        let prefix = "provided:" + connection.server.busName + "/"
        guard identifier.hasPrefix(prefix) else { return nil }
        let own = PercentEncoding.decode(identifier.dropFirst(prefix.count).utf8)
        guard let item = SubsonicItem(String(decoding: own, as: UTF8.self)),
            item.kind == .song || item.kind == .bookmark
        else { return nil }
        return Song(identifier: identifier, id: item.id)
    }

    /// Returns the server's identifiers of the songs that may be reported to it now.
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
        // If the clock was ahead, sending does not wait until that time has come.
        if let progress, progress.since <= time() + Self.tolerance { return progress }
        // Plays from before the server was added are not sent.
        let new = Progress(since: time(), numbers: progress?.numbers ?? [:], sending: progress?.sending)
        await keep(new)
        return new
    }

    /// - Parameter former: The positions that an earlier version has stored together with everything else.
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

    /// Returns the path of the file with the positions that the server was sent.
    static func positions(of server: SubsonicServer, in files: SubsonicFiles) -> String {
        files.folder(of: server.key) + "/positions.json"
    }

    /// Returns the path of the file with the progress of sending plays.
    static func file(of server: SubsonicServer, in files: SubsonicFiles) -> String {
        files.folder(of: server.key) + "/plays.json"
    }

    private static func progress(_ json: JSONValue) -> Progress? {
        // A file from before entries had numbers: all entries of that second were sent.
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
