// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime
internal import TextOutput

/// Carries out the requests of the full-screen program, independently of each other, except for edits of the queue,
/// which run one after another; results are delivered as events.
final class AppService {
    typealias Tell = @Sendable (AppEvent) -> Void

    /// The time for which a row must remain selected before it is prepared.
    private static let rest = Duration.milliseconds(300)
    /// The pause in moving and typing after which the selected container or the query is read.
    private static let pause = Duration.milliseconds(60)
    /// The longest wait for a service that does not answer, when the user leaves the program.
    private static let farewell = Duration.seconds(3)

    let service: any MediaServiceClient
    private let pages: AppPages
    private let pictures: any PictureDrawer
    private let searches: SearchMemory
    private let tell: Tell
    private let edits: AsyncStream<QueueAction>.Continuation
    /// Carries out the edits of the queue; ends after the last one.
    private let editing: Task<Void, Never>
    /// Ends when all requests so far have been carried out, except edits of the queue.
    private var acting: Task<Void, Never>?
    private var tasks: [Task<Void, Never>] = []
    /// The tasks of kinds of which only the last one counts.
    private var latest: [Errand: Task<Void, Never>] = [:]
    /// The last edit of a playlist, which the next one waits for.
    private var playlistEdit: Task<Void, Never>?
    private var filtering: [AppTab: FilterErrand] = [:]

    private enum Errand: Hashable {
        case watch, downloads, time, preparation, preview, search, picture, details, description, listening, hint
        case activity, found
    }

    init(_ context: CommandContext, _ tell: @escaping Tell) {
        let service = context.service
        self.service = service
        pages = AppPages(service: service, files: context.files)
        pictures = context.pictures
        searches = context.memory.searches
        self.tell = tell
        // No edit may be lost; each is made with a key.
        let (actions, edits) = AsyncStream.makeStream(of: QueueAction.self, bufferingPolicy: .unbounded)
        self.edits = edits
        editing = Task { @Sendable in
            for await action in actions { tell(.queue(.edited(await QueueErrand.run(action, service)))) }
        }
        tasks = [
            Task { @Sendable in
                for await update in await service.queueUpdates() {
                    switch update {
                    case .changed: tell(.queue(.changed))
                    case .edited(let change): tell(.queue(.difference(change)))
                    case .serviceLost: break
                    }
                }
            },
            Task { @Sendable in
                for await update in await service.suggestionUpdates() where update != .serviceLost {
                    tell(.outdated(.suggestions))
                }
            },
            Task { @Sendable in
                for await case .changed in await service.outputUpdates() { tell(.outdated(.sound)) }
            },
            Task { @Sendable in
                for await case .changed in await service.soundUpdates() { tell(.outdated(.sound)) }
            },
            Task { @Sendable in await NoticeWatch(service: service).run { tell(.notice($0)) } },
        ]
    }

    /// Waits until all requests have been carried out, so that a user who leaves immediately loses nothing. A service
    /// that does not answer is waited for 3 s.
    func finish() async {
        edits.finish()
        let (done, end) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (editing, acting) = (editing, acting)
        Task { @Sendable in
            await acting?.value
            await editing.value
            end.finish()
        }
        let limit = Task { @Sendable in
            try await MediaActor.sleep(for: Self.farewell)
            end.finish()
        }
        for await _ in done {}
        limit.cancel()
    }

    /// Stops the delivery of events.
    func end() {
        edits.finish()
        for task in tasks + [editing] + Array(latest.values) { task.cancel() }
        for tab in AppTab.allCases { filtering[tab]?.end() }
    }

    func perform(_ effect: AppEffect) {
        let (service, tell) = (service, tell)
        switch effect {
        case .fetch(let fetch): read(fetch)
        case .watch(let tab, let token, let identifier):
            if tab == .podcasts { followDownloads() }
            replace(.activity) { await LookingActivity.tell(.place(identifier), service) }
            replace(.watch) {
                for await update in await service.contentUpdates(of: identifier) {
                    tell(.content(tab, token: token, update))
                }
            }
        case .unwatch: latest.removeValue(forKey: .watch)?.cancel()
        case .prepare(let identifier):
            replace(.preparation) {
                guard (try? await MediaActor.sleep(for: Self.rest)) != nil else { return }
                // The user did not request this, so a failure is not shown, and no daemon is started for it.
                await DaemonStart.$isAllowed.withValue(false) { try? await service.prepare(identifier) }
            }
        case .compare(let revision):
            Task { @Sendable in tell(.queue(.compared(try? await service.queueChanges(since: revision)))) }
        case .edit(let action): edits.yield(action)
        case .details(let entry, let identifier, let isShown): find(entry, identifier, isShown)
        case .draw(let request): draw(request)
        case .drawFound(let request): draw(request)
        case .leaveFound: latest.removeValue(forKey: .found)?.cancel()
        case .locate(let item, let title, let artist, let album):
            Task { @Sendable in
                let found = await AlbumSearch(service: service).list(of: item, artist: artist, album: album)
                tell(.located(found, item: item, title: title))
            }
        case .locatePlaylist(let playlist):
            Task { @Sendable in
                let folders = await PlaylistSearch(service: service).folders(of: playlist.identifier)
                tell(.locatedPlaylist(playlist, folders: folders))
            }
        case .names: names()
        case .describe(let place, let title, let facts):
            replace(.description) {
                let lines = await ItemDescription(service: service).lines(of: place, title: title, facts: facts)
                if !Task.isCancelled { tell(.described(.lines(lines))) }
            }
        case .explain(let id): explain(id)
        case .remember(let search): searches.remember(search)
        case .queueTime:
            replace(.time) {
                guard let time = try? await service.queueTime() else { return }
                tell(.queue(.time(time, at: .now)))
            }
        case .complete(let query, let field, let text):
            // Unquoted words match beginnings.
            let words = String(text.map { $0.isLetter || $0.isNumber ? $0 : " " })
            Task { @Sendable in
                let found = try? await service.search("kind:\(field) \(words)", offset: 0, limit: 20)
                let wanted = TextFolding.fold(text)
                let names = (found?.items ?? []).map(\.title).filter { TextFolding.fold($0).hasPrefix(wanted) }
                tell(.completions(query: query, names.filter { TextLayout.printable($0) == $0 }))
            }
        case .hint(let query):
            let (service, tell) = (service, tell)
            replace(.hint) {
                let kind = CompletionKind.query.rawValue
                let word = try? await service.completions(kind, of: query, limit: 1).first
                if let word, TextLayout.printable(word.text) == word.text { tell(.hint(query: query, word: word.text)) }
            }
        case .notice(.take(let number)):
            Task { @Sendable in try? await service.takeNotification(number) }
        case .notice(.check):
            Task { @Sendable in
                guard let rows = try? await service.deliveredNotifications() else { return }
                tell(.notice(.listed(rows.map(\.number))))
            }
        case .suspend, .quit, .redraw: break
        default: act(effect)
        }
    }

    private func explain(_ id: String) {
        let (service, tell) = (service, tell)
        replace(.description) {
            do throws(ClientError) {
                let found = try await service.explainSuggestion(id).suggestion
                if !Task.isCancelled { tell(.described(.suggestion(found))) }
            } catch {
                if !Task.isCancelled { tell(.told("! " + error.message)) }
            }
        }
    }

    /// Carries out a request whose result is a message.
    private func act(_ effect: AppEffect) {
        let (service, tell) = (service, tell)
        let isEdit = effect.editsPlaylist
        let before = isEdit ? playlistEdit : nil
        let task = Task { @Sendable in
            // Edits identify entries by their indexes, which earlier edits change.
            await before?.value
            let outcome = await AppErrand(service: service).run(effect)
            if !outcome.message.isEmpty { tell(.told(outcome.message)) }
            if case .item(.moveInPlaylist) = effect { tell(.arranged) }
            if let tab = outcome.outdated {
                if let made = outcome.made { tell(.made(tab, identifier: made)) }
                tell(.outdated(tab))
            }
        }
        if isEdit { playlistEdit = task }
        let earlier = acting
        acting = Task { @Sendable in
            await earlier?.value
            await task.value
        }
    }

    private func replace(_ errand: Errand, _ work: @escaping @Sendable () async -> Void) {
        latest[errand]?.cancel()
        latest[errand] = Task { @Sendable in await work() }
    }

    /// Follows the downloads again, since the previous stream may have ended.
    private func followDownloads() {
        let (service, tell) = (service, tell)
        replace(.downloads) {
            guard let updates = try? await service.podcastUpdates(), !Task.isCancelled else { return }
            tell(.podcasts(.serviceLost))
            for await update in updates { tell(.podcasts(update)) }
        }
    }

    // MARK: Reading

    private func read(_ fetch: ListFetch) {
        let (pages, tell) = (pages, tell)
        if let matcher = fetch.filter { return filter(fetch, matcher) }
        if fetch.isPreview { return replace(.preview) { await Self.readLater(fetch, pages, tell) } }
        if case .search(let words) = fetch.source, fetch.offset == 0 {
            let service = service
            let isBlank = words.allSatisfy(\.isWhitespace)
            replace(.activity) { if !isBlank { await LookingActivity.tell(.search(words), service) } }
            return replace(.search) { await Self.readLater(fetch, pages, tell) }
        }
        Task { @Sendable in tell(await pages.read(fetch)) }
    }

    private static func readLater(_ fetch: ListFetch, _ pages: AppPages, _ tell: Tell) async {
        guard (try? await MediaActor.sleep(for: pause)) != nil else { return }
        let event = await pages.read(fetch)
        if !Task.isCancelled { tell(event) }
    }

    /// Reads a page and delivers its matches.
    private func filter(_ fetch: ListFetch, _ matcher: ListMatcher) {
        let (pages, tell) = (pages, tell)
        filtering[fetch.tab, default: FilterErrand()].begin(matcher) {
            await pages.read(fetch).filtered(fetch, matcher)
        } tell: {
            tell($0)
        }
    }

    private func names() {
        let (service, tell) = (service, tell)
        Task { @Sendable in
            let names = try? await ContentTitles(service: service).playlists()
            tell(.names((names ?? []).filter { TextLayout.printable($0) == $0 }))
        }
    }

    // MARK: The current entry

    private func find(_ entry: UInt64, _ identifier: String, _ isShown: Bool) {
        let (service, tell) = (service, tell)
        replace(isShown ? .details : .listening) {
            if !identifier.isEmpty, let found = try? await service.listeningRecord(of: identifier) {
                tell(.details(.listening(entry, found.record)))
            }
            guard isShown, !Task.isCancelled else { return }
            if let chapters = try? await service.chapters() { tell(.details(.chapters(entry, chapters))) }
            guard !Task.isCancelled else { return }
            if let found = try? await service.lyrics() {
                tell(.details(.lyrics(entry, found.lyrics, isFromWeb: found.source == .web)))
            }
        }
    }

    /// Draws the picture of a result on which the selection rests. Moving on fetches nothing.
    private func draw(_ request: FoundPictureRequest) {
        let (service, pictures, tell) = (service, pictures, tell)
        replace(.found) {
            guard (try? await MediaActor.sleep(for: Self.rest)) != nil,
                let file = try? await service.pictureOfFound(request.address).filePath, !Task.isCancelled
            else { return }
            let text = await Self.drawing.run {
                pictures.draw(file, columns: request.columns, rows: request.rows)
            }
            if !Task.isCancelled { tell(.foundPicture(request, text)) }
        }
    }

    private static let drawing = BlockingExecutor(label: "oncue.pictures")

    private func draw(_ request: PictureRequest) {
        let (pictures, tell) = (pictures, tell)
        replace(.picture) {
            let text = await Self.drawing.run {
                pictures.draw(request.file, columns: request.columns, rows: request.rows)
            }
            tell(.picture(request, text))
        }
    }
}

extension AppEffect {
    /// Whether it changes the entries of a playlist.
    fileprivate var editsPlaylist: Bool {
        switch self {
        case .item(.moveInPlaylist), .item(.removeFromPlaylist): true
        default: false
        }
    }
}

extension AppEvent {
    /// Returns the matches of a filter among the rows of a page.
    fileprivate func filtered(_ fetch: ListFetch, _ matcher: ListMatcher) -> AppEvent {
        switch self {
        case .page(_, let page): .filtered(fetch, ListFilterStep(page, matcher))
        case .queue(.page(_, let page)): .filtered(fetch, ListFilterStep(page.rows(), matcher))
        default: self
        }
    }
}
