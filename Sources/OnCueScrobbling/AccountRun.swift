// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import Scrobbling

/// Sends the listens and the loves of one account, one request after the other.
@MediaActor
final class AccountRun {
    let name: String
    let kind: ScrobblingKind
    let caller: ServiceCaller
    /// The schedule of sending listens.
    private(set) var delivery = Delivery()
    /// The schedule of sending loves, for which no listen waits.
    private(set) var loveDelivery = Delivery()
    private var reason = Delivery.Reason.news
    /// Whether the loves of the service are to be read at the next occasion.
    var areLovesDue = true
    private weak var center: ScrobblingCenter?
    private var work: Task<Void, Never>?
    private var timer: Task<Void, Never>?
    /// Reports the current track to the service.
    private var telling: Task<Void, Never>?
    private var isEnded = false
    private var lastLoves: ContinuousClock.Instant?
    private var doubts: Doubts?
    /// The number of loves that were sent and are not noted in the file.
    private var unsavedLoves = 0

    /// The minimum time between two requests for the loves of the service.
    private static let loveInterval = Duration.seconds(3_600)

    init(_ account: ScrobblingAccount, _ caller: ServiceCaller, _ center: ScrobblingCenter) {
        (name, kind, self.caller, self.center) = (account.name, account.kind, caller, center)
        if let denial = account.denial { delivery.deny(denial) }
    }

    func end() {
        isEnded = true
        timer?.cancel()
        work?.cancel()
        stopTelling()
    }

    func wake(_ reason: Delivery.Reason) {
        guard !isEnded else { return }
        let begins = delivery.wake(reason, now: .now)
        // A request of the user applies to the rest of a run, too.
        if begins || reason == .user { self.reason = reason }
        guard begins else { return }
        timer?.cancel()
        center?.watchWhileWaiting()
        work = Task { @MediaActor [weak self] in await self?.run() }
    }

    /// Returns when sending has ended.
    func settle() async { await work?.value }

    // MARK: Work

    private func run() async {
        repeat {
            do throws(Stop) { try await sendListens() } catch { return stop(error) }
            guard loveDelivery.wake(reason, now: .now) else { continue }
            do throws(Stop) {
                try await sendLoves()
                try await takeLoves()
                _ = loveDelivery.finish()
            } catch .later(let message, let after) {
                loveDelivery.fail(message, after: after, now: .now)
            } catch {
                _ = loveDelivery.finish()
                return stop(error)
            }
        } while delivery.finish() && !isEnded
        schedule()
    }

    /// The time at which it continues by itself; `nil` if nothing waits.
    var next: ContinuousClock.Instant? { delivery.next(before: loveDelivery) }

    private func schedule() {
        timer?.cancel()
        center?.watchWhileWaiting()
        guard !isEnded, let next else { return }
        timer = Task { @MediaActor [weak self] in
            // The time during which the machine sleeps counts as well.
            guard (try? await MediaActor.sleepThroughSuspend(for: max(.zero, next - .now))) != nil else { return }
            self?.goOn()
        }
    }

    private func goOn() {
        wake(.news)
        // A timer that fired too early has started nothing.
        if delivery.next != nil { schedule() }
    }

    /// The reason why sending stops.
    enum Stop: Error {
        case later(String, after: Duration?)
        case denied(String)
        /// The account was removed, or sending is paused.
        case over
    }

    private func stop(_ reason: Stop) {
        guard !isEnded else { return }
        switch reason {
        // Everything that arrived meanwhile waits, too: ending the pause wakes this account.
        case .over: delivery.rest()
        case .denied(let message):
            delivery.deny(message)
            center?.log.warning("a service refuses the token", ["account": name, "error": message])
            Task { await center?.change(name) { $0.denial = message } }
        case .later(let message, let after):
            delivery.fail(message, after: after, now: .now)
            center?.log.debug("a service takes it later", ["account": name, "reason": message])
            schedule()
        }
    }

    /// Returns the current state of the account.
    ///
    /// - Throws: `over` if nothing is to be sent.
    func current() throws(Stop) -> (center: ScrobblingCenter, account: ScrobblingAccount) {
        guard !isEnded, let center, center.isCurrent(self), !center.book.isPaused, let account = center.account(name)
        else { throw .over }
        return (center, account)
    }

    func call(_ request: ServiceRequest) async throws(Stop) -> ServiceAnswer {
        do throws(ServiceFailure) { return try await caller.call(request) } catch {
            throw .later(error.message, after: nil)
        }
    }

    /// Stores the progress of the account. Until it is on the disk, nothing more is sent, which could otherwise be sent
    /// twice after a crash.
    func keep(_ center: ScrobblingCenter, _ body: (inout ScrobblingAccount) -> Void) async throws(Stop) {
        if let problem = await center.change(name, body) { throw .later(problem, after: nil) }
        unsavedLoves = 0
    }

    /// Runs an operation that reads or writes OnCue's own data.
    func local<T: Sendable>(_ body: () async throws(ContentError) -> T) async throws(Stop) -> T {
        do throws(ContentError) { return try await body() } catch { throw .later(error.message, after: nil) }
    }

    // MARK: Listens

    private func sendListens() async throws(Stop) {
        await center?.doors.settle()
        var limit = kind.batch
        doubts = nil
        while true {
            let (center, account) = try await settled()
            let cursor = doubts?.cursor ?? account.plays
            let part = try await local { () throws(ContentError) in
                try await center.doors.listening.ownPlays(after: cursor, limit: limit)
            }
            guard !part.entries.isEmpty else {
                if let doubts {
                    // A few refused plays wait for the next play, which shows whether they are at fault.
                    if doubts.count >= Self.severalDoubts { throw .later(doubts.message, after: nil) }
                } else if part.end != account.plays {
                    try await keep(center) { $0.plays = part.end }
                }
                return
            }
            let batch = try await batch(of: part, behind: cursor, account, center)
            limit = try await send(batch, account, center, limit)
        }
    }

    /// The plays that were refused one by one. They are not given up until a later one is taken, since the reason for
    /// which all are refused may be temporary.
    private struct Doubts {
        /// The cursor after the last of them.
        var cursor: LogCursor
        /// The reasons under which these plays, and the ones between them, are counted once they are given up.
        var leftOut: [String] = []
        var count = 0
        var message = ""
    }

    /// If at least this many are refused and none follows, the service is tried again later.
    private static let severalDoubts = 3
    /// The maximum number of refused plays that are tried in a row.
    private static let mostDoubts = 25

    /// Returns the account with a position in each log. A new log is noted before anything is sent from it, because it
    /// may no longer be the current one when it is read again.
    private func settled() async throws(Stop) -> (center: ScrobblingCenter, account: ScrobblingAccount) {
        let (center, account) = try current()
        let cursor = try await local { () throws(ContentError) in try await center.cursor(of: account) }
        if cursor != account.plays { try await keep(center) { $0.plays = cursor } }
        return try current()
    }

    /// The listens of a part that are sent, and the reasons why the others are not.
    private struct Batch {
        var part: OwnPart<OwnPlay>
        /// The cursor before the part.
        var start: LogCursor
        var listens: [Listen] = []
        /// The index of each listen in the part.
        var indices: [Int] = []
        var leftOut: [(index: Int, reason: String)] = []

        func reasons(before index: Int) -> [String] { leftOut.filter { $0.index < index }.map(\.reason) }
    }

    private func batch(
        of part: OwnPart<OwnPlay>, behind start: LogCursor, _ account: ScrobblingAccount, _ center: ScrobblingCenter
    ) async throws(Stop) -> Batch {
        let hidden = try await local { () throws(ContentError) in try await center.privateListening() }
        var batch = Batch(part: part, start: start)
        for (index, entry) in part.entries.enumerated() {
            let play = entry.entry
            let listen = Listen(play.subject, start: play.start, heard: play.heard)
            let position = LogPosition(entry.log, first: play.first ?? entry.number, entry.number)
            let reason = ScrobblingRules.reason(
                against: listen, kind, podcasts: account.sendsPodcasts, now: center.doors.now())
            if center.isPrivate(listen, at: position, firstTime: play.firstTime, hidden) {
                batch.leftOut.append((index, "private"))
            } else if let reason {
                batch.leftOut.append((index, reason.rawValue))
            } else {
                batch.listens.append(listen)
                batch.indices.append(index)
            }
        }
        return batch
    }

    /// - Returns: The maximum number of plays of the next batch.
    private func send(
        _ batch: Batch, _ account: ScrobblingAccount, _ center: ScrobblingCenter, _ limit: Int
    ) async throws(Stop) -> Int {
        let all = batch.part.entries.count
        let doubtful = doubts?.leftOut ?? []
        guard !batch.listens.isEmpty else {
            if doubts != nil {
                doubts?.cursor = batch.part.end
                doubts?.leftOut += batch.reasons(before: all)
            } else {
                try await keep(center) { $0.pass(batch.part.end, leftOut: batch.reasons(before: all)) }
            }
            return limit
        }
        let service = ServiceInterface(account)
        let verdict = service.verdict(try await call(service.submit(batch.listens)))
        // The account may have been removed meanwhile; a pause, however, does not undo that the listens were taken.
        guard !isEnded, center.isCurrent(self) else { throw .over }
        switch verdict {
        case .accepted(let refused):
            for refusal in refused {
                center.log.info("a listen was refused", ["account": name, "reason": refusal.reason])
            }
            let now = center.doors.now()
            try await keep(center) {
                $0.pass(
                    batch.part.end, sent: batch.listens.count - refused.count, at: now,
                    leftOut: doubtful + batch.reasons(before: all) + refused.map { _ in "refused" })
            }
            doubts = nil
            delivery.noteSuccess()
            return min(limit * 2, kind.batch)
        case .later(let message, let after, let first):
            if first > 0, first < batch.indices.count {
                let (end, now) = (batch.indices[first], center.doors.now())
                let cursor = batch.part.end(before: end, from: batch.start)
                try await keep(center) {
                    $0.pass(cursor, sent: first, at: now, leftOut: doubtful + batch.reasons(before: end))
                }
            }
            throw .later(message, after: after)
        case .denied(let message): throw .denied(message)
        case .refused(let message):
            // One of the listens is at fault, which must not hold up the others.
            guard batch.listens.count == 1 else { return max(1, all / 2) }
            center.log.info("a listen was refused", ["account": name, "reason": message])
            try await doubt(batch, message)
            return limit
        }
    }

    /// Continues after a play that was refused.
    private func doubt(_ batch: Batch, _ message: String) async throws(Stop) {
        var doubts = self.doubts ?? Doubts(cursor: batch.start)
        doubts.cursor = batch.part.end
        doubts.leftOut += batch.reasons(before: batch.part.entries.count) + ["refused"]
        doubts.count += 1
        doubts.message = message
        self.doubts = doubts
        if doubts.count >= Self.mostDoubts { throw .later(message, after: nil) }
        try? await MediaActor.sleep(for: Self.pause)
    }

    /// Reports the current track, once; it is not reported later. A report of an earlier track that is under way is
    /// cancelled.
    func tellPlaying(_ listen: Listen) {
        telling?.cancel()
        telling = Task { @MediaActor [weak self] in await self?.tell(listen) }
    }

    func stopTelling() {
        telling?.cancel()
        telling = nil
    }

    private func tell(_ listen: Listen) async {
        guard let (_, account) = try? current(), mayAsk,
            ScrobblingRules.reason(against: listen, kind, podcasts: account.sendsPodcasts, now: listen.start) == nil
        else { return }
        let service = ServiceInterface(account)
        guard !Task.isCancelled, let answer = try? await caller.call(service.playingNow(listen)) else { return }
        guard !isEnded else { return }
        switch service.simpleVerdict(answer) {
        case .denied(let message): stop(.denied(message))
        // The service can be reached again.
        case .accepted: if delivery.next != nil { wake(.network) }
        case .later, .refused: break
        }
    }

    /// Whether the service has neither asked for a pause nor refused the token.
    private var mayAsk: Bool {
        switch delivery.state {
        case .resting, .sending, .waiting(_, _, isAsked: false): true
        case .waiting, .denied: false
        }
    }
}

extension ScrobblingAccount {
    /// Notes that plays up to a cursor are finished.
    fileprivate mutating func pass(_ cursor: LogCursor, sent: Int = 0, at time: Int64? = nil, leftOut reasons: [String])
    {
        plays = cursor
        sentCount += sent
        if sent > 0 { lastSent = time }
        for reason in reasons { leftOut[reason, default: 0] += 1 }
    }
}

extension OwnPart {
    /// Returns the cursor before an entry.
    ///
    /// - Parameter cursor: The cursor before the whole part.
    func end(before index: Int, from cursor: [String: Int64]) -> [String: Int64] {
        var cursor = cursor
        for entry in entries[..<index] { cursor[entry.log] = entry.number }
        // Logs follow each other: the earlier ones have been read to their ends.
        for log in Set(entries[..<index].map(\.log)) where log != entries[index].log { cursor[log] = end[log] }
        return cursor
    }
}

// MARK: Loves

extension AccountRun {
    private static let part = 100
    /// The maximum number of pages that are read; if there are more, no love counts as removed.
    private static let pageLimit = 100
    private static let pause = Duration.milliseconds(250)
    private static let lovesAtOnce = 20

    /// Sends the service the likes that have changed here.
    private func sendLoves() async throws(Stop) {
        while true {
            let (center, account) = try current()
            guard account.sharesLoves, !account.lacksLoves else { return }
            let part = try await local { () throws(ContentError) in
                try await center.doors.listening.ownLikes(after: account.likes, limit: Self.part)
            }
            for (index, entry) in part.entries.enumerated() {
                let (_, account) = try current()
                guard account.sharesLoves, !account.lacksLoves else { return }
                let cursor = part.end(before: index, from: account.likes)
                    .merging([entry.log: entry.number]) { $1 }
                try await send(entry.entry, behind: cursor, account, center)
            }
            let now = try current().account
            // Likes that were not taken because the server has no loves wait until it is asked again.
            guard !now.lacksLoves else { return }
            if unsavedLoves > 0 || part.end != now.likes {
                try await keep(center) { $0.likes = part.end }
            }
            if part.entries.count < Self.part { return }
        }
    }

    private func send(
        _ like: OwnLike, behind cursor: LogCursor, _ account: ScrobblingAccount, _ center: ScrobblingCenter
    ) async throws(Stop) {
        let item = like.identifier
        let service = ServiceInterface(account)
        guard item.kind == .track, account.loves.tells(item, liked: like.isLiked) else {
            return center.noteLikes(cursor, of: name)
        }
        // Another copy of the track is still liked.
        if !like.isLiked, account.loves.isShared(item) {
            unsavedLoves += 1
            return center.noteLikes(cursor, of: name) { $0.remove(item) }
        }
        let hidden = try await local { () throws(ContentError) in try await center.privateListening() }
        guard !like.isLiked || !hidden.items.contains(item) else { return center.noteLikes(cursor, of: name) }
        guard let key = try await key(of: item, like, account, center) else {
            return try await keep(center) { account in
                account.likes = cursor
                if like.isLiked { account.leftOut["unknown love", default: 0] += 1 }
            }
        }
        let answer = try await call(service.love(key, like.isLiked))
        guard !isEnded, center.isCurrent(self) else { throw .over }
        if service.lacksLoves(answer) { return try await giveUpLoves(answer, account, center) }
        switch service.simpleVerdict(answer) {
        case .accepted:
            center.noteLikes(cursor, of: name) { loves in
                if like.isLiked { loves.add(item, key) } else { loves.remove(item) }
            }
            unsavedLoves += 1
            // Sending a love twice changes nothing, and otherwise the file would be written for each of thousands.
            if unsavedLoves >= Self.lovesAtOnce { try await keep(center) { _ in } }
            try? await MediaActor.sleep(for: Self.pause)
        case .later(let message, let after, _): throw .later(message, after: after)
        case .denied(let message): throw .denied(message)
        case .refused(let message):
            center.log.info("a love was refused", ["account": name, "reason": message])
            try await keep(center) { account in
                account.likes = cursor
                account.leftOut["refused love", default: 0] += 1
            }
        }
    }

    /// Stops sharing loves until the user asks for it again, since the server has none.
    ///
    /// - Throws: `later` if it had some before, which means that it is out of order.
    private func giveUpLoves(
        _ answer: ServiceAnswer, _ account: ScrobblingAccount, _ center: ScrobblingCenter
    ) async throws(Stop) {
        guard !account.loves.isProven else { throw .later("answered with status \(answer.status)", after: nil) }
        center.log.info("the server knows no loves", ["account": name])
        try await keep(center) { $0.lacksLoves = true }
    }

    /// Returns the key of a track at the service; `nil` if the service does not know it, or the track is gone from the
    /// library.
    private func key(
        of item: ContentIdentifier, _ like: OwnLike, _ account: ScrobblingAccount, _ center: ScrobblingCenter
    ) async throws(Stop) -> String? {
        if !like.isLiked { return account.loves.entries[item]?.key }
        let tracks = try await local { () throws(ContentError) in try await center.doors.tracks([item]) }
        guard let track = tracks.first else { return nil }
        let service = ServiceInterface(account)
        var answer: ServiceAnswer?
        if let lookup = service.lookup(track) {
            let found = try await call(lookup)
            // An answer that the track is unknown is an answer, too.
            if let wait = Verdict.postponement(found) { throw .later(wait.message, after: wait.after) }
            answer = found
        }
        return service.key(of: track, lookup: answer)
    }

    /// Takes over the loves that were added at the service, and those that were removed there.
    private func takeLoves() async throws(Stop) {
        let (center, account) = try current()
        guard account.sharesLoves, !account.lacksLoves else { return }
        if !areLovesDue, let lastLoves, ContinuousClock.now - lastLoves < Self.loveInterval { return }
        guard let read = try await listedLoves(account) else { return }
        areLovesDue = false
        do throws(Stop) { try await take(read, account, center) } catch {
            // Loves that could not be noted are read again at the next occasion.
            areLovesDue = true
            throw error
        }
        lastLoves = .now
    }

    /// Notes loves that were added at the service or removed there.
    private func take(
        _ read: (loves: [(key: String, track: NamedTrack)], isComplete: Bool), _ account: ScrobblingAccount,
        _ center: ScrobblingCenter
    ) async throws(Stop) {
        let found = await center.doors.finder.found(read.loves.map(\.track))
        // Likes that were changed meanwhile are sent first, and listed the next time.
        let waiting = try await local { () throws(ContentError) in
            try await center.doors.listening.ownLikes(after: account.likes, limit: 10_000)
        }
        let listed = zip(read.loves, found).map { LoveBook.Listed($0.key, $1) }
        var loves = (try current().account).loves
        var changes = loves.take(
            listed, isComplete: read.isComplete, waiting: Set(waiting.entries.map(\.entry.identifier)))
        if changes.keptBack > 0 {
            center.log.warning(
                "many loves are gone at once; likes are kept", ["account": name, "loves": "\(changes.keptBack)"])
        }
        let records = try await local { [liked = changes.liked] () throws(ContentError) in
            try await center.doors.listening.records(for: liked)
        }
        // Disliked tracks stay disliked.
        for item in changes.liked where records[item]?.isDisliked == true { loves.entries[item] = nil }
        changes.liked.removeAll { records[$0]?.isDisliked == true }
        let events =
            changes.liked.filter { records[$0]?.isFavourite != true }.map { ListeningEvent.favourite($0, true) }
            + changes.unliked.map { ListeningEvent.favourite($0, false) }
        try await local { () throws(ContentError) in try await center.doors.listening.record(events) }
        try await keep(center) { [loves] in $0.loves = loves }
    }

    /// - Returns: `nil` if the server has no loves.
    private func listedLoves(
        _ account: ScrobblingAccount
    ) async throws(Stop) -> (loves: [(key: String, track: NamedTrack)], isComplete: Bool)? {
        let service = ServiceInterface(account)
        var loves: [(key: String, track: NamedTrack)] = []
        for page in 0..<Self.pageLimit {
            let answer = try await call(service.loves(page: page))
            let (center, account) = try current()
            if service.lacksLoves(answer) {
                try await giveUpLoves(answer, account, center)
                return nil
            }
            if let wait = Verdict.postponement(answer) { throw .later(wait.message, after: wait.after) }
            guard let found = service.loves(answer, page: page) else {
                throw .later("answers with something else than loves", after: nil)
            }
            loves += found.loves
            if found.isLast { return (loves, found.isEnd) }
        }
        return (loves, false)
    }
}
