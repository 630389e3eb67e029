// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// All notifications of all programs: those that wait for a trigger, are due, or have been shown or answered.
///
/// A value without input or output. Every function returns the resulting effects in order; those that save or delete
/// must be on disk before the others are carried out, so that nothing is lost or shown twice whenever the process ends.
/// Adding, answering and removing take time logarithmic in the number of requests, or that of copying the list of those
/// that wait for a time.
package struct NotificationBook: Sendable {
    package enum Effect: Sendable, Equatable {
        case save(NotificationRecord)
        case delete(NotificationRequest.Name)
        case saveClient(NotificationClient)
        case deleteClient(String)
        /// Show it, in place of the shown one with the same name.
        case present(NotificationRequest.Name)
        /// Remove it from the screen.
        case withdraw(NotificationRequest.Name)
        /// Send the answer to its program, once.
        case respond(NotificationResponse)
    }

    /// A moment at which something is due, in the order of ``queue``.
    private struct Entry: Comparable, Sendable {
        var time: Int64
        var order: Int64
        var name: NotificationRequest.Name
        var isExpiration: Bool

        static func < (a: Entry, b: Entry) -> Bool { (a.time, a.order) < (b.time, b.order) }
        static func == (a: Entry, b: Entry) -> Bool { (a.time, a.order) == (b.time, b.order) }
    }

    package private(set) var records: [NotificationRequest.Name: NotificationRecord] = [:]
    package private(set) var clients: [String: NotificationClient] = [:]
    /// The notifications that wait for a time, the next one last.
    private var queue: [Entry] = []
    /// The notifications that wait for an event.
    private var waiting: Set<NotificationRequest.Name> = []
    private var counts: [String: Int] = [:]
    private var lastOrder: Int64 = 0
    private let offset: @Sendable (Int64) -> Int64

    /// - Parameter offset: Returns the offset of the local clock from UTC in seconds, positive to the east, at a moment.
    package init(offset: @escaping @Sendable (Int64) -> Int64) { self.offset = offset }

    // MARK: Reading

    /// The time at which something is next due, in seconds since 1970.
    package var nextTime: Int64? { queue.last?.time }

    /// The notifications that wait for their triggers: first those with a time, the next one due first, then those that
    /// wait for events, in the order of the requests.
    package var pending: [NotificationRecord] {
        records.values.filter(\.isPending).sorted {
            ($0.next ?? .max, $0.order) < ($1.next ?? .max, $1.order)
        }
    }

    /// The notifications that were due and are not answered, the newest first; without transient ones.
    package var delivered: [NotificationRecord] {
        records.values.filter { $0.delivery != nil && !$0.isTransient }.sorted { $0.number > $1.number }
    }

    /// The transient notifications, the oldest first.
    package var transient: [NotificationRecord] {
        records.values.filter(\.isTransient).sorted { $0.number < $1.number }
    }

    /// Returns the delivered notifications in the thread of one of them, the oldest first; only that one if it has no
    /// thread.
    package func thread(of name: NotificationRequest.Name) -> [NotificationRecord] {
        guard let record = records[name], let delivery = record.delivery else { return [] }
        let thread = delivery.content.thread
        guard !thread.isEmpty else { return [record] }
        return delivered.reversed().filter {
            $0.name.client == name.client && $0.delivery?.content.thread == thread && $0.delivery?.phase != .missed
        }
    }

    /// Returns the number on the icon of a program: that of its newest notification with a number; 0 if there is none.
    package func badge(of client: String) -> Int {
        guard clients[client]?.badge == .allowed else { return 0 }
        return delivered.first { $0.name.client == client && $0.delivery?.content.badge != nil }?
            .delivery?.content.badge ?? 0
    }

    /// Returns the progress of a program, in percent: that of its newest shown notification with a progress; `nil` if
    /// there is none, or if it is complete.
    package func progress(of client: String) -> Int? {
        guard let client = clients[client], client.badge == .allowed else { return nil }
        let shown = records.values.filter { record in
            record.name.client == client.name
                && record.delivery.map {
                    $0.phase != .missed && $0.content.progress != nil && client.shows($0.content.category)
                } ?? false
        }
        let newest = shown.max { $0.number < $1.number }?.delivery?.content.progress
        return newest.flatMap { $0 < 100 ? $0 : nil }
    }

    // MARK: Beginning

    /// Takes over stored notifications. Times are determined again, and those that were being shown when the process
    /// ended are shown.
    ///
    /// - Parameter last: The number of the last answer, which is not used again.
    package mutating func restore(
        _ kept: [NotificationRecord], _ clients: [NotificationClient], after last: Int64 = 0, at now: NotificationTime
    ) -> [Effect] {
        // Removed notifications had higher numbers; since numbers also grow with time, none is used again.
        lastOrder = max(last, now.wall * 1_000)
        for client in clients { self.clients[client.name] = client }
        for record in kept {
            records[record.name] = record
            counts[record.name.client, default: 0] += 1
            lastOrder = max(lastOrder, record.order, record.delivery?.number ?? 0)
        }
        rebuild()
        var effects = clockChanged(at: now)
        let open = kept.filter { $0.delivery?.phase == .due || $0.delivery?.phase == .presented }
        for record in open.sorted(by: { $0.number < $1.number }) where records[record.name] != nil {
            if !effects.contains(.present(record.name)) { effects.append(.present(record.name)) }
        }
        return effects
    }

    // MARK: Requests

    /// Adds a request, or changes the one with the same name, whether it is pending or delivered; a delivered one is
    /// shown again.
    ///
    /// The number of notifications of a program is limited. If the service itself has reached the limit, the oldest of
    /// its delivered notifications without a trigger is removed to make room.
    ///
    /// - Parameter isNeeded: Whether there is always room for it, because it follows from a request of the user.
    /// - Throws: `invalid`, `full`.
    package mutating func add(
        _ request: NotificationRequest, isNeeded: Bool = false, at now: NotificationTime
    ) throws(NotificationRefusal) -> [Effect] {
        try request.check(at: now.wall)
        let old = records[request.name]
        let isTransient = request.content.isTransient
        let oldest = old == nil && !isTransient ? try room(for: request.name.client, isNeeded: isNeeded) : nil
        let effects = try added(request, old, at: now)
        return oldest.map { end($0) + [.withdraw($0.name)] + effects } ?? effects
    }

    private mutating func added(
        _ request: NotificationRequest, _ old: NotificationRecord?, at now: NotificationTime
    ) throws(NotificationRefusal) -> [Effect] {
        let isTransient = request.content.isTransient
        lastOrder += 1
        var record = NotificationRecord(
            request: request, isPending: request.trigger != nil, delivery: old?.delivery, order: lastOrder)
        guard request.trigger != nil else {
            deliver(&record, due: now.wall)
            put(record)
            // A notification with that name that was stored is not stored any longer.
            let isDropped = isTransient && old?.isTransient == false
            return (isDropped ? [.delete(request.name)] : []) + [.save(record), .present(request.name)]
        }
        record.schedule(at: now, offset: offset)
        if case .calendar = request.trigger, record.next == nil, !request.content.isOff {
            throw .invalid("there is no such date to come")
        }
        put(record)
        return [.save(record)]
    }

    /// Returns the notification of a program that must be removed for another one; `nil` if there is room without that.
    private func room(for client: String, isNeeded: Bool) throws(NotificationRefusal) -> NotificationRecord? {
        typealias Limits = NotificationLimits
        let isFull = counts[client, default: 0] >= Limits.perClient
        if isFull, client == ServiceNames.busName {
            let told = records.values.filter {
                $0.name.client == client && $0.request.trigger == nil && !$0.isTransient
                    && $0.delivery?.phase == .delivered
            }
            if let oldest = told.min(by: { $0.number < $1.number }) { return oldest }
        }
        guard isNeeded || !isFull && records.count < Limits.overall else {
            throw NotificationRefusal(
                .full,
                "\(clients[client]?.title ?? client) may have \(Limits.perClient) notifications, pending and delivered, "
                    + "and all programs together \(Limits.overall); remove some first")
        }
        return nil
    }

    /// Reverts a change that could not be saved.
    package mutating func revert(_ name: NotificationRequest.Name, to old: NotificationRecord?) {
        if let old { put(old) } else if let new = records[name] { _ = end(new) }
    }

    /// Reverts changes that could not be saved.
    ///
    /// - Parameter before: The book before the changes.
    package mutating func revert(_ effects: [Effect], to before: NotificationBook) {
        for effect in effects {
            switch effect {
            case .save(let record): revert(record.name, to: before.records[record.name])
            case .delete(let name): revert(name, to: before.records[name])
            case .saveClient(let client): clients[client.name] = before.clients[client.name]
            case .deleteClient(let name): clients[name] = before.clients[name]
            case .present, .withdraw, .respond: break
            }
        }
    }

    // MARK: Time

    /// Delivers the notifications that are due, and removes those that have expired.
    package mutating func pass(to now: NotificationTime) -> [Effect] {
        var effects: [Effect] = []
        while let entry = queue.last, entry.time <= now.wall {
            queue.removeLast()
            effects += entry.isExpiration ? expire(entry) : due(entry.name, at: now)
        }
        return effects
    }

    /// Delivers the notifications whose times, as determined before a change of the clock, have come, and determines
    /// all times again.
    package mutating func clockChanged(at now: NotificationTime) -> [Effect] {
        let before = records
        // Intervals are measured by a clock that is never set.
        for (name, record) in records where record.isPending && record.lasting != nil {
            records[name]?.reschedule(at: now, offset: offset)
        }
        rebuild()
        var effects = pass(to: now)
        for (name, record) in records where record.isPending && record.next != nil {
            records[name]?.reschedule(at: now, offset: offset)
        }
        rebuild()
        // In another time zone, a date may have passed that had not before.
        let over = records.values.filter { $0.isPending && $0.next == nil && $0.hasDate && !$0.request.content.isOff }
        for var record in over.sorted(by: { $0.order < $1.order }) {
            (record.last, record.isPending) = (now.wall, false)
            effects += deliverNow(&record, due: now.wall, at: now)
        }
        let saved = effects.reduce(into: before) { if case .save(let record) = $1 { $0[record.name] = record } }
        effects += records.values.filter { saved[$0.name] != $0 }.map(Effect.save)
        return effects
    }

    private mutating func due(_ name: NotificationRequest.Name, at now: NotificationTime) -> [Effect] {
        guard var record = records[name], record.isPending, let due = record.next else { return [] }
        (record.last, record.next) = (due, nil)
        switch record.request.trigger {
        case .interval(let seconds, true): record.advance(seconds, at: now)
        case .calendar(_, true): record.schedule(at: now, offset: offset)
        default: record.isPending = false
        }
        if record.next == nil { record.isPending = false }
        return deliverNow(&record, due: due, at: now)
    }

    /// Removes an expired delivery; a request that still waits for its trigger continues to wait.
    private mutating func expire(_ entry: Entry) -> [Effect] {
        guard var record = records[entry.name], record.expiration == entry.time else { return [] }
        guard record.isPending else { return end(record) + [.withdraw(entry.name)] }
        record.delivery = nil
        put(record)
        return [.save(record), .withdraw(entry.name)]
    }

    // MARK: Events

    /// Delivers the notifications that wait for an event that happens now.
    ///
    /// - Parameter names: The names of the place or the device, and its identifiers.
    package mutating func happened(
        _ kind: NotificationEvent.Kind, _ names: [String] = [], at now: NotificationTime
    ) -> [Effect] {
        let matching = waiting.compactMap { records[$0] }.filter { record in
            guard case .event(let event, _) = record.request.trigger else { return false }
            return event.matches(kind, names)
        }
        var effects: [Effect] = []
        for var record in matching.sorted(by: { $0.order < $1.order }) {
            if case .event(_, .once) = record.request.trigger { record.isPending = false }
            record.last = now.wall
            effects += deliverNow(&record, due: now.wall, at: now)
        }
        return effects
    }

    private mutating func deliverNow(
        _ record: inout NotificationRecord, due: Int64, at now: NotificationTime
    ) -> [Effect] {
        if let expires = record.request.content.expires, expires <= now.wall {
            return end(record)
        }
        deliver(&record, due: due)
        let isMissed = now.wall - due > NotificationLimits.lateness
        if isMissed { record.delivery?.phase = .missed }
        put(record)
        return isMissed ? [.save(record)] : [.save(record), .present(record.name)]
    }

    private mutating func deliver(_ record: inout NotificationRecord, due: Int64) {
        lastOrder += 1
        // If it is shown already, it is replaced there, also after a restart.
        record.delivery = NotificationRecord.Delivery(
            number: lastOrder, content: record.request.content, phase: .due, due: due,
            screen: record.delivery?.screen, mark: record.delivery?.mark)
    }

    // MARK: Showing

    /// Notes that a notification is about to be shown.
    package mutating func presenting(_ name: NotificationRequest.Name) -> [Effect] {
        change(name) { $0.phase = .presented }
    }

    /// Notes that a notification was shown, and on which screen; `nil` if only the list has it.
    ///
    /// - Parameter mark: The mark by which the screen recognises it.
    package mutating func presented(
        _ name: NotificationRequest.Name, number: Int64, on screen: String?, mark: String? = nil, at time: Int64
    ) -> [Effect] {
        guard records[name]?.delivery?.number == number else { return [] }
        return change(name) { delivery in
            (delivery.phase, delivery.screen, delivery.mark) = (.delivered, screen, mark)
            delivery.shown = screen == nil ? nil : time
        }
    }

    /// Replaces the content of a delivered notification by a completed one.
    package mutating func complete(
        _ name: NotificationRequest.Name, number: Int64, _ content: NotificationContent
    ) -> [Effect] {
        guard var record = records[name], record.delivery?.number == number else { return [] }
        record.delivery?.content = content
        guard record != records[name] else { return [] }
        put(record)
        return [.save(record)]
    }

    private mutating func change(
        _ name: NotificationRequest.Name, _ body: (inout NotificationRecord.Delivery) -> Void
    ) -> [Effect] {
        guard var record = records[name], var delivery = record.delivery else { return [] }
        body(&delivery)
        guard delivery != record.delivery else { return [] }
        record.delivery = delivery
        records[name] = record
        return [.save(record)]
    }

    // MARK: Answering

    /// Applies an answer to a delivered notification: the answer is sent to the program, unless it is a dismissal of
    /// which the program is not notified, and the notification is removed, unless a button leaves it there.
    ///
    /// - Throws: `unknown` (no notification is delivered with that name, or it is answered), `invalid`, `locked`.
    package mutating func answer(
        _ name: NotificationRequest.Name, _ answer: NotificationAnswer, isLocked: Bool, at time: Int64
    ) throws(NotificationRefusal) -> [Effect] {
        guard var record = records[name], let delivery = record.delivery else {
            throw NotificationRefusal(.unknown, "there is no delivered notification \"\(name.identifier.prefix(100))\"")
        }
        let client = clients[name.client]
        let category = client?.category(delivery.content.category)
        try check(answer, delivery.content.actions(of: client), isLocked: isLocked)
        lastOrder += 1
        let isTold = answer.action != .dismiss || category?.tellsDismissal == true
        let response = NotificationResponse(
            number: lastOrder, name: name, answer: answer, content: delivery.content, time: time)
        if case .event(_, .untilAnswered) = record.request.trigger { record.isPending = false }
        if case .custom = answer.action, delivery.content.manner?.isResident == true { return [.respond(response)] }
        record.delivery = nil
        var effects: [Effect] = isTold ? [.respond(response)] : []
        if record.isPending {
            put(record)
            effects.append(.save(record))
        } else {
            effects += end(record)
        }
        return effects + [.withdraw(name)]
    }

    private func check(
        _ answer: NotificationAnswer, _ actions: [NotificationAction], isLocked: Bool
    ) throws(NotificationRefusal) {
        guard case .custom(let word) = answer.action else {
            guard answer.text == nil else { throw .invalid("\(answer.action.name) takes no text") }
            return
        }
        guard let action = actions.first(where: { $0.name == word }) else {
            let known = actions.map(\.name).joined(separator: ", ")
            throw .invalid(
                "it has no action \"\(word.prefix(100))\"" + (known.isEmpty ? "" : "; it has \(known)"))
        }
        guard action.takesText == (answer.text != nil) else {
            throw .invalid("the action \"\(word)\" " + (action.takesText ? "needs a text" : "takes no text"))
        }
        if let text = answer.text {
            try NotificationRequest.checkOptional("the text", text, NotificationLimits.textBytes)
        }
        if isLocked, action.needsUnlock {
            throw NotificationRefusal(.locked, "\"\(action.title)\" needs an unlocked screen")
        }
    }

    // MARK: Removing

    /// The notifications that are removed.
    package enum Part: String, Sendable, CaseIterable {
        case all
        case pending
        case delivered
    }

    /// Removes the notifications that match a condition, without an answer; transient ones are not removed.
    ///
    /// - Returns: The effects, and the number of notifications that matched.
    package mutating func remove(
        _ part: Part, where isMeant: (NotificationRecord) -> Bool
    ) -> (effects: [Effect], count: Int) {
        var (effects, count): ([Effect], Int) = ([], 0)
        for record in records.values.sorted(by: { $0.order < $1.order }) where !record.isTransient && isMeant(record) {
            let (isPending, isDelivered) = (record.isPending, record.delivery != nil)
            guard part == .all || (part == .pending ? isPending : isDelivered) else { continue }
            count += 1
            var rest = record
            if part != .delivered { (rest.isPending, rest.next, rest.lasting) = (false, nil, nil) }
            if part != .pending { rest.delivery = nil }
            if rest.isPending || rest.delivery != nil {
                put(rest)
                effects.append(.save(rest))
            } else {
                effects += end(record)
            }
            if isDelivered, rest.delivery == nil { effects.append(.withdraw(record.name)) }
        }
        return (effects, count)
    }

    /// Removes a notification if it is transient.
    package mutating func removeTransient(_ name: NotificationRequest.Name) -> [Effect] {
        guard let record = records[name], record.isTransient else { return [] }
        return end(record) + [.withdraw(name)]
    }

    private mutating func end(_ record: NotificationRecord) -> [Effect] {
        dequeue(record.name)
        records[record.name] = nil
        waiting.remove(record.name)
        if !record.isTransient { counts[record.name.client, default: 1] -= 1 }
        return record.isTransient ? [] : [.delete(record.name)]
    }

    // MARK: Programs

    /// Changes the data of a program, or adds the program.
    ///
    /// - Throws: `invalid`, `full`.
    package mutating func changeClient(
        _ name: String, _ body: (inout NotificationClient) -> Void
    ) throws(NotificationRefusal) -> [Effect] {
        var client = clients[name] ?? NotificationClient(name)
        let old = clients[name]
        body(&client)
        try NotificationRequest.check("the name of a program", client.title, NotificationLimits.titleBytes)
        guard client.categories.count <= NotificationLimits.categories else {
            throw .invalid("a program may have at most \(NotificationLimits.categories) categories")
        }
        for category in client.categories { try category.check() }
        guard old != client else { return [] }
        guard old != nil || clients.count < NotificationLimits.clients else {
            throw NotificationRefusal(
                .full, "at most \(NotificationLimits.clients) programs may have notifications; remove one first")
        }
        clients[name] = client
        // Notifications that had to wait for the permission are shown now.
        let isNew = old.map { !$0.shows("") } ?? true
        guard isNew, client.alert == .allowed else { return [.saveClient(client)] }
        let open = delivered.reversed().filter { $0.name.client == name && $0.delivery?.phase == .due }
        return [.saveClient(client)] + open.map { .present($0.name) }
    }

    /// Sets the data of a program that is part of the service; the user's decisions about it stay.
    package mutating func introduce(_ client: NotificationClient) {
        var client = client
        if let known = clients[client.name] {
            (client.alert, client.sound, client.badge) = (known.alert, known.sound, known.badge)
            client.silenced = known.silenced
        }
        clients[client.name] = client
    }

    /// Forgets a program and all its requests.
    ///
    /// - Parameter keepsDecision: Whether the user's decisions about it stay, and whether the user was asked.
    package mutating func forgetClient(_ name: String, keepsDecision: Bool = false) -> [Effect] {
        let removed = remove(.all) { $0.name.client == name }.effects
        if keepsDecision, var client = clients[name], client.isAsked == true || client.alert != .undecided {
            (client.handler, client.completer) = (nil, nil)
            clients[name] = client
            return removed + [.saveClient(client)]
        }
        guard clients.removeValue(forKey: name) != nil else { return removed }
        return removed + [.deleteClient(name)]
    }

    // MARK: The queue

    private mutating func put(_ record: NotificationRecord) {
        let old = records[record.name]
        if let old, old.next != nil || old.expiration != nil { dequeue(record.name) }
        let wasCounted = old.map { !$0.isTransient } ?? false
        if wasCounted == record.isTransient { counts[record.name.client, default: 0] += wasCounted ? -1 : 1 }
        records[record.name] = record
        if record.isPending, case .event = record.request.trigger {
            waiting.insert(record.name)
        } else {
            waiting.remove(record.name)
        }
        for entry in Self.entries(of: record) {
            // The next entry is last, so that it can be removed without moving the others.
            var (low, high) = (0, queue.count)
            while low < high {
                let middle = (low + high) / 2
                if queue[middle] > entry { low = middle + 1 } else { high = middle }
            }
            queue.insert(entry, at: low)
        }
    }

    private static func entries(of record: NotificationRecord) -> [Entry] {
        var entries: [Entry] = []
        if record.isPending, let next = record.next {
            entries.append(Entry(time: next, order: record.order, name: record.name, isExpiration: false))
        }
        if let expires = record.expiration {
            entries.append(Entry(time: expires, order: .max, name: record.name, isExpiration: true))
        }
        return entries
    }

    private mutating func dequeue(_ name: NotificationRequest.Name) { queue.removeAll { $0.name == name } }

    private mutating func rebuild() {
        queue = records.values.flatMap(Self.entries).sorted(by: >)
        waiting = Set(
            records.values.filter { record in
                if record.isPending, case .event = record.request.trigger { true } else { false }
            }.map(\.name))
    }
}

extension NotificationRecord {
    /// Whether it waits for a date.
    var hasDate: Bool { if case .calendar = request.trigger { true } else { false } }

    /// The time at which the delivered notification expires; a missed one also stays listed until then.
    var expiration: Int64? { delivery?.content.expires }

    /// The number of its delivery; 0 if it was not delivered.
    var number: Int64 { delivery?.number ?? 0 }
}
