// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import HTTPClient
package import OnCueCore
package import OnCueInterface
package import OnCueRuntime
internal import OnCueSession
internal import Scrobbling

/// Sends listens to services on the web, and keeps likes and loves in step.
///
/// It stores no listens: they are in the journal, in which each account has a cursor that advances when the service has
/// answered. A daemon that is killed in between sends the same listens again, and the services recognise them by their
/// time and their track. Without an account it does nothing, and with one it wakes up only for listening, likes and
/// commands, and to try again.
@MediaActor
package final class ScrobblingCenter: nonisolated ScrobblingService {
    package typealias Failure = any Error

    let doors: ScrobblingDoors
    let log = Logger("scrobbling")
    private let client: HTTPClient
    private let file: ScrobblingFile
    var book = ScrobblingBook()
    /// The reason why accounts cannot be stored.
    private var problem: String?
    private var runs: [String: AccountRun] = [:]
    private var requests: [String: ScrobblingAccount] = [:]
    private var likes: Task<Void, Never>?
    private var networkWatch: Task<any Sendable, Never>?
    private var playing: Task<Void, Never>?
    /// The item that is being reported to services.
    private var told: JournalEntry.Subject?
    private var isClosed = false
    private var isBegun = false
    private var loading: Task<Void, Never>?
    /// Whether the file cannot be read, and must not be replaced.
    private var isBlocked = false

    /// The maximum number of accounts that wait for the user on a page of the service.
    static let requestLimit = 16
    /// The delay before an item is reported, so that skipping through a list does not report each entry.
    private static let playingDelay = Duration.seconds(1)

    /// - Parameter path: The file of accounts.
    package init(client: HTTPClient, path: String, _ doors: ScrobblingDoors) {
        (self.client, self.doors) = (client, doors)
        file = ScrobblingFile(path: path)
    }

    /// Reads the accounts, and sends waiting listens and loves.
    package func begin() async {
        await load()
        guard !isClosed else { return }
        isBegun = true
        for account in book.accounts { addRun(account) }
        followLikes()
        wake(.news)
    }

    /// Reads the file, once.
    private func load() async {
        if let loading { return await loading.value }
        let task = Task { @MediaActor in
            let loaded = await file.load()
            (book, problem, isBlocked) = (loaded.book, loaded.problem, loaded.isBlocked)
            if let problem = problem ?? damage { log.error("accounts cannot be read", ["error": problem]) }
        }
        loading = task
        await task.value
    }

    /// The reason why everything is private, after the file was damaged and until the user resumes.
    private var damage: String? {
        guard book.isDamaged else { return nil }
        return
            "\(file.path) was damaged, and is kept as \(file.damagedPath); everything stays private, from music servers "
            + "too, until: oncue scrobble resume"
    }

    package func close() {
        isClosed = true
        likes?.cancel()
        playing?.cancel()
        networkWatch = nil
        for run in runs.values { run.end() }
        runs = [:]
    }

    // MARK: Events

    /// Processes an entry of the journal, which may not be written yet.
    package func note(_ entry: JournalEntry) {
        switch entry.kind {
        case .started, .resumed: tellPlaying(entry.subject)
        case .heard: noteHeard(entry)
        case .paused, .skipped, .left, .finished, .stopped:
            stopTelling()
            if mayBePrivate(entry) { Task { @MediaActor [weak self] in await self?.keepPrivate(entry) } }
        case .failed: stopTelling()
        case .song: break
        }
    }

    private func noteHeard(_ entry: JournalEntry) {
        guard !runs.isEmpty || mayBePrivate(entry) else { return }
        guard !book.isPaused, !book.privateItems.isEmpty else { return wake(.news) }
        Task { @MediaActor [weak self] in
            await self?.keepPrivate(entry)
            self?.wake(.news)
        }
    }

    /// Whether a program may later ask if an entry is private: programs that report to their own servers do, even if
    /// there is no account here.
    private func mayBePrivate(_ entry: JournalEntry) -> Bool {
        entry.subject.identifier.kind == .provided && !book.isPaused && !book.privateItems.isEmpty
    }

    /// Notes a play of something private: the play may be sent later, when the item has gone from the library or is no
    /// longer private.
    private func keepPrivate(_ entry: JournalEntry) async {
        let listen = Listen(entry.subject, start: entry.time, heard: entry.time)
        guard let hidden = try? await privateListening(), hidden.contains(listen) else { return }
        book.keepPrivate(listen)
        await save()
    }

    private func tellPlaying(_ subject: JournalEntry.Subject) {
        stopTelling()
        guard !runs.isEmpty else { return }
        told = subject
        let listen = Listen(subject, start: doors.now(), heard: doors.now())
        playing = Task { @MediaActor [weak self] in
            guard (try? await MediaActor.sleep(for: Self.playingDelay)) != nil, let self else { return }
            guard await isShown(listen), !Task.isCancelled else { return }
            // A service that does not answer does not delay the others.
            for run in runs.values { run.tellPlaying(listen) }
        }
    }

    /// Stops reporting the current item, if that is under way.
    private func stopTelling() {
        told = nil
        playing?.cancel()
        for run in runs.values { run.stopTelling() }
    }

    /// Whether other people may see a play; `false` if that cannot be found out.
    private func isShown(_ listen: Listen) async -> Bool {
        guard !book.isPaused, let hidden = try? await privateListening() else { return false }
        return !hidden.contains(listen)
    }

    func wake(_ reason: Delivery.Reason) {
        guard !book.isPaused else { return }
        for run in runs.values { run.wake(reason) }
    }

    /// Starts following likes, once an account shares them.
    private func followLikes() {
        guard likes == nil, runs.values.contains(where: { account($0.name)?.sharesLoves == true }) else { return }
        let changes = doors.listening.changes()
        likes = Task { @MediaActor [weak self] in
            for await change in changes where change.containers?.contains(where: { $0.kind == .track }) ?? true {
                self?.wake(.news)
            }
        }
    }

    /// Watches the network as long as something waits for it.
    func watchWhileWaiting() {
        let isWaiting = runs.values.contains { $0.next != nil }
        guard isWaiting, !isClosed else {
            networkWatch = nil
            return
        }
        guard networkWatch == nil else { return }
        networkWatch = Task { @MediaActor [doors] in
            await doors.watchNetwork { [weak self] in self?.wake(.network) }
        }
    }

    // MARK: Accounts

    private func addRun(_ account: ScrobblingAccount) {
        runs[account.name]?.end()
        let run = AccountRun(account, ServiceCaller(client, server: account.server), self)
        runs[account.name] = run
    }

    func account(_ name: String) -> ScrobblingAccount? { book.accounts.first { $0.name == name } }

    /// Returns the position up to which the plays of an account have been sent, in all current logs.
    func cursor(of account: ScrobblingAccount) async throws(ContentError) -> LogCursor {
        try await doors.listening.ownCursor(account.plays, since: account.since)
    }

    /// Whether a run is still the one of its account.
    func isCurrent(_ run: AccountRun) -> Bool { runs[run.name] === run }

    /// Changes an account and stores it.
    ///
    /// - Returns: The reason why it could not be stored; `nil` if it was.
    @discardableResult
    func change(_ name: String, _ body: (inout ScrobblingAccount) -> Void) async -> String? {
        guard let index = book.accounts.firstIndex(where: { $0.name == name }) else { return nil }
        body(&book.accounts[index])
        return await save()
    }

    /// Notes the position up to which likes have been processed, which is stored with the next change: processing them
    /// again changes nothing.
    func noteLikes(_ cursor: LogCursor, of name: String, _ change: (inout LoveBook) -> Void = { _ in }) {
        guard let index = book.accounts.firstIndex(where: { $0.name == name }) else { return }
        book.accounts[index].likes = cursor
        change(&book.accounts[index].loves)
    }

    @discardableResult
    private func save() async -> String? {
        problem = await file.save(book)
        if let problem { log.error("accounts cannot be kept", ["error": problem]) }
        return problem
    }

    private func saved() async throws(ServiceError) {
        if let problem = await save() { throw ServiceError(.storage, problem) }
    }

    /// Returns the items that stay private, with everything in them.
    func privateListening() async throws(ContentError) -> PrivateListening {
        var hidden = PrivateListening(Set(book.privateItems))
        for item in book.privateItems {
            let title = book.privateTitles[item]
            if item.kind == .artist, let title { hidden.add(artist: title) }
            guard Self.containers.contains(item.kind) else { continue }
            var contents: [Track] = []
            do throws(ContentError) { contents = try await doors.contents(item) } catch {
                // An item that is gone contains nothing.
                guard error.isAbsence else { throw error }
            }
            hidden.items.formUnion(contents.map(\.identifier))
            if item.kind == .album, contents.isEmpty, let title { hidden.add(album: title) }
        }
        return hidden
    }

    /// The kinds of items that contain others, and whose contents are on this machine and need no network.
    private static let containers: Set<ContentKind> = [
        .album, .artist, .genre, .composer, .folder, .playlist, .podcast,
    ]

    /// Whether the item can be recognised in plays.
    private static func canBePrivate(_ item: ContentNode) -> Bool {
        item.kind.canBeFavourite || item.kind == .provided && item.isPlayable && !item.isContainer
    }

    // MARK: Service

    @MediaActor
    package func scrobbling() async throws -> ScrobblingStatus {
        var status = ScrobblingStatus()
        status.isPaused = book.isPaused
        status.problem = problem ?? damage ?? ""
        for account in book.accounts {
            let waiting = try await doors.listening.ownPlayCount(after: try await cursor(of: account))
            status.accounts.append(
                account.status(runs[account.name], waiting: waiting, isPaused: book.isPaused))
        }
        for item in book.privateItems {
            let title = (try? await doors.item(item.description))?.title ?? book.privateTitles[item]
            status.privateItems.append(PrivateItem(item, title ?? item.description))
        }
        return status
    }

    @MediaActor
    package func addScrobbling(_ request: ScrobblingRequest) async throws -> ScrobblingGrant {
        try checkBegun()
        guard let kind = ScrobblingKind(rawValue: request.kind) else {
            let known = ScrobblingKind.allCases.map(\.rawValue).joined(separator: " or ")
            throw ServiceError(.invalidValue, "\"\(request.kind.prefix(60))\" is not a service; expected \(known)")
        }
        let server = try ServerAddress.read(request.server, kind)
        var account = ScrobblingAccount(newName(kind, server), kind, server: server, user: "", token: request.token)
        (account.key, account.secret) = (request.key, request.secret)
        (account.sendsPodcasts, account.sharesLoves) = (request.sendsPodcasts, request.sharesLoves)
        let caller = ServiceCaller(client, server: server)
        switch kind {
        case .listenBrainz:
            account.user = try await ServiceSignIn.user(of: account, caller)
            return try await add(account)
        case .lastFM:
            let (token, page) = try await ServiceSignIn.page(for: account, caller)
            if requests.count >= Self.requestLimit { requests = [:] }
            requests[token] = account
            var grant = ScrobblingGrant()
            (grant.page, grant.request) = (page, token)
            return grant
        }
    }

    @MediaActor
    package func completeScrobbling(_ request: String) async throws -> ScrobblingGrant {
        guard var account = requests[request] else {
            throw ServiceError(.notFound, "nothing was asked for under this name; add the account again")
        }
        let caller = ServiceCaller(client, server: account.server)
        guard let session = try await ServiceSignIn.session(for: account, request, caller) else {
            var grant = ScrobblingGrant()
            grant.request = request
            return grant
        }
        requests[request] = nil
        (account.user, account.token) = (session.user, session.key)
        return try await add(account)
    }

    /// Waits until the private items are known.
    ///
    /// - Throws: `storage` if they cannot be read.
    func checkKnown() async throws(ServiceError) {
        await load()
        if isBlocked, let problem { throw ServiceError(.storage, problem) }
    }

    private func checkBegun() throws(ServiceError) {
        if isBlocked, let problem { throw ServiceError(.storage, problem) }
        guard isBegun else { throw ServiceError(.notAvailable, "oncued is still starting; try again in a moment") }
    }

    /// Returns the name of a new account, or of the one that it replaces: that of the kind, with the host of the server
    /// if it is another one.
    private func newName(_ kind: ScrobblingKind, _ server: String) -> String {
        if let known = book.accounts.first(where: { $0.kind == kind && $0.server == server }) { return known.name }
        guard server != kind.server else { return kind.rawValue }
        let host = ServerAddress.host(server)
        let names = book.accounts.map(\.name)
        var (name, number) = ("\(kind.rawValue)@\(host)", 2)
        while names.contains(name) {
            name = "\(kind.rawValue)@\(host)-\(number)"
            number += 1
        }
        return name
    }

    private func add(_ new: ScrobblingAccount) async throws -> ScrobblingGrant {
        var account = new
        if let known = self.account(new.name), known.user == new.user {
            // Listens that waited for a new token are sent with this one.
            (account.plays, account.likes, account.loves) = (known.plays, known.likes, known.loves)
            (account.sentCount, account.leftOut, account.lastSent) = (known.sentCount, known.leftOut, known.lastSent)
            account.since = known.since
        } else {
            await doors.settle()
            (account.plays, account.since) = (try await doors.listening.ownEnds().plays, doors.now())
        }
        guard self.account(account.name) != nil || book.accounts.count < ScrobblingBook.accountLimit else {
            throw ServiceError(.refused, "there are \(book.accounts.count) accounts; remove one first")
        }
        let former = self.account(account.name)
        book.accounts.removeAll { $0.name == account.name }
        book.accounts.append(account)
        do { try await saved() } catch {
            // All other changes made meanwhile stay.
            book.accounts.removeAll { $0.name == account.name }
            if let former { book.accounts.append(former) }
            throw error
        }
        addRun(account)
        followLikes()
        wake(.user)
        var grant = ScrobblingGrant()
        (grant.name, grant.user) = (account.name, account.user)
        return grant
    }

    @MediaActor
    package func removeScrobbling(_ name: String) async throws {
        try checkBegun()
        guard account(name) != nil else {
            throw ServiceError(.notFound, "there is no account \"\(name.prefix(100))\"; oncue scrobble shows them")
        }
        runs[name]?.end()
        runs[name] = nil
        book.accounts.removeAll { $0.name == name }
        watchWhileWaiting()
        try await saved()
    }

    @MediaActor
    package func pauseScrobbling(_ isPaused: Bool) async throws {
        try checkBegun()
        // Plays that were heard before are noted first, so that they are on the right side of this moment whatever the
        // clock does.
        await doors.settle()
        let ends = try await doors.listening.ownEnds().plays
        book.setPaused(isPaused, now: doors.now(), at: ends)
        if isPaused { stopTelling() }
        try await saved()
        wake(.user)
    }

    @MediaActor
    package func setScrobblingPrivate(_ place: String, _ isPrivate: Bool) async throws -> PrivateItem {
        try checkBegun()
        let item: PrivateItem
        if !isPrivate, let known = ContentIdentifier(place), book.privateItems.contains(known) {
            // This also finds an item that is gone from the library.
            item = PrivateItem(known, (try? await doors.item(place))?.title ?? book.privateTitles[known] ?? place)
        } else {
            let found = try await doors.item(place)
            guard !isPrivate || Self.canBePrivate(found) else {
                throw ServiceError(.refused, "\"\(found.title)\" cannot be kept private; name the items in it")
            }
            item = PrivateItem(found.identifier, found.title)
        }
        if isPrivate {
            guard book.privateItems.count < ScrobblingBook.privateLimit else {
                throw ServiceError(.refused, "\(ScrobblingBook.privateLimit) items are private already")
            }
            if !book.privateItems.contains(item.identifier) { book.privateItems.append(item.identifier) }
            book.privateTitles[item.identifier] = item.title
            // The current item may be this one, or another.
            if let told { tellPlaying(told) }
        } else {
            book.privateItems.removeAll { $0 == item.identifier }
            book.privateTitles[item.identifier] = nil
        }
        try await saved()
        return item
    }

    @MediaActor
    package func sendScrobbles() async throws -> ScrobblingStatus {
        for run in runs.values { run.areLovesDue = true }
        // A server may support loves by now.
        for index in book.accounts.indices { book.accounts[index].lacksLoves = false }
        wake(.user)
        for run in runs.values { await run.settle() }
        return try await scrobbling()
    }
}

// MARK: Health

extension ScrobblingCenter: HealthProbing {
    package nonisolated var name: String { "scrobbling" }

    @MediaActor
    package func checks() async -> [HealthCheck] {
        if let problem { return [HealthCheck(name, .failed, problem)] }
        if let damage {
            return [
                HealthCheck(
                    name, .failed, damage,
                    advice:
                        "set accounts (oncue scrobble add) and what is private (oncue scrobble private) again, then "
                        + "run: oncue scrobble resume")
            ]
        }
        return book.accounts.map { account in
            let check = "scrobbling.\(account.name)"
            let title = account.kind.title
            if let denial = account.denial {
                return HealthCheck(
                    check, .failed, "\(title) refuses the token of \(account.user): \(denial)",
                    advice: "give it another one with: \(account.command)")
            }
            if book.isPaused {
                return HealthCheck(
                    check, .warning, "listens are not sent, and stay private",
                    advice: "end that with: oncue scrobble resume")
            }
            if let run = runs[account.name], run.delivery.next != nil, let problem = run.delivery.problem {
                return HealthCheck(
                    check, .warning, "listens wait: \(problem)",
                    advice: "they are sent later by themselves; to try now: oncue scrobble now")
            }
            return HealthCheck(check, .ok, "listens go to \(title) as \(account.user)")
        }
    }
}

extension ScrobblingAccount {
    /// The command that gives the account a new token.
    var command: String {
        "oncue scrobble add \(kind.rawValue)" + (server == kind.server ? "" : " --server \(server)")
    }

    @MediaActor
    func status(_ run: AccountRun?, waiting: Int, isPaused: Bool) -> ScrobblingAccountStatus {
        var status = ScrobblingAccountStatus(name, kind.rawValue)
        (status.server, status.user, status.waiting) = (server, user, waiting)
        status.state =
            switch run?.delivery.state {
            case _ where denial != nil: .denied
            case _ where isPaused: .paused
            case .sending: .sending
            case .waiting: .waiting
            case .denied: .denied
            case .resting, nil: .ready
            }
        status.problem =
            denial ?? run?.delivery.problem ?? run?.loveDelivery.problem.map { "loves wait: \($0)" } ?? ""
        status.wait = run?.next.map { max(.zero, $0 - .now) }
        status.sent = sentCount
        status.leftOut = leftOut.values.reduce(0, +)
        status.reasons = leftOut.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        (status.lastSent, status.sendsPodcasts, status.sharesLoves) = (lastSent, sendsPodcasts, sharesLoves)
        (status.lacksLoves, status.loves) = (lacksLoves, loves.entries.count)
        return status
    }
}
