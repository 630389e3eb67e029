// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// All notifications of all programs: which wait for what, which are due, shown, and answered.
///
/// A value without input or output. Every function returns what follows, in order; what is to be saved is to be on disk
/// before the rest is carried out, so that nothing is lost or shown twice whenever the process ends. Adding, answering
/// and removing take a logarithm of the number of requests, or a copy of the list of those that wait for a time.
package struct NotificationBook: Sendable {
    package enum Effect: Sendable, Equatable {
        case save(NotificationRecord)
        case delete(NotificationRequest.Name)
        case saveClient(NotificationClient)
        case deleteClient(String)
        /// Show it, in place of the one with its name that is shown.
        case present(NotificationRequest.Name)
        /// Take it off the screen.
        case withdraw(NotificationRequest.Name)
        /// Tell its program, once.
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

    /// When something is due next, in seconds since 1970.
    package var nextTime: Int64? { queue.last?.time }

    /// The notifications that wait for their triggers: the next one due first, then those that wait for events, in the
    /// order of asking.
    package var pending: [NotificationRecord] {
        records.values.filter(\.isPending).sorted {
            ($0.next ?? .max, $0.order) < ($1.next ?? .max, $1.order)
        }
    }

    /// The notifications that were due and are not answered, the newest first; without those that are only shown.
    package var delivered: [NotificationRecord] {
        records.values.filter { $0.delivery != nil && !$0.isTransient }.sorted { $0.number > $1.number }
    }

    /// The notifications that are only shown, the oldest first.
    package var transient: [NotificationRecord] {
        records.values.filter(\.isTransient).sorted { $0.number < $1.number }
    }

    /// The delivered of a thread of a program, the oldest first; those without a thread are alone.
    package func thread(of name: NotificationRequest.Name) -> [NotificationRecord] {
        guard let record = records[name], let delivery = record.delivery else { return [] }
        let thread = delivery.content.thread
        guard !thread.isEmpty else { return [record] }
        return delivered.reversed().filter {
            $0.name.client == name.client && $0.delivery?.content.thread == thread && $0.delivery?.phase != .missed
        }
    }

    /// The number on the icon of a program: that of its newest notification which has one.
    package func badge(of client: String) -> Int {
        guard clients[client]?.badge == .allowed else { return 0 }
        return delivered.first { $0.name.client == client && $0.delivery?.content.badge != nil }?
            .delivery?.content.badge ?? 0
    }

    /// Returns the progress of a program, in percent: that of its newest notification with a progress that is shown.
    /// `nil` if there is none, or if that is complete.
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

    /// Takes over what was kept. Times are determined again, and what was being shown when the process ended is shown.
    ///
    /// - Parameter last: The number of the last answer, which no other gets.
    package mutating func restore(
        _ kept: [NotificationRecord], _ clients: [NotificationClient], after last: Int64 = 0, at now: NotificationTime
    ) -> [Effect] {
        // What is gone had higher numbers, which grow with time, too.
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

    // MARK: Asking

    /// Adds a request, or changes the one with its name, pending or delivered; a delivered one is shown anew.
    ///
    /// A program has room for so many. Of those that the service itself has told of at once, the oldest go for another
    /// one.
    ///
    /// - Parameter isNeeded: Whether there is always room for it: it follows from what the user has asked for.
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
            // One that was kept before is not any longer.
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

    /// The one that goes for another of a program; `nil` if there is room without that.
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

    /// Takes a change back that could not be saved.
    package mutating func revert(_ name: NotificationRequest.Name, to old: NotificationRecord?) {
        if let old { put(old) } else if let new = records[name] { _ = end(new) }
    }

    /// Takes changes back that could not be saved.
    ///
    /// - Parameter before: The book as it was before them.
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

    /// Delivers what is due, and takes away what has expired.
    package mutating func pass(to now: NotificationTime) -> [Effect] {
        var effects: [Effect] = []
        while let entry = queue.last, entry.time <= now.wall {
            queue.removeLast()
            effects += entry.isExpiration ? expire(entry) : due(entry.name, at: now)
        }
        return effects
    }

    /// Delivers what the old clock has made due, and determines all times again.
    package mutating func clockChanged(at now: NotificationTime) -> [Effect] {
        let before = records
        // An interval goes by the clock that was not set.
        for (name, record) in records where record.isPending && record.lasting != nil {
            records[name]?.reschedule(at: now, offset: offset)
        }
        rebuild()
        var effects = pass(to: now)
        for (name, record) in records where record.isPending && record.next != nil {
            records[name]?.reschedule(at: now, offset: offset)
        }
        rebuild()
        // In another zone a date may be over that was not.
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

    /// Takes away what was told; what waits for its trigger goes on waiting.
    private mutating func expire(_ entry: Entry) -> [Effect] {
        guard var record = records[entry.name], record.expiration == entry.time else { return [] }
        guard record.isPending else { return end(record) + [.withdraw(entry.name)] }
        record.delivery = nil
        put(record)
        return [.save(record), .withdraw(entry.name)]
    }

    // MARK: Events

    /// Delivers what waits for something that happens now.
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
        // Where it is shown already, it is replaced there, also after a restart.
        record.delivery = NotificationRecord.Delivery(
            number: lastOrder, content: record.request.content, phase: .due, due: due,
            screen: record.delivery?.screen, mark: record.delivery?.mark)
    }

    // MARK: Showing

    /// Notes that it is about to be shown.
    package mutating func presenting(_ name: NotificationRequest.Name) -> [Effect] {
        change(name) { $0.phase = .presented }
    }

    /// Notes that it was shown, and by what; `nil` for nothing but the list.
    ///
    /// - Parameter mark: By which the screen knows it again.
    package mutating func presented(
        _ name: NotificationRequest.Name, number: Int64, on screen: String?, mark: String? = nil, at time: Int64
    ) -> [Effect] {
        guard records[name]?.delivery?.number == number else { return [] }
        return change(name) { delivery in
            (delivery.phase, delivery.screen, delivery.mark) = (.delivered, screen, mark)
            delivery.shown = screen == nil ? nil : time
        }
    }

    /// Takes a better content for the one that is shown.
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

    /// Ends a delivered one by an answer, which its program gets.
    ///
    /// - Throws: `unknown` (none is delivered with that name, or it is answered), `invalid`, `locked`.
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

    /// Which of the notifications of a program are meant.
    package enum Part: String, Sendable, CaseIterable {
        case all
        case pending
        case delivered
    }

    /// Removes what a condition names, without an answer; of those that are only shown none.
    ///
    /// - Returns: What follows, and how many there were.
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

    /// Takes one away that is only shown, if it is.
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

    /// Changes what is known of a program, or adds it.
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
        // What had to wait for the permission is shown now.
        let isNew = old.map { !$0.shows("") } ?? true
        guard isNew, client.alert == .allowed else { return [.saveClient(client)] }
        let open = delivered.reversed().filter { $0.name.client == name && $0.delivery?.phase == .due }
        return [.saveClient(client)] + open.map { .present($0.name) }
    }

    /// Says what a program is that is part of the service: what the user has decided about it stays.
    package mutating func introduce(_ client: NotificationClient) {
        var client = client
        if let known = clients[client.name] {
            (client.alert, client.sound, client.badge) = (known.alert, known.sound, known.badge)
            client.silenced = known.silenced
        }
        clients[client.name] = client
    }

    /// Forgets a program with all that it has asked for.
    ///
    /// - Parameter keepsDecision: What the user has decided about it stays, and whether the user was asked.
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
            // The first is last, so that it can be taken without moving the others.
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

    /// When what is delivered is of no use any longer; one that was missed stays listed until then, too.
    var expiration: Int64? { delivery?.content.expires }

    /// The number of its delivery; 0 without one.
    var number: Int64 { delivery?.number ?? 0 }
}
