// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueClient
import OnCueCore
import OnCueDoctor
import OnCueIntents
import OnCueInterface
import OnCueNotifications
import OnCueQuery
import OnCueRuntime
import OnCueTerminal
import OnCueTestSupport
import PlayerControl
import Synchronization

/// A service in memory that remembers what it was asked.
final class FakeService: CommandService {
    struct State: Sendable {
        var calls: [String] = []
        var report = NowPlayingReport(status: .stopped)
        /// The answers to the next questions; then it is `report`.
        var reports: [NowPlayingReport] = []
        var updates: [NowPlayingUpdate] = []
        var libraryUpdates: [LibraryUpdate] = []
        var podcasts: [PodcastSummary] = []
        var podcastSettings = PodcastSettings()
        var podcastUpdates: [PodcastUpdate] = []
        var libraryTracks: [LibraryTrack] = []
        var contentUpdates: [ContentUpdate] = []
        var library = LibraryStatus(
            folders: [], trackCount: 0, albumCount: 0, artistCount: 0, totalDuration: .zero,
            revision: ContentTree.Revision(1))
        var failures: [ScanReport.Failure] = []
        var items: [ContentRecord] = []
        var providers: [ProviderRecord] = []
        var provided: [ProvidedMatches] = []
        /// Branches that no search can ask.
        var unanswered: [UnansweredBranch] = []
        var queries: [SavedQuery] = []
        /// What some places name; others name the first of `items`.
        var named: [String: NamedItems] = [:]
        var trash: [TrashItem] = []
        var handedQueue: HandedQueue?
        /// The machines that are paired with this one, and what comes of continuing what plays at one.
        var machines: [MachineRecord] = []
        var continued = ContinuedHere("")
        /// What a message about listening is answered with; `nil` when nothing is shared.
        var sharedListening: String?
        var listeningNotes: [ListeningNote] = []
        var releasedNumber: UInt64?
        var takenBack: Set<UInt64> = []
        var together = TogetherState()
        var shortcuts: [Shortcut] = []
        var cues: [CueRecord] = []
        var shortcutFacts = ShortcutFacts()
        /// What comes of the next requests; then everything is done.
        var outcomes: [IntentOutcome] = []
        /// Whether intents come to no end by themselves.
        var isEndless = false
        /// Tasks of other programs.
        var tasks: [IntentRecord] = []
        var activities: [ActivityRecord] = []
        /// The numbers of items in the index, by program.
        var indexed: [String: Int] = [:]
        /// What searches find in other programs, if a word of it begins like each of theirs.
        var foreign: [ForeignHit] = []
        var completions: [CompletionWord] = []
        /// Children of some places; others have `items`.
        var children: [String: [ContentRecord]] = [:]
        /// Children come from far.
        var isLoading = false
        var revision: UInt64 = 17
        /// Grows with every page that is fetched, as long as this is positive.
        var unrest = 0
        var entries: [QueuePage.Entry] = []
        var context: ContextMark?
        var edits: [ListEdit] = []
        var queueTime = QueueTime()
        var sound = SoundPreferences()
        var notifications = NotificationSettings()
        var chapterListing = ChapterListing()
        var journal: [JournalEntry] = []
        var bookmarks: [Bookmark] = []
        var outputs = OutputListing()
        var rooms: [Room] = []
        var played = PlayedContent(title: "Kind of Blue", subtitle: "Miles Davis", kind: "album", count: 5)
        var players = PlayerListing()
        var lyrics: FoundLyrics?
        var conformance = ConformanceReport(player: "", identity: "", findings: [])
        var file = ReportedFile.blank
        /// What is at every address of the web, if there is a page.
        var page: WebPage?
        /// What is in the web, in the place of the page.
        var web: FakePages?
        /// Which page plays, by the output of its device.
        var browserPages: [String: String] = [:]
        var events: [KeptEvent] = []
        /// The user's own rating of everything.
        var ownStars: Stars? = Stars(halves: 9)
        var artwork = MediaLocation(filePath: Array("/nowhere/cover".utf8))
        var playerUpdates: [PlayerListing] = []
        var offer: SuggestionOffer?
        var suggestions: [SuggestionRecord] = []
        var suggestionUpdates: [SuggestionUpdate] = []
        /// Updates are what happens, as long as somebody listens, and no scripts; what takes time or a tree takes it.
        var isLive = false
        var outputUpdates: [OutputUpdate] = []
        var soundUpdates: [SoundUpdate] = []
        var suggestionSettings = SuggestionSettings()
        var said: [SaidRecord] = []
        var forgotten = 12
        var learnt: [String] = []
        var health: [HealthCheck] = []
        /// What the daemon's program says to what is done to the files.
        var kept: [KeepingDeed: String] = [
            .erase(isDry: true): #"{"dryRun":true,"removed":[],"kept":[]}"#,
            .erase(isDry: false): #"{"dryRun":false,"removed":[],"kept":[]}"#,
        ]
        var notificationBook = FakeService.emptyBook
        var notificationUpdates: [UserNotificationUpdate] = []
        var triggerSources: [TriggerSourceRecord] = []
        var triggerDevices: [TriggerDeviceRecord] = []
        var triggerTimes: [TriggerTimeRecord] = []
        var triggerUpdates: [TriggerUpdate] = []
        var places: [PlaceRecord] = []
        var locations = [LocationMatch(FakeCities.halver, origin: .city)]
        /// What was done with people, as it was told.
        var donated: [InteractionRecord] = []
        var people: [PersonRecord] = []
        var interactions: [InteractionRecord] = []
        var shared = SharedItem("track:a", title: "Blue")
        var trips: [TripRecord] = []
        var trip = TripPlan(time: .seconds(1_500), reason: "nothing fits into 25 min")
        var simulation = SimulationResult(isRaised: true, action: "suggest")
        var isRunning = true
        /// Thrown by every call.
        var error: ClientError?
        /// Thrown by calls about a place that ends with a text.
        var placeErrors: [String: ClientError] = [:]
    }

    private let state: Mutex<State>
    let scrobblingAccounts = FakeScrobbling()
    let pushMessages = FakePush()
    let outputHub = StreamHub<OutputUpdate>(.newest(OutputUpdate.room))
    let soundHub = StreamHub<SoundUpdate>(.newest(SoundUpdate.room))
    let podcastHub = StreamHub<PodcastUpdate>(.newest(PodcastUpdate.room))
    let libraryHub = StreamHub<LibraryUpdate>(.newest(LibraryUpdate.room))
    let triggerHub = StreamHub<TriggerUpdate>(.newest(TriggerUpdate.room))
    let nowPlayingHub = StreamHub<NowPlayingUpdate>(.newest(NowPlayingUpdate.room))

    init(_ configure: (inout State) -> Void = { _ in }) {
        var state = State()
        configure(&state)
        self.state = Mutex(state)
    }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    var current: State { state.withLock { $0 } }
    var calls: [String] { state.withLock { $0.calls } }
    var podcastSettings: PodcastSettings { state.withLock { $0.podcastSettings } }
    var playerListings: [PlayerListing] { state.withLock { $0.playerUpdates } }

    func note(_ call: String, about place: String = "") throws(ClientError) -> State {
        let (state, error) = state.withLock { state in
            state.calls.append(call)
            return (state, state.error ?? state.placeErrors.first { place.hasSuffix($0.key) }?.value)
        }
        if let error { throw error }
        return state
    }

    func play(_ places: [String], _ options: PlayOptions) async throws(ClientError) -> PlayedContent {
        var call = "play \(places.joined(separator: " + "))"
        if let mode = options.shuffleMode { call += " shuffle=\(mode)" }
        if let start = options.start { call += " from=\(start)" }
        if options.isFromBeginning { call += " from-start" }
        if options.isInterrupting { call += " interrupt" }
        return try answer(note(call + (options.waits ? "" : " no-wait"), about: only(places)), places)
    }

    /// A single place fails the call, several only what belongs to them.
    private func only(_ places: [String]) -> String { places.count == 1 ? places[0] : "" }

    private func answer(_ state: State, _ places: [String]) -> PlayedContent {
        var content = state.played
        guard places.count > 1 else { return content }
        let failures = places.enumerated().compactMap { number, place in
            state.placeErrors.first { place.hasSuffix($0.key) }.map { PlaceFailure(number, $0.value) }
        }
        content.failures = failures
        content.count *= places.count - failures.count
        return content
    }

    func resolve(_ place: String, opens: Bool) async throws(ClientError) -> NamedItems {
        let state = try note("resolve \(place)" + (opens ? " to open" : ""), about: place)
        if let named = state.named[place] { return named }
        return NamedItems([state.items.first ?? ContentRecord(identifier: place, kind: "", title: place)])
    }

    func perform(_ command: PlaybackCommand) async throws(ClientError) { _ = try note(Self.words(command)) }

    func setShuffled(_ isShuffled: Bool) async throws(ClientError) { _ = try note("shuffled \(isShuffled)") }

    func queue(offset: Int, limit: Int) async throws(ClientError) -> QueuePage {
        let state = try note("queue \(offset) \(limit)")
        let entries = state.entries
        return QueuePage(
            offset: offset, total: entries.count, current: entries.firstIndex { $0.isCurrent },
            entries: Array(entries.dropFirst(offset).prefix(min(limit, PageLimit.largest))), context: state.context)
    }

    func queueIdentifiers(offset: Int, limit: Int) async throws(ClientError) -> QueueIdentifiers {
        let entries = try note("queue identifiers \(offset) \(limit)").entries
        return QueueIdentifiers(
            total: entries.count, revision: 0,
            rows: entries.dropFirst(offset).prefix(min(limit, PageLimit.largest)).map {
                QueueIdentifiers.Row($0.id, $0.identifier)
            })
    }

    func enqueue(_ places: [String], _ options: EnqueueOptions) async throws(ClientError) -> PlayedContent {
        var call = "enqueue \(places.joined(separator: " + "))"
        if options.isNext { call += " next" }
        if let index = options.index { call += " at=\(index)" }
        if options.isShuffled { call += " shuffled" }
        if options.start > 0 { call += " from=\(options.start)" }
        return try answer(note(call, about: only(places)), places)
    }
    func undoEdit() async throws(ClientError) -> ListEdit {
        guard let edit = try note("undo").edits.first else {
            throw ClientError(.nothingToUndo, "there is no change to the queue or a playlist to undo")
        }
        return edit
    }
    func undoableEdits() async throws(ClientError) -> [ListEdit] { try note("edits").edits }

    func redoEdit() async throws(ClientError) -> ListEdit {
        guard let edit = try note("redo").edits.first else {
            throw ClientError(.nothingToUndo, "there is no change to the queue or a playlist that was undone")
        }
        return edit
    }
    func redoableEdits() async throws(ClientError) -> [ListEdit] { try note("undone edits").edits }
    func tracks(at place: String) async throws(ClientError) -> PlaceTracks {
        let entries = try note("tracks at \(place)").entries
        return PlaceTracks(
            total: entries.count, entries.map { PlaceTracks.Row($0.identifier, title: $0.title, artist: $0.artist) })
    }
    func queueTime() async throws(ClientError) -> QueueTime { try note("queue time").queueTime }

    func queueUpdates() -> AsyncStream<QueueUpdate> { Self.stream([]) }

    func queueChanges(since revision: UInt64) async throws(ClientError) -> QueueChanges {
        QueueChanges(revision: 1, total: try note("queue since \(revision)").entries.count, changes: nil)
    }

    func nowPlaying() async throws(ClientError) -> NowPlayingReport {
        let state = try note("now")
        change { if !$0.reports.isEmpty { $0.reports.removeFirst() } }
        return state.reports.first ?? state.report
    }

    func nowPlayingUpdates() -> AsyncStream<NowPlayingUpdate> {
        let state = current
        return state.isLive ? nowPlayingHub.listen(beginningWith: .report(state.report)) : Self.stream(state.updates)
    }

    func item(at place: String) async throws(ClientError) -> (revision: ContentTree.Revision, item: ContentRecord) {
        let state = try note("item \(place)")
        let known = state.items.first { $0.path == place || $0.identifier == place }
        guard let item = known ?? state.items.first else { throw ClientError(.notFound, "nothing at \(place)") }
        return (ContentTree.Revision(state.revision), item)
    }

    func openView(_ limits: ContentLimits) async throws(ClientError) -> Int { 1 }
    func closeView(_ number: Int) async throws(ClientError) {}
    func context(ofView number: Int) async throws(ClientError) -> ContentContext { ContentContext() }

    func children(
        of place: String, offset: Int, limit: Int, _ options: ChildrenOptions
    ) async throws(ClientError) -> ContentListing {
        let waits = options.waits
        let before = try note("children \(place) \(offset) \(limit)" + (waits ? "" : " at once"), about: place)
        var result = listing(before, offset, limit, before.children[place])
        result.isLoading = before.isLoading && !waits
        return result
    }

    func contentUpdates(of place: String) -> AsyncStream<ContentUpdate> {
        Self.stream(state.withLock { $0.contentUpdates })
    }

    func prepare(_ place: String) async throws(ClientError) { _ = try note("prepare \(place)") }

    func search(_ words: String, offset: Int, limit: Int) async throws(ClientError) -> ContentListing {
        let state = try note("search \(words) \(offset) \(limit)")
        var found = listing(state, offset, limit)
        found.unanswered = state.unanswered
        return found
    }

    func searchProviders(_ words: String, limit: Int) -> AsyncStream<ProvidedMatches> {
        let matches = state.withLock { $0.provided }
        return AsyncStream { continuation in
            for match in matches { continuation.yield(match) }
            continuation.finish()
        }
    }

    private func listing(
        _ before: State, _ offset: Int, _ limit: Int, _ children: [ContentRecord]? = nil
    ) -> ContentListing {
        let revision = state.withLock { state in
            if state.unrest > 0 {
                state.unrest -= 1
                state.revision += 1
            }
            return state.revision
        }
        let items = children ?? before.items
        let page = items.dropFirst(offset).prefix(min(limit, PageLimit.largest))
        return ContentListing(
            revision: ContentTree.Revision(revision), offset: offset, total: items.count, items: Array(page))
    }

    func setFavourite(_ place: String, _ isFavourite: Bool) async throws(ClientError) {
        _ = try note("favourite \(place) \(isFavourite)", about: place)
    }
    func setStars(_ place: String, _ stars: Stars?) async throws(ClientError) {
        _ = try note("stars \(place) \(stars?.description ?? "none")", about: place)
    }
    func setDisliked(_ place: String, _ isDisliked: Bool) async throws(ClientError) {
        _ = try note("dislike \(place) \(isDisliked)", about: place)
    }
    func history(_ request: HistoryRequest, offset: Int, limit: Int) async throws(ClientError) -> JournalPage {
        let all = try note("history \(request.words)\(offset) \(limit)").journal
            .filter { request.kinds.isEmpty || request.kinds.contains($0.kind) }
        return JournalPage(entries: Array(all.dropFirst(offset).prefix(limit)), total: all.count)
    }
    func eraseHistory(_ request: HistoryRequest) async throws(ClientError) -> Int {
        try note("erase \(request.words)").journal.count
    }
    func listeningRecord(of place: String) async throws(ClientError) -> ListenedItem {
        _ = try note("record \(place)", about: place)
        return ListenedItem(.root, ListeningRecord())
    }
    func listeningRecords(of identifiers: [String]) async throws(ClientError) -> [ListenedItem] {
        _ = try note("records \(identifiers.sorted().joined(separator: " "))")
        return identifiers.compactMap { ContentIdentifier($0) }.map { identifier in
            let record = ListeningRecord(
                playCount: 3, skipCount: 1, lastPlayed: 86_400, stars: state.withLock { $0.ownStars })
            return ListenedItem(identifier, record, added: 172_800)
        }
    }
    func setPlayed(_ place: String, _ isPlayed: Bool) async throws(ClientError) {
        _ = try note("played \(place) \(isPlayed)", about: place)
    }
    func saveQuery(_ name: String, _ text: String) async throws(ClientError) {
        _ = try note("save \(name): \(text)")
        do throws(ContentError) {
            let query = try SavedQuery(checking: name, text: text)
            change { state in
                if let index = state.queries.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) {
                    state.queries[index] = query
                } else {
                    state.queries.append(query)
                }
            }
        } catch {
            throw ServiceError(error)
        }
    }
    func removeQuery(_ name: String) async throws(ClientError) {
        let isKnown = try note("forget \(name)").queries.contains { $0.name.lowercased() == name.lowercased() }
        guard isKnown else { throw ClientError(.notFound, "there is no query \(name)") }
        change { $0.queries.removeAll { $0.name.lowercased() == name.lowercased() } }
    }
    func savedQueries() async throws(ClientError) -> [SavedQuery] { try note("queries").queries }

    func libraryStatus() async throws(ClientError) -> LibraryStatus { try note("library").library }
    func addFolder(_ folder: MediaLocation) async throws(ClientError) {
        _ = try note("add \(folder.uri)", about: folder.uri)
        change { if !$0.library.folders.contains(folder) { $0.library.folders.append(folder) } }
    }
    func removeFolder(_ folder: MediaLocation) async throws(ClientError) {
        let folders = try note("remove \(folder.uri)").library.folders
        guard folders.contains(folder) else { throw ClientError(.notInLibrary, "not in the library") }
        change { $0.library.folders.removeAll { $0 == folder } }
    }
    func scan() async throws(ClientError) {
        _ = try note("scan")
        libraryHub.tell(.finished(ScanReport()))
    }
    func scanAll() async throws(ClientError) {
        _ = try note("scanAll")
        libraryHub.tell(.finished(ScanReport()))
    }
    func pauseScan() async throws(ClientError) { _ = try note("pauseScan") }
    func resumeScan() async throws(ClientError) { _ = try note("resumeScan") }
    func cancelScan() async throws(ClientError) { _ = try note("cancelScan") }

    func scanFailures(offset: Int, limit: Int) async throws(ClientError) -> ScanFailurePage {
        let failures = try note("failures \(offset) \(limit)").failures
        return ScanFailurePage(
            total: failures.count, failures: Array(failures.dropFirst(offset).prefix(PageLimit.granted(limit))))
    }

    func libraryTracks(from start: UInt64, limit: Int) async throws(ClientError) -> LibraryTrackPage {
        let left = try note("tracks \(start) \(limit)").libraryTracks.dropFirst(Int(clamping: start))
        let page = Array(left.prefix(PageLimit.granted(limit)))
        return LibraryTrackPage(
            revision: ContentTree.Revision(1), next: page.count < left.count ? start + UInt64(page.count) : nil,
            tracks: page)
    }

    func libraryUpdates() async throws(ClientError) -> AsyncStream<LibraryUpdate> {
        let state = try note("updates")
        return state.isLive ? libraryHub.listen() : Self.stream(state.libraryUpdates)
    }

    func providers() async throws(ClientError) -> [ProviderRecord] { try note("providers").providers }
    func addProvider(_ provider: ProviderRegistration) async throws(ClientError) {
        _ = try note(
            (["add provider", provider.busName, provider.objectPath] + [provider.name, provider.icon].compactMap { $0 })
                .joined(separator: " ") + (provider.deadline.map { " \(Int($0 / .milliseconds(1))) ms" } ?? ""))
        guard !provider.busName.hasPrefix(":") else { throw ClientError(.invalidPlace, "that is no name of a program") }
        guard provider.objectPath.hasPrefix("/") else { throw ClientError(.invalidValue, "that is no path") }
        if let deadline = provider.deadline, !(Duration.milliseconds(100)...Duration.seconds(30)).contains(deadline) {
            throw ClientError(.invalidValue, "a deadline is from 100 ms to 30 s")
        }
        var record = ProviderRecord(
            busName: provider.busName, objectPath: provider.objectPath, name: provider.name ?? provider.busName,
            identifier: "provider:\(provider.busName)", state: "idle", isKept: provider.isKept)
        (record.icon, record.deadline) = (provider.icon, provider.deadline)
        change { [record] state in
            if !state.providers.contains(where: { $0.busName == record.busName }) { state.providers.append(record) }
        }
    }
    func removeProvider(_ busName: String) async throws(ClientError) {
        guard try note("remove provider \(busName)").providers.contains(where: { $0.busName == busName }) else {
            throw ClientError(.notFound, "\(busName) is no provider")
        }
        change { $0.providers.removeAll { $0.busName == busName } }
    }

    func identity() async throws(ClientError) -> ServiceIdentity {
        _ = try note("identity")
        return ServiceIdentity(version: "1.2.3", processIdentifier: 42)
    }

    func programNames() async throws(ClientError) -> [String] {
        _ = try note("program names")
        return ["org.example.Music", "org.example.Far", "org.example.Video"]
    }

    func quit() async throws(ClientError) -> Bool { try note("quit").isRunning }

    func readConfiguration() async throws(ClientError) { _ = try note("read configuration") }

    static func stream<Element: Sendable>(_ elements: [Element]) -> AsyncStream<Element> {
        AsyncStream { continuation in
            for element in elements { continuation.yield(element) }
            continuation.finish()
        }
    }
}

extension HistoryRequest {
    fileprivate var words: String {
        (since.map { "since=\($0) " } ?? "") + (until.map { "until=\($0) " } ?? "")
            + (place.map { "item=\($0) " } ?? "")
            + kinds.map { $0.rawValue + " " }.joined()
    }
}
