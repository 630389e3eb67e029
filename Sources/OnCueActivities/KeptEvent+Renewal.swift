// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

extension KeptEvent {
    /// Returns events of a page with the identities of those that are kept already, so that an event that was moved
    /// replaces its former self.
    ///
    /// An event is identified by its `@id` or its own address; otherwise by title, performers and venue. Among those
    /// with the same ones, the order is: one on the same date; the one on the date from which, according to the page,
    /// it was moved; and, if there is only one such on both sides, one of another date that is still to come, and that
    /// is from the same page or was marked as moved: another page, or an event of former years, describes another
    /// night.
    ///
    /// - Parameters:
    ///   - events: The events as the page now lists them, each with its former start, if it was moved
    ///     (``WebPage/Event/formerStart``).
    ///   - page: The address of the page that has them.
    ///   - now: Seconds since 1970.
    package static func renewed(
        _ events: [(event: KeptEvent, formerStart: String)], on page: String, known: [KeptEvent], now: Int64
    ) -> [KeptEvent] {
        // A page may list one twice.
        var listed: Set<StableKey> = []
        let events = events.filter { listed.insert(key(of: $0.event)).inserted }
        var renewed = events.map(\.event)
        var free = known
        var open = Array(renewed.indices)
        func settle(_ isSame: (Int, KeptEvent) -> Bool) {
            open.removeAll { index in
                guard let found = free.firstIndex(where: { isSame(index, $0) }) else { return false }
                renewed[index].become(free.remove(at: found).id)
                return true
            }
        }
        settle { renewed[$0].reference != nil && renewed[$0].reference == $1.reference }
        // The pages of the artist and of the venue give one event different names.
        settle { renewed[$0].start == $1.start && renewed[$0].isNamedLike($1) }
        settle { index, other in
            // One of them may have only the day.
            guard let former = moment(events[index].formerStart), let start = other.starts else { return false }
            return former / CivilDate.secondsOfDay == start / CivilDate.secondsOfDay && renewed[index].isLike(other)
        }
        let alike = { (event: KeptEvent, others: [KeptEvent]) in others.count { $0.isLike(event) } }
        let left = open.map { renewed[$0] }
        let before = free
        settle { index, other in
            let event = renewed[index]
            let isMoved = event.status == .rescheduled
            guard !event.isOver(at: now) || other.isOver(at: now), isMoved || !other.isOver(at: now) else {
                return false
            }
            return event.isLike(other) && (isMoved || [page, event.page].contains(other.page))
                && alike(event, left) == 1 && alike(event, before) == 1
        }
        // Another one may have had this title, date and venue before it was moved.
        let taken = Set(known.map(\.id))
        for index in open {
            var salt: UInt64 = 0
            while taken.contains(renewed[index].id) {
                salt += 1
                renewed[index].become(key(of: renewed[index], salt: salt))
            }
        }
        return renewed
    }

    private func isOver(at now: Int64) -> Bool { ends.map { $0 < now } ?? false }

    /// Whether it has the title, the performers and the venue of another one, and no name of its own that differs.
    private func isLike(_ other: KeptEvent) -> Bool {
        if let reference, let own = other.reference, reference != own, status != .rescheduled { return false }
        return isNamedLike(other)
    }

    /// Whether it has the title, the performers and the venue of another one.
    private func isNamedLike(_ other: KeptEvent) -> Bool {
        func fold(_ texts: [String]) -> Set<String> { Set(texts.map(TextFolding.fold)) }
        return TextFolding.fold(title) == TextFolding.fold(other.title)
            && fold(performers) == fold(other.performers)
            && TextFolding.fold(location?.name ?? "") == TextFolding.fold(other.location?.name ?? "")
    }
}
