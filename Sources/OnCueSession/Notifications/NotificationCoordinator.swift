// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueNotifications
package import OnCueRuntime

/// The notification centre: keeps the notifications of programs and the service for the user, shows them when they are
/// due, and delivers the answers.
///
/// One timer waits for the next due notification; there is none without a notification to wait for.
@MediaActor
package final class NotificationCoordinator {
    package typealias Name = NotificationRequest.Name

    /// The time in which clients that watch must answer that they show a notification themselves.
    package static let watcherPatience: Duration = .milliseconds(300)
    /// The time that the completion of a notification may take before it is shown as it is, and the time for which a
    /// completion may still replace it afterwards.
    package static let patience: Duration = .seconds(2)
    package static let lateCompletion: Duration = .seconds(10)
    /// The maximum number of notifications that are shown again after a restart of the screen.
    static let restored = 20

    /// Sent when something in the lists has changed.
    package let changes = Broadcast<Void>()
    /// Sent when a notification is about to be shown; a client that watches may take it.
    package let presentations = Broadcast<NotificationRecord>()
    /// Sent when the user has answered.
    package let responses = Broadcast<NotificationResponse>()

    /// Whether the screen is locked.
    package var isLocked: @MediaActor () -> Bool = { false }
    package weak var programs: (any NotificationPrograms)?
    /// Keeps unanswered notifications on the desktop while the service does not run.
    package weak var keeper: (any NotificationKeeping)?
    /// Returns the text for a moment in seconds since 1970.
    package var timeText: (Int64) -> String = { "\($0)" }

    internal(set) package var book: NotificationBook
    let store: any NotificationStoring
    let clock: NotificationClock
    let log = Logger("notifications")
    var screens: [any NotificationScreen] = []
    var ownHandlers: [String: OwnHandler] = [:]
    private var arrivals: [String: @MediaActor (NotificationRecord) -> Void] = [:]
    var lapses: [String: @MediaActor (Name) -> Void] = [:]
    private var strays: [@MediaActor (_ action: String, _ subject: String) -> Void] = []
    var completers: [String: @MediaActor (NotificationRequest) async -> NotificationContent?] = [:]
    private var timer: Task<Void, Never>?
    /// Whether ``close()`` was called; nothing becomes due any longer.
    private var isClosed = false
    private var loading: Task<Void, Never>?
    /// The tasks that show notifications, by program; no program waits for another.
    var showing: [String: Task<Void, Never>] = [:]
    /// The numbers of the notifications that are shown without their details while the screen is locked.
    var veiled: Set<Int64> = []
    var badges: [String: Int] = [:]
    /// The last reported progress of programs, in percent.
    var progresses: [String: Int] = [:]
    private var telling: Task<Void, Never>?
    /// Answers that have not reached their program yet.
    var open: [NotificationResponse] = []
    var sending: [String: Task<Void, Never>] = [:]
    /// The programs to which answers were to be sent while that was already in progress.
    var sentAgain: Set<String> = []
    var watchers: Set<String> = []
    private var lastIdentifier = 0
    /// The task that shows the service's own notifications, in the order of the requests.
    private var posting: Task<Void, Never>?
    private var own: NotificationClient?
    var taken: [Int64: CheckedContinuation<Bool, Never>] = [:]

    package init(store: any NotificationStoring, clock: NotificationClock) {
        (self.store, self.clock) = (store, clock)
        book = NotificationBook(offset: clock.offset)
    }

    isolated deinit {
        timer?.cancel()
        loading?.cancel()
        for task in showing.values { task.cancel() }
    }

    /// Adds a screen; to be called before ``begin()``.
    package func add(_ screen: any NotificationScreen) {
        screens.append(screen)
        screen.onAnswer = { [weak self] shown, answer in
            Task { @MediaActor in await self?.answered(shown, answer) }
        }
        screen.onReady = { [weak self, weak screen] in
            if let self, let screen { showAgain(on: screen) }
        }
        screen.onGone = { [weak self] name, number in self?.gone(name, number) }
        screen.onStray = { [weak self] action, subject in
            for stray in self?.strays ?? [] { stray(action, subject) }
        }
    }

    /// Describes the service's own notifications; to be called before ``begin()``.
    package func introduce(_ client: NotificationClient) { own = client }

    /// Handles the answers to the service's own notifications of a category.
    ///
    /// - Parameter lasting: Actions whose answers are kept until they are handled, so that their effects survive a
    ///   crash; the handler may receive such an answer again. Others are handled at most once.
    package func handle(
        _ category: String, lasting: Set<String> = [],
        _ handler: @escaping @MediaActor (NotificationResponse) async -> Void
    ) {
        ownHandlers[category] = OwnHandler(lasting: lasting, handle: handler)
    }

    /// Calls a handler when one of the service's own notifications of a category is due, whether or not it may be
    /// shown.
    package func whenDue(_ category: String, _ handler: @escaping @MediaActor (NotificationRecord) -> Void) {
        arrivals[category] = handler
    }

    /// Calls a handler when a notification of a category that is only shown has left the screen without an answer.
    package func whenLapsed(_ category: String, _ handler: @escaping @MediaActor (Name) -> Void) {
        lapses[category] = handler
    }

    /// Calls a handler when a button of a notification that is gone is pressed, in the history of a desktop.
    package func whenStray(_ handler: @escaping @MediaActor (_ action: String, _ subject: String) -> Void) {
        strays.append(handler)
    }

    /// Completes the service's own notifications of a category before they are shown.
    package func complete(
        _ category: String, _ completer: @escaping @MediaActor (NotificationRequest) async -> NotificationContent?
    ) {
        completers[category] = completer
    }

    // MARK: Beginning and ending

    /// Reads the kept notifications, behind everything more urgent.
    package func begin() {
        guard loading == nil else { return }
        loading = Task { @MediaActor [weak self, store, clock] in
            let kept = await store.load()
            guard !Task.isCancelled, let self else { return }
            takeBack(kept.records)
            open = kept.responses
            let effects = book.restore(
                kept.records, kept.clients, after: kept.responses.last?.number ?? 0, at: clock.now())
            if let own { book.introduce(own) }
            await carryOut(effects)
            for client in Set(open.map(\.name.client)) { send(to: client) }
            for screen in screens { showAgain(on: screen) }
        }
    }

    /// Takes back the notifications that the previous run has left on the desktop, including those that have expired
    /// since.
    private func takeBack(_ records: [NotificationRecord]) {
        guard let keeper else { return }
        let newest = records.filter { $0.delivery != nil }.sorted {
            ($0.delivery?.number ?? 0) > ($1.delivery?.number ?? 0)
        }
        var keys: [String] = []
        for record in newest where keys.count < 2 * Self.restored {
            let key = ShownNotification.key(of: record)
            if !keys.contains(key) { keys.append(key) }
        }
        guard !keys.isEmpty else { return }
        Task { @MediaActor [keys] in await keeper.takeBack(keys) }
    }

    /// Leaves the notifications on the screen to the desktop, if that keeps them; to be called before the end. Offers
    /// and alarms mean nothing without the service.
    package func leave() async {
        guard let keeper else { return }
        var left: [ShownNotification] = []
        for record in book.delivered where isOnScreen(record) && left.count < Self.restored {
            guard let content = record.delivery?.content, content.manner == nil, content.urgency != .critical,
                keeper.hidesDetails || content.privacy == .shown, let client = book.clients[record.name.client],
                client.shows(content.category), !left.contains(where: { $0.key == ShownNotification.key(of: record) }),
                let shown = ShownNotification(
                    book.thread(of: record.name), of: client, isQuiet: true, isLocked: false, now: now, time: timeText)
            else { continue }
            left.append(shown)
        }
        // The oldest first, so that the newest is at the top.
        if !left.isEmpty { await keeper.leave(left.reversed()) }
    }

    /// Returns when the kept notifications have been read.
    package func ready() async { await loading?.value }

    /// Ends all waiting; notifications that become due from now on are shown at the next start.
    package func close() {
        isClosed = true
        for task in [timer, loading, telling] { task?.cancel() }
        for task in showing.values { task.cancel() }
        for task in sending.values { task.cancel() }
        for waiter in taken.values { waiter.resume(returning: false) }
        (timer, taken, sending) = (nil, [:], [:])
    }

    // MARK: Asking

    /// Adds a request, or changes the one with its name; it is on disk when this returns.
    ///
    /// - Throws: ``NotificationRefusal``, ``ContentError``.
    package func add(_ request: NotificationRequest) async throws {
        await ready()
        let (before, shown) = (book, keys())
        let old = book.records[request.name]
        let effects = try book.add(request, at: clock.now())
        try await save(effects, or: before)
        follow(effects, shown: shown)
        // With another thread it is a different notification on the screen.
        if let old, old.delivery != nil, let new = book.records[request.name], new.delivery != nil,
            ShownNotification.key(of: old) != ShownNotification.key(of: new)
        {
            withdraw(request.name, key: ShownNotification.key(of: old))
        }
    }

    /// Adds a request of the service itself, even if it cannot be saved, which it may be about, or if the lists are
    /// full.
    package func tell(_ request: NotificationRequest) async {
        await ready()
        let shown = keys()
        do throws(NotificationRefusal) {
            await carryOut(try book.add(request, isNeeded: true, at: clock.now()), shown: shown)
        } catch {
            log.warning("cannot tell", ["notification": request.name.identifier, "error": error.message])
        }
    }

    /// Adds a request of the service itself as soon as the kept notifications have been read, as ``tell(_:)``; in the
    /// order of the calls.
    package func post(_ request: NotificationRequest) {
        inOrder { await $0.tell(request) }
    }

    /// Removes a notification of the service itself, without an answer; in the order of the calls.
    package func retract(_ name: Name) {
        inOrder { center in
            await center.ready()
            let effects = center.book.removeTransient(name)
            await center.carryOut(effects.isEmpty ? center.book.remove(.all) { $0.name == name }.effects : effects)
        }
    }

    private func inOrder(_ body: @escaping @MediaActor (NotificationCoordinator) async -> Void) {
        let before = posting
        posting = Task { @MediaActor [weak self] in
            await before?.value
            if let self { await body(self) }
        }
    }

    /// Returns when everything posted and retracted so far is in the book.
    package func posted() async { await posting?.value }

    /// Removes notifications without an answer, but none of those that are only shown.
    ///
    /// - Returns: The number of removed notifications.
    /// - Throws: `storage`.
    package func remove(
        _ part: NotificationBook.Part, where isMeant: (NotificationRecord) -> Bool
    ) async throws(ContentError) -> Int {
        await ready()
        // The keys on the screen are those before the removal.
        let shown = keys()
        let before = book
        let (effects, count) = book.remove(part, where: isMeant)
        try await save(effects, or: before)
        follow(effects, shown: shown)
        return count
    }

    /// Changes the description of a program, or its permissions.
    ///
    /// - Throws: ``NotificationRefusal``, ``ContentError``.
    package func changeClient(_ name: String, _ body: (inout NotificationClient) -> Void) async throws {
        await ready()
        let before = book
        let effects = try book.changeClient(name, body)
        try await save(effects, or: before)
        follow(effects)
        takeAwayRefused(of: name)
        showBadge(of: name)
    }

    /// Forgets a program and all of its requests.
    ///
    /// - Parameter keepsDecision: Whether to keep the user's decision about it, so that the user is not asked again.
    /// - Throws: `storage`.
    package func forgetClient(_ name: String, keepsDecision: Bool) async throws(ContentError) {
        await ready()
        let shown = keys()
        let before = book
        let effects = book.forgetClient(name, keepsDecision: keepsDecision)
        try await save(effects, or: before)
        follow(effects, shown: shown)
    }

    /// The time by the clock, in seconds since 1970.
    package var now: Int64 { clock.now().wall }

    /// Returns an identifier for a request without one.
    package func makeIdentifier() -> String {
        lastIdentifier += 1
        return "\(clock.now().wall)-\(lastIdentifier)"
    }

    // MARK: Answering

    /// Answers a delivered notification.
    ///
    /// - Throws: ``NotificationRefusal``, ``ContentError``.
    package func answer(_ name: Name, _ answer: NotificationAnswer) async throws {
        await ready()
        let shown = keys()
        let old = book.records[name]
        let effects = try book.answer(name, answer, isLocked: isLocked(), at: clock.now().wall)
        do throws(ContentError) { try await save(effects) } catch {
            guard name.client == ServiceNames.busName else {
                book.revert(name, to: old)
                throw error
            }
            // The answer counts all the same; after a restart the notification is there again.
            log.warning("an answer cannot be saved", ["error": error.message])
        }
        follow(effects, shown: shown)
    }

    /// Returns the answer to a notification that has not reached its program yet.
    package func openAnswer(to name: Name) -> NotificationResponse? { open.last { $0.name == name } }

    /// Handles an answer from a screen, possibly to a notification that is gone. Dismissing a summary dismisses all
    /// notifications in it.
    private func answered(_ shown: ShownNotification, _ answer: NotificationAnswer) async {
        await ready()
        guard let delivery = book.records[shown.name]?.delivery else { return }
        guard delivery.number == shown.number else { return await crossed(shown, delivery.content, answer) }
        let names = answer.action == .dismiss ? book.thread(of: shown.name).map(\.name) : [shown.name]
        for name in names.isEmpty ? [shown.name] : names { await take(answer, to: name) }
    }

    private func take(_ answer: NotificationAnswer, to name: Name) async {
        do { try await self.answer(name, answer) } catch {
            log.warning("an answer was refused", ["notification": name.identifier, "error": "\(error)"])
        }
    }

    /// Handles an answer to a notification of the service itself that was replaced at the same time, by one about the
    /// same subject or another. An answer to a replaced notification of a program is ignored.
    private func crossed(
        _ shown: ShownNotification, _ content: NotificationContent, _ answer: NotificationAnswer
    ) async {
        guard let manner = content.manner else { return }
        if manner.subject == shown.manner.subject || answer.text != nil {
            await take(answer, to: shown.name)
        } else if let subject = shown.manner.subject {
            for stray in strays { stray(answer.action.name, subject) }
        }
    }

    // MARK: Events

    /// Handles an event around the machine.
    package func happened(_ kind: NotificationEvent.Kind, _ names: [String] = []) {
        let before = telling
        telling = Task { @MediaActor [weak self] in
            await before?.value
            guard let self else { return }
            await ready()
            await carryOut(book.happened(kind, names, at: clock.now()))
        }
    }

    /// Returns when all events so far have been applied to the lists.
    package func settled() async {
        await ready()
        await telling?.value
    }

    /// Shows the notifications that the lock has hidden.
    package func unlocked() {
        for record in book.delivered.reversed() {
            guard let delivery = record.delivery else { continue }
            if delivery.phase == .due {
                present(record.name)
            } else if veiled.contains(delivery.number) {
                Task { @MediaActor [weak self] in _ = await self?.show(record.name, isQuiet: true) }
            }
        }
    }

    // MARK: Watching

    /// Notes whether a client shows notifications itself, as long as it exists.
    package func setWatching(_ client: String, _ isWatching: Bool) {
        if isWatching { watchers.insert(client) } else { watchers.remove(client) }
    }

    /// Notes that a client shows a notification itself.
    package func take(_ number: Int64) { taken.removeValue(forKey: number)?.resume(returning: true) }

    // MARK: Following

    private func save(_ effects: [NotificationBook.Effect]) async throws(ContentError) {
        arm()
        let kept = effects.filter(\.isKept)
        if !kept.isEmpty { try await store.apply(kept) }
    }

    /// Saves effects, or reverts them.
    private func save(_ effects: [NotificationBook.Effect], or before: NotificationBook) async throws(ContentError) {
        do throws(ContentError) { try await save(effects) } catch {
            book.revert(effects, to: before)
            arm()
            throw error
        }
    }

    /// Saves and follows effects without a caller to report an error to.
    func carryOut(_ effects: [NotificationBook.Effect], shown: [Name: String]? = nil) async {
        do throws(ContentError) { try await save(effects) } catch {
            log.warning("notifications cannot be saved", ["error": error.message])
        }
        follow(effects, shown: shown)
    }

    private func follow(_ effects: [NotificationBook.Effect], shown: [Name: String]? = nil) {
        guard !effects.isEmpty else { return }
        for effect in effects {
            switch effect {
            case .present(let name):
                if name.client == ServiceNames.busName, let record = book.records[name],
                    let category = record.delivery?.content.category
                {
                    arrivals[category]?(record)
                }
                present(name)
            case .withdraw(let name): withdraw(name, key: shown?[name])
            case .respond(let response): respond(response)
            case .save, .delete, .saveClient, .deleteClient: break
            }
        }
        if effects.contains(where: \.isKept) { changes.send(()) }
    }

    /// Waits for the next due notification.
    private func arm() {
        timer?.cancel()
        guard !isClosed, let next = book.nextTime else {
            timer = nil
            return
        }
        let (before, clock) = (clock.now(), clock)
        // The caller that asked for a notification is not the cause of its consequences.
        timer = PlaybackCause.$current.withValue(.user) {
            Task { @MediaActor [weak self] in
                guard (try? await clock.sleep(next)) != nil, !Task.isCancelled, let self else { return }
                let now = clock.now()
                // The timer ends early when the clock is set.
                let wasSet = now.wall < next || abs(now.wall - before.wall - (now.uptime - before.uptime)) > 1
                let shown = keys()
                await carryOut(wasSet ? book.clockChanged(at: now) : book.pass(to: now), shown: shown)
                arm()
            }
        }
    }

    /// Recalculates all times: the machine was asleep, and may be in another time zone.
    package func clockChanged() {
        Task { @MediaActor [weak self] in
            guard let self else { return }
            await ready()
            await carryOut(book.clockChanged(at: clock.now()))
        }
    }
}
