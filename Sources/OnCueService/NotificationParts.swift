// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueBus
internal import OnCueCore
internal import OnCueDesk
internal import OnCueDesktop
internal import OnCueInterface
internal import OnCueNotifications
internal import OnCuePodcasts
internal import OnCueProviders
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueState
internal import OnCueSuggestions

/// The notification centre with its screen and its programs.
@MediaActor
final class NotificationParts {
    let center: NotificationCoordinator
    private let store: NotificationStore
    let link: NotificationLink
    private let screen: DesktopScreen
    let portal: DesktopPortal
    private let handOver: NotificationHandOver

    /// Exports the interface; nothing is read or shown before ``begin()``.
    ///
    /// - Throws: ``BusError`` if it cannot be exported.
    init(
        _ store: NotificationStore, boot: String, lock: any LockWatching, _ exports: ServiceExports, on bus: MessageBus
    )
        throws(BusError)
    {
        self.store = store
        center = NotificationCoordinator(store: store, clock: .system(boot: boot))
        center.isLocked = { [weak lock] in lock?.isLocked ?? false }
        center.timeText = Self.text
        center.introduce(Self.own)
        screen = DesktopScreen(bus: bus)
        portal = DesktopPortal(bus: bus)
        handOver = NotificationHandOver(bus: bus, portal: portal)
        center.keeper = handOver
        link = NotificationLink(bus: bus, center: center)
        center.add(screen)
        lock.unlocks.listen { [weak center = center] in center?.unlocked() }
        let link = link
        try exports.add(
            notifications: { link.session(of: $0) }, changes: link.changes, presentations: link.presentations,
            responses: link.responses)
    }

    /// Connects reminders, alarms and the events of the machine.
    ///
    /// - Parameter cache: A folder for files that can be recreated.
    /// - Throws: ``BusError`` if the interface cannot be exported.
    func connect(
        _ parts: ServiceParts, _ playback: PlaybackDesk, _ suggestions: SuggestionCenter, cache: String,
        _ exports: ServiceExports, on bus: MessageBus, for lifetime: Lifetime
    ) throws(BusError) -> (reminders: ReminderDesk, alarms: AlarmParts) {
        let desk = ReminderDesk(
            center: center, manager: parts.manager, controller: parts.controller, chapters: parts.chapters,
            artwork: parts.artwork, events: parts.events, open: { try await PageOpener(bus: bus).open($0) },
            play: { [weak playback] item, position in
                guard let playback else { return }
                _ = try await playback.play([item], PlayOptions())
                guard let position else { return }
                do { try await playback.perform(.seek(to: position)) } catch let error as PlaybackCommandError
                    where error.code == .notSeekable
                {
                    // It plays already; a stream without positions cannot start elsewhere.
                }
            })
        let episodes = EpisodeNews(
            center: center, podcasts: parts.podcasts, now: { Int64(WallClock.now) },
            play: { [weak playback] in _ = try await playback?.play([$0], PlayOptions()) },
            append: { [weak playback] in _ = try await playback?.enqueue([$0], EnqueueOptions()) })
        lifetime.keep(episodes)
        parts.podcasts.arrivals.listen { [weak episodes] news in
            Task { @MediaActor in await episodes?.tell(news) }
        }
        let events = NotificationEvents(
            center, triggers: suggestions.triggers, controller: parts.controller,
            now: { Int64(WallClock.now) })
        lifetime.keep(events)
        suggestions.remindedItems = { [weak desk] in await desk?.remindedItems() ?? [] }
        suggestions.rehearsals.listen { [weak events] in events?.take($0) }
        suggestions.choices.listen { [weak desk] chosen in
            Task { @MediaActor in await desk?.wasAccepted(chosen.suggestion.item) }
        }
        try exports.add(desk)
        let alarms = try AlarmParts(parts, center, playback, cache: cache, exports, on: bus)
        lifetime.keep(alarms) { $0.close() }
        follow(parts, playback, for: lifetime)
        let zone = ZoneWatch(system: parts.system) { [weak center = center] in center?.clockChanged() }
        zone.start()
        lifetime.keep(zone) { $0.stop() }
        return (desk, alarms)
    }

    /// Reports trouble, and long work that has ended.
    private func follow(_ parts: ServiceParts, _ playback: PlaybackDesk, for lifetime: Lifetime) {
        let news = ServiceNews(
            center: center, now: { Int64(WallClock.now) },
            noteTold: { [podcasts = parts.podcasts] in await podcasts.noteFailureTold(of: $0) },
            play: { [weak playback] in _ = try await playback?.play([$0], PlayOptions()) })
        lifetime.keep(news)
        parts.controller.savings.listen { [weak news] reason in
            Task { @MediaActor in await news?.saved(reason) }
        }
        let followers = [
            Task { @MediaActor [weak news, library = parts.library] in
                for await event in await library.events() {
                    switch event {
                    case .scanFinished(let report):
                        guard let status = try? await library.libraryStatus() else { continue }
                        await news?.scanned(report, folders: status.folders, all: status.folders)
                    case .partScanned(let report, let folders):
                        guard let status = try? await library.libraryStatus() else { continue }
                        await news?.scanned(
                            report, folders: status.folders.filter(folders.contains), all: status.folders)
                    case .scanProgressed(let progress): await news?.scanning(progress)
                    case .contentChanged: break
                    }
                }
            },
            Task { @MediaActor [weak news, podcasts = parts.podcasts] in
                for await event in await podcasts.events() {
                    switch event {
                    case .refreshFinished:
                        if let all = try? await podcasts.subscriptions() { await news?.refreshed(all) }
                    case .downloadProgressed(let progress): await news?.downloaded(progress)
                    case .refreshProgressed: break
                    }
                }
            },
        ]
        lifetime.atEnd { for follower in followers { follower.cancel() } }
    }

    /// The service's own categories.
    private static var own: NotificationClient {
        var own = NotificationClient(ServiceNames.busName, title: "OnCue")
        (own.alert, own.sound, own.badge) = (.allowed, .allowed, .allowed)
        own.categories =
            [
                NotificationLink.permissionCategory,
                NotificationCategory(NotificationSession.messageCategory), AlarmDesk.category,
                EpisodeNews.category,
                NotificationCategory("push"), OfferNotifier.category, TrackNotifier.category,
                AskedSuggestions.category, UndoNotifier.category,
            ] + ReminderDesk.categories + ServiceNews.categories + IntentAsker.categories
        return own
    }

    /// Returns `08:00`, or on another day `2026-11-26 08:00`.
    private static func text(_ moment: Int64) -> String {
        let now = Int64(WallClock.now)
        let (shown, today) = (moment + LocalClock.offset(at: moment), now + LocalClock.offset(at: now))
        let minute = shown / 60 % 1_440
        let time = CivilDate.filled(minute / 60, 2) + ":" + CivilDate.filled(minute % 60, 2)
        let day = shown / CivilDate.secondsOfDay
        return day == today / CivilDate.secondsOfDay ? time : CivilDate(days: day).text + " " + time
    }

    func begin() {
        screen.start()
        center.begin()
    }

    func close() async {
        await center.leave()
        center.close()
        screen.close()
        await store.close()
    }
}
