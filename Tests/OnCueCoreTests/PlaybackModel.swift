// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueCore

/// What playback is to a bystander: a list that commands change, and an engine that does what it is told.
///
/// It knows none of the rules by which the machine decides, only what must come of each command and what must always be
/// so. Every method gives sentences about what is wrong.
struct PlaybackModel {
    /// A list, and those that wait behind it, the next one last.
    private struct Lists: Equatable {
        /// The titles, in order.
        var titles: [String] = []
        var waiting: [Waiting] = []

        var isEmpty: Bool { titles.isEmpty && waiting.isEmpty }
    }

    private struct Waiting: Equatable {
        var titles: [String]
        /// The change that had it wait.
        var change: Int
    }

    private struct Change {
        var number: Int
        var before: Lists
        /// It concerned single entries.
        var isSmall: Bool
    }

    private var lists = Lists()
    /// Those that can be taken back.
    private var changes: [Change] = []
    /// Those that were taken back, with what they had led to.
    private var undone: [(change: Change, after: Lists)] = []
    private var lastChange = 0

    // What the engine was told.
    private var loaded: PlaybackRequest.Token?
    private var cued: [PlaybackRequest.Token] = []
    private var isPlaying = false
    private var lastLoad = PlaybackRequest.Token(0)
    private var lastCue = PlaybackRequest.Token(0)

    // MARK: The engine

    /// An engine follows the actions, and would stumble over those that make no sense to it.
    mutating func follow(_ actions: [PlaybackStateMachine.Action]) -> [String] { actions.flatMap { follow($0) } }

    private mutating func follow(_ action: PlaybackStateMachine.Action) -> [String] {
        switch action {
        case .load(let request, let position, let playing):
            defer { (loaded, cued, isPlaying, lastLoad) = (request.token, [], playing, request.token) }
            return wrong(request.token <= max(lastLoad, lastCue), "a load has an old token")
                + wrong(position < .zero, "a load begins before the beginning")
        case .cue(let requests):
            let tokens = requests.map(\.token)
            defer { (cued, lastCue) = (tokens, max(lastCue, tokens.last ?? lastCue)) }
            let new = tokens.dropFirst(zip(tokens, cued).prefix { $0 == $1 }.count)
            return wrong(loaded == nil, "something is cued behind nothing")
                + wrong(tokens == cued, "the same is cued twice")
                + wrong(new.first.map { $0 <= max(lastLoad, lastCue) } ?? false, "a follower has an old token")
                + wrong(zip(tokens, tokens.dropFirst()).contains { $0 >= $1 }, "the tokens of followers go back")
                + wrong(tokens.count > PlaybackStateMachine.cuedLimit, "too much is cued")
        case .setPlaying(let playing):
            defer { isPlaying = playing }
            return wrong(loaded == nil, "nothing is paused or resumed")
                + wrong(isPlaying == playing, "it is paused or resumed twice")
        case .seek(let position):
            return wrong(loaded == nil, "nothing is sought in") + wrong(position < .zero, "a seek before the beginning")
        case .stopEngine:
            defer { (loaded, cued, isPlaying) = (nil, [], false) }
            return wrong(loaded == nil, "nothing is stopped")
        case .haltEngine:
            (loaded, cued, isPlaying) = (nil, [], false)
            return []
        case .setVolume(let volume): return wrong(!(0...1).contains(volume), "the volume is \(volume)")
        case .setRate(let rate):
            return wrong(loaded == nil, "nothing gets a rate")
                + wrong(!PlaybackRates.range.contains(rate), "rate \(rate)")
        default: return []
        }
    }

    /// The engine goes on to the follower by itself.
    mutating func noteStart(_ token: PlaybackRequest.Token) {
        guard let index = cued.firstIndex(of: token) else { return }
        (loaded, cued) = (token, Array(cued[(index + 1)...]))
    }

    /// The engine drops a follower that cannot be played, and those behind it.
    mutating func noteFailure(_ token: PlaybackRequest.Token) {
        if let index = cued.firstIndex(of: token) { cued.removeSubrange(index...) }
    }

    // MARK: Commands

    /// What must be seen of a command that was carried out.
    mutating func check(
        _ command: PlaybackCommand, _ old: PlaybackStateMachine, _ new: PlaybackStateMachine,
        now: ContinuousClock.Instant
    ) -> [String] {
        edit(command, old, new)
        let (before, after) = (old.snapshot, new.snapshot)
        return switch command {
        case .play, .resume: wrong(after.status != .playing, "it does not play")
        case .playEntry(let id): wrong(after.status != .playing || after.entry?.id != id, "the entry does not play")
        case .takeOver(let taken):
            wrong(after.status != .paused || after.entry?.track != taken.tracks[taken.current], "it is not ready")
        case .pause, .handOver: wrong(after.status == .playing, "it plays on")
        case .toggle: wrong((before.status == .playing) == (after.status == .playing), "nothing was toggled")
        case .stop: wrong(after.status != .stopped, "it has not stopped")
        case .seek(let target): wrong(new.position(at: now) != target, "it is not where it should be")
        case .setVolume(let volume): wrong(after.volume != min(max(volume, 0), 1), "the volume is another one")
        case .setMuted(let isMuted): wrong(after.isMuted != isMuted, "muting was lost")
        case .setRate(let rate): wrong(after.rate != rate, "the rate is another one")
        case .setRepeatMode(let mode): wrong(after.repeatMode != mode, "the repeat mode is another one")
        case .setShuffleMode(let mode): wrong(after.shuffleMode != mode, "the shuffle mode is another one")
        case .stopAfterEntry(let isWanted): wrong(after.stopsAfterEntry != isWanted, "stopping later was lost")
        case .setLoop(.off): wrong(after.loop != nil, "the loop has not ended")
        case .setLoop: wrong(after.loop == nil, "the loop was lost")
        case .setSleep(let wish): wrong((after.sleep == nil) != (wish == nil), "the sleep timer was lost")
        case .clearQueue: wrong(after.status != .stopped || after.entry != nil, "something is left")
        case .moveEntry(let id, let place):
            wrong(
                new.queue.entries[min(place, after.queueLength - 1)].id != id || before.entry != after.entry,
                "it was not moved there")
        default: []
        }
    }

    private mutating func edit(_ command: PlaybackCommand, _ old: PlaybackStateMachine, _ new: PlaybackStateMachine) {
        let ids = old.queue.entries.map(\.id)
        switch command {
        case .play(let tracks, _, _, _, _, let isInterrupting): play(tracks.map(\.title), isInterrupting)
        case .enqueue(let tracks, let placement, _):
            note(isSmall: true)
            let place: Int? =
                switch placement {
                case .last: nil
                case .next: old.queue.currentIndex.map { $0 + 1 }
                case .at(let place): place
                }
            lists.titles.insert(contentsOf: tracks.map(\.title), at: place ?? lists.titles.count)
        case .removeEntry(let id):
            note(isSmall: true)
            if let index = ids.firstIndex(of: id) { lists.titles.remove(at: index) }
        case .moveEntry(let id, let place):
            note(isSmall: true)
            guard let index = ids.firstIndex(of: id) else { return }
            let title = lists.titles.remove(at: index)
            lists.titles.insert(title, at: min(place, lists.titles.count))
        case .removeEntries(let gone): take(ids.map { !gone.contains($0) })
        case .keepEntries(let kept): take(ids.map(kept.contains))
        case .moveEntries(let moved, let place):
            let rest = ids.indices.filter { !moved.contains(ids[$0]) }
            let index = min(place, rest.count)
            reorder(rest[..<index] + ids.indices.filter { moved.contains(ids[$0]) } + rest[index...])
        case .rearrangeEntries(let wanted):
            let order = wanted.compactMap(ids.firstIndex)
            var indices = Array(ids.indices)
            for (place, index) in zip(order.sorted(), order) { indices[place] = index }
            reorder(indices)
        case .sortQueue: reorder(ids.indices.reversed())
        case .playNext(let wanted):
            guard !old.queue.isShuffled, let current = old.queue.current else {
                // Only turns change.
                if old.queue.shuffledEntries != new.queue.shuffledEntries { note(isSmall: true) }
                return
            }
            let moved = wanted.filter { $0 != current && ids.contains($0) }
            let rest = ids.indices.filter { !moved.contains(ids[$0]) }
            let index = (rest.firstIndex { ids[$0] == current } ?? 0) + 1
            reorder(rest[..<index] + moved.compactMap(ids.firstIndex) + rest[index...])
        case .clearQueue:
            if lists.titles.isEmpty { forgetSmall() } else { note() }
            lists.titles = []
        case .takeOver(let taken):
            if lists.isEmpty { forgetSmall() }
            note()
            lists = Lists(titles: taken.tracks.map(\.title))
        case .handOver: note()
        case .goBack:
            guard !lists.titles.isEmpty else { return comeBack() }
            note()
            if let next = lists.waiting.popLast() { lists.titles = next.titles }
        case .undo:
            guard let last = changes.popLast() else { return }
            undone.append((last, lists))
            takeBack(last)
        case .redo:
            guard let last = undone.popLast() else { return }
            changes.append(last.change)
            lists = last.after
        default: break
        }
    }

    /// Keeps the titles whose place is marked.
    private mutating func take(_ isKept: [Bool]) {
        guard isKept.contains(false) else { return }
        note(isSmall: true)
        lists.titles = zip(lists.titles, isKept).filter(\.1).map(\.0)
    }

    private mutating func reorder(_ order: [Int]) {
        guard order != Array(lists.titles.indices) else { return }
        note(isSmall: true)
        lists.titles = order.map { lists.titles[$0] }
    }

    /// Undoing a change of single entries brings back no queue that waited: the farthest one may have been dropped since.
    private mutating func takeBack(_ change: Change) {
        if change.isSmall { lists.titles = change.before.titles } else { lists = change.before }
    }

    private mutating func play(_ titles: [String], _ isInterrupting: Bool) {
        if lists.isEmpty { forgetSmall() }
        note()
        if isInterrupting, !lists.titles.isEmpty {
            let waiting = lists.waiting + [Waiting(titles: lists.titles, change: lastChange)]
            lists.waiting = waiting.suffix(5)
        } else if !isInterrupting {
            lists.waiting = []
        }
        lists.titles = titles
    }

    private mutating func note(isSmall: Bool = false) {
        undone = []
        lastChange += 1
        changes = (changes + [Change(number: lastChange, before: lists, isSmall: isSmall)]).suffix(20)
    }

    /// Changes of single entries mean nothing in a queue that begins anew.
    private mutating func forgetSmall() {
        undone = []
        while changes.last?.isSmall == true { changes.removeLast() }
    }

    /// What was played in between is over, and cannot be changed back any more.
    private mutating func comeBack() {
        guard let next = lists.waiting.popLast() else { return }
        undone = []
        lists.titles = next.titles
        // Where it is not known any more how it began, nothing else is either.
        let first = changes.firstIndex { $0.number == next.change } ?? 0
        changes.removeSubrange(first...)
    }

    /// A queue that waited goes on when what was played in between has ended, which only the machine can tell.
    mutating func noteReturn(_ old: PlaybackStateMachine, _ new: PlaybackStateMachine) -> [String] {
        guard new.waiting.count < lists.waiting.count else { return [] }
        comeBack()
        let tried = old.unplayable.union(old.queue.current.map { [$0] } ?? [])
        let isForced = old.sleep == .queue || old.failuresInRow >= 19
        return wrong(
            old.queue.current != nil && old.queue.next(skipping: tried) != nil && !isForced,
            "a queue comes back although something follows")
    }

    /// Similar tracks come behind the others, if at all.
    mutating func noteSimilar(
        _ tracks: [Track], _ request: SimilarRequest, _ old: PlaybackStateMachine, _ new: PlaybackStateMachine
    ) -> [String] {
        guard new.queue.entries.count != lists.titles.count else { return [] }
        note(isSmall: true)
        lists.titles += tracks.map(\.title)
        let isLast = old.queue.current == request.entry && old.cued.isEmpty && old.snapshot.repeatMode == .off
        return wrong(!isLast || !old.goesOnWithSimilar, "similar tracks come although nobody waits for them")
    }

    // MARK: What is always so

    func check(_ machine: PlaybackStateMachine, now: ContinuousClock.Instant) -> [String] {
        checkQueue(machine) + checkEngine(machine) + checkPosition(machine, now) + checkFollowers(machine)
    }

    private func checkQueue(_ machine: PlaybackStateMachine) -> [String] {
        let (queue, snapshot) = (machine.queue, machine.snapshot)
        let ids = queue.entries.map(\.id)
        return wrong(queue.entries.map(\.track.title) != lists.titles, "the entries are others than the commands made")
            + wrong(
                machine.waiting.map { $0.queue.entries.map(\.track.title) } != lists.waiting.map(\.titles),
                "others wait than the commands have wait")
            + wrong(Set(ids).count != ids.count, "an identity is given twice")
            + wrong(queue.entries.isEmpty != (snapshot.entry == nil), "entries without a current one, or the reverse")
            + wrong(snapshot.entry.map { !ids.contains($0.id) } ?? false, "what is current is not in the queue")
            + wrong(machine.undoableEdits.count != changes.count, "other changes can be undone than were made")
            + wrong(machine.redoableEdits.count != undone.count, "other changes can be done again than were undone")
            + wrong(queue.isShuffled ? Set(queue.shuffledEntries) != Set(ids) : false, "not all have a turn")
            + wrong(queue.shuffledEntries.count != (queue.isShuffled ? ids.count : 0), "a turn is given twice")
    }

    private func checkEngine(_ machine: PlaybackStateMachine) -> [String] {
        let (queue, status) = (machine.queue, machine.status)
        let (request, followers) = (machine.loaded?.request, machine.cued.map(\.request))
        return wrong(request?.token != loaded, "the engine has loaded something else")
            + wrong(followers.map(\.token) != cued, "the engine has cued something else")
            + wrong(request != nil && isPlaying != (status == .playing), "the engine plays while it is \(status)")
            + wrong(status == .playing && request == nil, "nothing plays")
            + wrong(status == .stopped && request != nil, "it is stopped with something loaded")
            + wrong(status != .stopped && queue.current == nil, "it is \(status) with nothing")
            + wrong(request == nil && !followers.isEmpty, "something follows nothing")
            + wrong(request.map { $0.location != queue.currentEntry?.track.location } ?? false, "another one is loaded")
            + wrong(machine.cued.contains { queue.index(of: $0.entry) == nil }, "what follows is not in the queue")
            + wrong(zip(followers, [request]).contains { $0.token <= $1?.token ?? $0.token }, "tokens go back")
            + wrong(!machine.interruptions.isEmpty && status != .paused, "an interruption lasts while it is \(status)")
            + wrong(!(0...1).contains(machine.volume), "the volume is \(machine.volume)")
    }

    private func checkPosition(_ machine: PlaybackStateMachine, _ now: ContinuousClock.Instant) -> [String] {
        let position = machine.position(at: now)
        let isSounding =
            machine.status == .playing && machine.loaded.map { $0.isStarted && $0.buffering == nil } ?? false
        return wrong(position < .zero, "the position is \(position)")
            + wrong(machine.duration.map { position > $0 } ?? false, "the position is behind the end")
            + wrong(machine.anchor.isAdvancing && !isSounding, "time passes while nothing is heard")
            + wrong(machine.status == .stopped && position != .zero, "it is stopped at \(position)")
    }

    /// What follows is what the modes say, up to what goes on in its midst, which is opened when its turn comes, and no more
    /// of it than is needed; less of it after a follower has failed.
    private func checkFollowers(_ machine: PlaybackStateMachine) -> [String] {
        guard machine.loaded != nil, var last = machine.queue.current else { return [] }
        let cued = machine.cued.map(\.entry)
        if machine.isLooping { return wrong(!cued.isEmpty, "something follows a part that goes round") }
        var isSameRound = true
        var time: Duration = .zero
        for (index, id) in cued.enumerated() {
            guard let entry = machine.queue.entry(id), machine.startPosition(of: entry.track) == .zero else {
                return ["\(id) follows, which is not there or goes on in its midst"]
            }
            let wrong = check(id, behind: last, machine, &isSameRound)
            guard wrong.isEmpty else { return wrong + ["at \(index) of \(cued)"] }
            if index > 0, time >= PlaybackStateMachine.cuedTime { return ["more is cued than is needed: \(cued)"] }
            time += entry.track.duration.map { $0 / machine.rates.rate(of: entry.track) } ?? .seconds(1000)
            last = id
        }
        let isEnough = time >= PlaybackStateMachine.cuedTime || cued.count == PlaybackStateMachine.cuedLimit
        if isEnough || machine.isCueingSuspended { return [] }
        // Nothing more can follow that could be opened now.
        return check(nil, behind: last, machine, &isSameRound)
    }

    /// - Parameter isSameRound: False when the order of playing is that of a later round, which is not known.
    private func check(
        _ id: PlaybackQueue.EntryID?, behind last: PlaybackQueue.EntryID, _ machine: PlaybackStateMachine,
        _ isSameRound: inout Bool
    ) -> [String] {
        let queue = machine.queue
        let isOpened = { (id: PlaybackQueue.EntryID) in
            queue.entry(id).map { machine.startPosition(of: $0.track) == .zero } ?? false
        }
        let wanted = { (wanted: PlaybackQueue.EntryID?) in
            wrong(id != wanted.flatMap { isOpened($0) ? $0 : nil }, "\(id as Any) follows, not \(wanted as Any)")
        }
        if machine.stopsAfterEntry || machine.isSingle || machine.sleep == .track { return wanted(nil) }
        // A repetition that fails takes away those behind it, not those in front of it.
        let isPlayable = { (entry: PlaybackQueue.EntryID) in
            !machine.unplayable.contains(entry) || (machine.isCueingSuspended && entry == id)
        }
        let mode = machine.sleep == .queue ? .off : queue.repeatMode
        if mode == .one, isPlayable(last) { return wanted(last) }
        let order = queue.isShuffled ? queue.shuffledEntries : queue.entries.map(\.id)
        guard let turn = order.firstIndex(of: last) else { return ["what is current has no turn"] }
        let next = isSameRound ? order[(turn + 1)...].first(where: isPlayable) : nil
        if next != nil || mode != .all { return wanted(next) }
        if !queue.isShuffled { return wanted(order.first(where: isPlayable)) }
        // A new round has an order of its own.
        isSameRound = false
        return wrong(id.map { !isPlayable($0) } ?? false, "the round does not begin again")
    }

    private func wrong(_ isWrong: Bool, _ sentence: String) -> [String] { isWrong ? [sentence] : [] }
}
