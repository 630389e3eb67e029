// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
internal import OnCueDesk
internal import OnCueDesktop
internal import OnCueInterface
internal import OnCueNotifications
internal import OnCuePlayers
internal import OnCueQuery
internal import OnCueRuntime
internal import OnCueSession

/// The objects that desktops call through the files installed for them: the menu entry and the searches.
@MediaActor
final class DesktopDoors {
    private let application: ApplicationObject
    private let asked: AskedSuggestions
    private let search: DesktopSearchObject
    /// One for each desktop, so that typing in one does not end the search of another.
    private let searchers: [DesktopSearcher]
    private let player: DesktopPlayer
    private let undo: UndoNotifier
    private let failures: FailureNotifier
    let recent: RecentKeeper

    /// - Parameter bus: The session bus.
    /// - Throws: ``BusError`` if an object cannot be exported.
    init(
        _ parts: ServiceParts, _ commands: RemoteCommandPerformer, _ playback: PlaybackDesk,
        _ suggestions: SuggestionCenter, _ notifications: NotificationCoordinator, _ recent: RecentKeeper,
        _ settings: Configuration, on bus: MessageBus
    ) throws(BusError) {
        self.recent = recent
        let asked = AskedSuggestions(notices: notifications, center: suggestions)
        self.asked = asked
        application = try ApplicationObject(
            on: bus,
            ApplicationInterface(
                manager: parts.manager, commands: commands, podcasts: parts.podcasts,
                answerNotification: { [weak notifications] program, identifier, action in
                    let name = NotificationRequest.Name(program, identifier)
                    do {
                        try await notifications?.answer(name, NotificationAnswer(.init(name: action)))
                    } catch let refusal as NotificationRefusal { throw ServiceError(refusal) }
                },
                showSuggestions: { [weak asked] in await asked?.show() }))
        let habits = DesktopSearcher.Habits(
            probabilities: suggestions.readHabits,
            isHidden: { [weak suggestions] in suggestions?.hides($0) ?? false },
            suggested: { [weak suggestions] in await suggestions?.likelyItems(limit: DesktopSearch.limit) ?? [] })
        let searchers = [0, 1].map { _ in DesktopSearcher(manager: parts.manager, habits: habits) }
        self.searchers = searchers
        let player = DesktopPlayer(playback: playback, artwork: parts.artwork)
        self.player = player
        let undo = UndoNotifier(notices: notifications, playback: playback)
        self.undo = undo
        player.onPlayed = { [weak undo] content in Task { @MediaActor in await undo?.offer(content.title) } }
        let failures = FailureNotifier(notices: notifications)
        self.failures = failures
        player.onFailed = { [weak failures] in failures?.show($0) }
        search = try DesktopSearchObject(
            on: bus, ShellSearchProvider(searcher: searchers[0], player: player),
            KRunnerInterface(searcher: searchers[1], player: player))
        setSearched(settings.isSearchedByDesktop)
        setUndoOffered(settings.offersUndoOnDesktop)
        recent.set(settings.entersRecentFiles)
        suggestions.recent = recent
        parts.manager.selections.listen { [weak recent] content, cause in recent?.note(content, cause) }
        let pages = PageOpener(bus: bus)
        add(EventSearch(events: parts.events) { try await pages.open($0) })
    }

    /// Sets whether the searches of desktops find anything.
    func setSearched(_ isSearched: Bool) {
        for searcher in searchers { searcher.isOn = isSearched }
    }

    /// Sets whether a notification offers to undo a choice made in those searches.
    func setUndoOffered(_ isOffered: Bool) { undo.isOn = isOffered }

    /// Shows the current suggestions, and returns their number.
    func showSuggestions() async -> Int { await asked.show() }

    /// Adds another source of results to the searches.
    func add(_ other: some ForeignSearching) {
        for searcher in searchers { searcher.others.append(other) }
        player.others.append(other)
    }

    func close() {
        asked.close()
        undo.close()
    }
}
