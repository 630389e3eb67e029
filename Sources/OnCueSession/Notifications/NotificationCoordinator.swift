// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueNotifications
package import OnCueRuntime

/// The notification centre: keeps what programs and the service want to tell the user, tells it when it is due, and takes
/// the answers back to whom they belong.
///
/// One timer waits for what is due next; without anything there is none.
@MediaActor
package final class NotificationCoordinator {
    package typealias Name = NotificationRequest.Name

    /// How long those who watch have to say that they show something themselves.
    package static let watcherPatience: Duration = .milliseconds(300)
    /// How long the completion of a notification may take before it is shown as it is, and how long it may still replace
    /// it afterwards.
    package static let patience: Duration = .seconds(2)
    package static let lateCompletion: Duration = .seconds(10)
    /// After a restart of the screen no more than this many are shown again.
    static let restored = 20

    /// Something in the lists has changed.
    package let changes = Broadcast<Void>()
    /// Something is about to be shown; whoever watches may take it.
    package let presentations = Broadcast<NotificationRecord>()
    /// The user has answered.
    package let responses = Broadcast<NotificationResponse>()

    /// Whether the screen is locked.
    package var isLocked: @MediaActor () -> Bool = { false }
    package weak var programs: (any NotificationPrograms)?
    /// Keeps on the desktop what is not answered while the service does not run.
    package weak var keeper: (any NotificationKeeping)?
    /// How a moment is said, in seconds since 1970.
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
    private var loading: Task<Void, Never>?
    /// The tasks that show notifications, by program; none waits for another.
    var showing: [String: Task<Void, Never>] = [:]
    /// The numbers of those that are shown without their details while the screen is locked.
    var veiled: Set<Int64> = []
    var badges: [String: Int] = [:]
    /// The last reported progress of programs, in percent.
    var progresses: [String: Int] = [:]
    private var telling: Task<Void, Never>?
    /// Answers that no program has got yet.
    var open: [NotificationResponse] = []
    var sending: [String: Task<Void, Never>] = [:]
    /// The programs to which answers were to be sent while that was under way.
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

    /// Adds a screen; to be called before this begins.
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

    /// Says what the service's own notifications are; to be called before this begins.
    package func introduce(_ client: NotificationClient) { own = client }

    /// Handles the answers to the service's own notifications of a category.
    ///
    /// - Parameter lasting: Actions whose answers are kept until they are handled, so that what comes of them survives a
    ///   crash; the handler may get such an answer again. Others are handled at most once.
    package func handle(
        _ category: String, lasting: Set<String> = [],
        _ handler: @escaping @MediaActor (NotificationResponse) async -> Void
    ) {
        ownHandlers[category] = OwnHandler(lasting: lasting, handle: handler)
    }

    /// Calls a handler when one of the service's own notifications of a category is due, whether or not it may be shown.
    package func whenDue(_ category: String, _ handler: @escaping @MediaActor (NotificationRecord) -> Void) {
        arrivals[category] = handler
    }

    /// Calls a handler when one of a category that is only shown has left the screen without an answer.
    package func whenLapsed(_ category: String, _ handler: @escaping @MediaActor (Name) -> Void) {
        lapses[category] = handler
    }

    /// Calls a handler when a button is pressed of a notification that is gone, in the history of a desktop.
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

    /// Reads what is kept, behind all that is more urgent.
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

    /// Takes away what the run before has left on the desktop, also of what has expired since.
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

    /// Leaves what is on the screen on the desktop, where that keeps it; to be called before the end. Offers and alarms
    /// mean nothing without the service.
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
        // The oldest first, so that the newest stands at the top.
        if !left.isEmpty { await keeper.leave(left.reversed()) }
    }

    /// Returns when what was kept is known.
    package func ready() async { await loading?.value }

    /// Ends all waiting; what is due from now on is told at the next start.
    package func close() {
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
        // With another thread it is another one on the screen.
        if let old, old.delivery != nil, let new = book.records[request.name], new.delivery != nil,
            ShownNotification.key(of: old) != ShownNotification.key(of: new)
        {
            withdraw(request.name, key: ShownNotification.key(of: old))
        }
    }

    /// Adds a request of the service itself, even if it cannot be saved, which it may be about, or all are full.
    package func tell(_ request: NotificationRequest) async {
        await ready()
        let shown = keys()
        do throws(NotificationRefusal) {
            await carryOut(try book.add(request, isNeeded: true, at: clock.now()), shown: shown)
        } catch {
            log.warning("cannot tell", ["notification": request.name.identifier, "error": error.message])
        }
    }

    /// Shows one of the service itself as soon as what is kept is known, as ``tell(_:)``; in the order of the calls.
    package func post(_ request: NotificationRequest) {
        inOrder { await $0.tell(request) }
    }

    /// Takes one of the service itself away, without an answer; in the order of the calls.
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

    /// Returns when what was posted and retracted so far is in the book.
    package func posted() async { await posting?.value }

    /// Removes notifications without an answer; of those that are only shown none.
    ///
    /// - Returns: How many.
    /// - Throws: `storage`.
    package func remove(
        _ part: NotificationBook.Part, where isMeant: (NotificationRecord) -> Bool
    ) async throws(ContentError) -> Int {
        await ready()
        // The keys of what is shown are those of before.
        let shown = keys()
        let before = book
        let (effects, count) = book.remove(part, where: isMeant)
        try await save(effects, or: before)
        follow(effects, shown: shown)
        return count
    }

    /// Changes what is known of a program, or what it may.
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

    /// Forgets a program with all that it has asked for.
    ///
    /// - Parameter keepsDecision: What the user has decided about it stays, and it is not asked again.
    /// - Throws: `storage`.
    package func forgetClient(_ name: String, keepsDecision: Bool) async throws(ContentError) {
        await ready()
        let shown = keys()
        let before = book
        let effects = book.forgetClient(name, keepsDecision: keepsDecision)
        try await save(effects, or: before)
        follow(effects, shown: shown)
    }

    /// The time by its clock, in seconds since 1970.
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
            // The user is heard all the same; after a restart it is there again.
            log.warning("an answer cannot be saved", ["error": error.message])
        }
        follow(effects, shown: shown)
    }

    /// Returns the answer to a notification that has not reached its program yet.
    package func openAnswer(to name: Name) -> NotificationResponse? { open.last { $0.name == name } }

    /// Handles an answer from a screen, which may be to one that is not there any longer. Dismissing a summary dismisses
    /// all that it stands for.
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

    /// Handles an answer to one of the service itself that was replaced at the same time, by another about the same, or
    /// about something else. What a program has replaced is over.
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

    /// Tells what happens around the machine.
    package func happened(_ kind: NotificationEvent.Kind, _ names: [String] = []) {
        let before = telling
        telling = Task { @MediaActor [weak self] in
            await before?.value
            guard let self else { return }
            await ready()
            await carryOut(book.happened(kind, names, at: clock.now()))
        }
    }

    /// Returns when what was told so far is in the lists.
    package func settled() async {
        await ready()
        await telling?.value
    }

    /// Shows what the lock has hidden.
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

    /// Follows whether a client shows notifications itself, while it is there.
    package func setWatching(_ client: String, _ isWatching: Bool) {
        if isWatching { watchers.insert(client) } else { watchers.remove(client) }
    }

    /// A client shows a notification itself.
    package func take(_ number: Int64) { taken.removeValue(forKey: number)?.resume(returning: true) }

    // MARK: Following

    private func save(_ effects: [NotificationBook.Effect]) async throws(ContentError) {
        arm()
        let kept = effects.filter(\.isKept)
        if !kept.isEmpty { try await store.apply(kept) }
    }

    /// Saves effects, or takes them back.
    private func save(_ effects: [NotificationBook.Effect], or before: NotificationBook) async throws(ContentError) {
        do throws(ContentError) { try await save(effects) } catch {
            book.revert(effects, to: before)
            arm()
            throw error
        }
    }

    /// Saves and follows effects that nobody waits for.
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

    /// Waits for what is due next.
    private func arm() {
        timer?.cancel()
        guard let next = book.nextTime else {
            timer = nil
            return
        }
        let (before, clock) = (clock.now(), clock)
        // Whoever has asked for a notification is not the cause of what follows from it.
        timer = PlaybackCause.$current.withValue(.user) {
            Task { @MediaActor [weak self] in
                guard (try? await clock.sleep(next)) != nil, !Task.isCancelled, let self else { return }
                let now = clock.now()
                // The timer ends before its time when the clock is set.
                let wasSet = now.wall < next || abs(now.wall - before.wall - (now.uptime - before.uptime)) > 1
                let shown = keys()
                await carryOut(wasSet ? book.clockChanged(at: now) : book.pass(to: now), shown: shown)
                arm()
            }
        }
    }

    /// Determines all times again: the machine was asleep, and may be in another time zone.
    package func clockChanged() {
        Task { @MediaActor [weak self] in
            guard let self else { return }
            await ready()
            await carryOut(book.clockChanged(at: clock.now()))
        }
    }
}
