// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
package import OnCueCore
package import OnCueInterface
package import OnCueRuntime

extension Introspection {
    package static let trash = text(PackageResources.org_oncue_Trash1_xml)
}

/// Each function exports one interface, and from then on announces the changes behind it.
extension ServiceExports {
    package func add(_ service: some PlaybackService) throws(BusError) {
        try add(ServiceNames.playback, Introspection.playback, service, PlaybackMethods.bindings())
    }

    /// - Parameter report: Reads the current report of playback.
    package func add(
        _ service: some NowPlayingService, report: @escaping @MediaActor () -> NowPlayingReport
    ) throws(BusError) {
        try add(
            ServiceNames.nowPlaying, Introspection.nowPlaying, service, NowPlayingMethods.bindings(),
            properties: { ["NowPlaying": report().wire] })
    }

    /// - Parameters:
    ///   - session: Returns the content tree as a client sees it.
    ///   - properties: Reads the properties.
    package func add<Service: ContentService & ContentSession>(
        content session: @escaping @MediaActor (_ client: String) -> Service,
        properties: @escaping @MediaActor () -> ContentProperties
    ) throws(BusError) {
        try add(
            ServiceNames.playableContent, Introspection.playableContent, ContentMethods.bindings(),
            properties: { FormWriter.dictionary(properties()) }, for: session)
    }

    package func add(_ service: some LibraryService) throws(BusError) {
        try add(ServiceNames.library, Introspection.library, service, LibraryMethods.bindings())
    }

    package func add(_ service: some ListeningService, changes: Broadcast<[String]>) throws(BusError) {
        try add(ServiceNames.listening, Introspection.listening, service, ListeningMethods.bindings())
        changes.listen { [weak self] in self?.emit(ListeningMethods.changed, Only($0)) }
    }

    package func add(_ service: some PlaylistService) throws(BusError) {
        try add(ServiceNames.playlists, Introspection.playlists, service, PlaylistMethods.bindings())
    }

    package func add(_ service: some RadioService) throws(BusError) {
        try add(ServiceNames.radio, Introspection.radio, service, RadioMethods.bindings())
    }

    package func add(_ service: some PodcastService) throws(BusError) {
        try add(ServiceNames.podcasts, Introspection.podcasts, service, PodcastMethods.bindings())
    }

    package func add(_ service: some DirectoryService) throws(BusError) {
        try add(ServiceNames.directories, Introspection.directories, service, DirectoryMethods.bindings())
    }

    package func add(_ service: some ArtworkService) throws(BusError) {
        try add(ServiceNames.artwork, Introspection.artwork, service, ArtworkMethods.bindings())
    }

    package func add(_ service: some FileService) throws(BusError) {
        try add(ServiceNames.files, Introspection.files, service, FileMethods.bindings())
    }

    package func add(_ service: some PageService) throws(BusError) {
        try add(ServiceNames.pages, Introspection.pages, service, PageMethods.bindings())
    }

    package func add(_ service: some QueryService, changes: Broadcast<Void>) throws(BusError) {
        try add(ServiceNames.queries, Introspection.queries, service, QueryMethods.bindings())
        changes.listen { [weak self] in self?.emit(QueryMethods.changed) }
    }

    package func add(_ service: some CompletionService) throws(BusError) {
        try add(ServiceNames.completion, Introspection.completion, service, CompletionMethods.bindings())
    }

    package func add(_ service: some PeopleService) throws(BusError) {
        try add(ServiceNames.people, Introspection.people, service, PeopleMethods.bindings())
    }

    package func add(_ service: some PushService) throws(BusError) {
        try add(ServiceNames.push, Introspection.push, service, PushMethods.bindings())
    }

    package func add(_ service: some IntentService) throws(BusError) {
        try add(ServiceNames.intents, Introspection.intents, service, IntentMethods.bindings())
    }

    package func add(_ service: some HandoffService) throws(BusError) {
        try add(ServiceNames.handoff, Introspection.handoff, service, HandoffMethods.bindings())
    }

    package func add(_ service: some MachineService) throws(BusError) {
        try add(ServiceNames.machines, Introspection.machines, service, MachineMethods.bindings())
    }

    package func add(_ service: some TogetherService) throws(BusError) {
        try add(ServiceNames.together, Introspection.together, service, TogetherMethods.bindings())
    }

    package func add(_ service: some SharedListeningService) throws(BusError) {
        try add(
            ServiceNames.sharedListening, Introspection.sharedListening, service, SharedListeningMethods.bindings())
    }

    package func add(_ service: some TrashService) throws(BusError) {
        try add(ServiceNames.trash, Introspection.trash, service, TrashMethods.bindings())
    }

    package func add(_ service: some ScrobblingService) throws(BusError) {
        try add(ServiceNames.scrobbling, Introspection.scrobbling, service, ScrobblingMethods.bindings())
    }

    /// - Parameter session: Returns the activities and the index as a client sees them.
    package func add<Service: ActivityService & SearchIndexService>(
        activities session: @escaping @MediaActor (_ client: String) -> Service, changes: Broadcast<Void>
    ) throws(BusError) {
        try add(
            ServiceNames.activities, Introspection.activities, ActivityMethods.bindings(), properties: { [:] },
            for: session)
        try add(
            ServiceNames.searchIndex, Introspection.searchIndex, SearchIndexMethods.bindings(), properties: { [:] },
            for: session)
        changes.listen { [weak self] in self?.emit(ActivityMethods.changed) }
    }

    package func add(_ service: some SoundService, changes: Broadcast<SoundPreferences>) throws(BusError) {
        try add(ServiceNames.sound, Introspection.sound, service, SoundMethods.bindings())
        changes.listen { [weak self] in self?.emit(SoundMethods.changed, Only($0)) }
    }

    package func add(_ service: some OutputService, changes: Broadcast<Void>) throws(BusError) {
        try add(ServiceNames.outputs, Introspection.outputs, service, OutputMethods.bindings())
        changes.listen { [weak self] in self?.emit(OutputMethods.changed) }
    }

    package func add(_ service: some BrowserService, changes: Broadcast<Void>) throws(BusError) {
        try add(ServiceNames.browsers, Introspection.browsers, service, BrowserMethods.bindings())
        changes.listen { [weak self] in self?.emit(BrowserMethods.changed) }
    }

    package func add(
        _ service: some NotificationService, changes: Broadcast<NotificationSettings>
    ) throws(BusError) {
        try add(ServiceNames.notifications, Introspection.notifications, service, NotificationMethods.bindings())
        changes.listen { [weak self] in self?.emit(NotificationMethods.changed, Only($0)) }
    }

    package func add(_ service: some ReminderService) throws(BusError) {
        try add(ServiceNames.reminders, Introspection.reminders, service, ReminderMethods.bindings())
    }

    package func add(_ service: some AlarmService) throws(BusError) {
        try add(ServiceNames.alarms, Introspection.alarms, service, AlarmMethods.bindings())
    }

    /// - Parameter session: Returns the notification centre as a client sees it.
    package func add<Service: UserNotificationService>(
        notifications session: @escaping @MediaActor (_ client: String) -> Service, changes: Broadcast<Void>,
        presentations: Broadcast<NotificationRow>, responses: Broadcast<NotificationResponseRecord>
    ) throws(BusError) {
        try add(
            ServiceNames.userNotifications, Introspection.userNotifications, UserNotificationMethods.bindings(),
            properties: { [:] }, for: session)
        changes.listen { [weak self] in self?.emit(UserNotificationMethods.changed) }
        presentations.listen { [weak self] in self?.emit(UserNotificationMethods.presented, Only($0)) }
        responses.listen { [weak self] in self?.emit(UserNotificationMethods.responded, Only($0)) }
    }

    package func add(
        _ service: some RemoteCommandService,
        changes: Broadcast<[(kind: RemoteCommand.Kind, state: RemoteCommandState)]>
    ) throws(BusError) {
        try add(ServiceNames.remoteCommands, Introspection.remoteCommands, service, RemoteCommandMethods.bindings())
        changes.listen { [weak self] states in
            self?.emit(RemoteCommandMethods.changed, Only(states.map { RemoteCommandRow($0.kind, $0.state) }))
        }
    }

    package func add(_ service: some ProviderService, changes: Broadcast<Void>) throws(BusError) {
        try add(ServiceNames.providers, Introspection.providers, service, ProviderMethods.bindings())
        changes.listen { [weak self] in self?.emit(ProviderMethods.changed) }
    }

    /// - Parameter identity: Reads the properties.
    package func add(
        _ service: some DaemonService, identity: @escaping @MediaActor () -> ServiceIdentity,
        changes: Broadcast<(old: ServiceIdentity, new: ServiceIdentity)>
    ) throws(BusError) {
        try add(
            ServiceNames.service, Introspection.service, service, DaemonMethods.bindings(),
            properties: { FormWriter.dictionary(identity()) })
        changes.listen { [weak self] in self?.emitPropertiesChanged(ServiceNames.service, from: $0, to: $1) }
    }

    /// - Parameter properties: Reads the properties.
    package func add(
        _ service: some SuggestionService, properties: @escaping @MediaActor () -> SuggestionProperties,
        changes: Broadcast<(old: SuggestionProperties, new: SuggestionProperties)>,
        offers: Broadcast<SuggestionOffer>, ends: Broadcast<OfferEnd>, listChanges: Broadcast<Void>
    ) throws(BusError) {
        try add(
            ServiceNames.suggestions, Introspection.suggestions, service, SuggestionMethods.bindings(),
            properties: { FormWriter.dictionary(properties()) })
        changes.listen { [weak self] in self?.emitPropertiesChanged(ServiceNames.suggestions, from: $0, to: $1) }
        offers.listen { [weak self] in self?.emit(SuggestionMethods.raised, Only($0)) }
        ends.listen { [weak self] in self?.emit(SuggestionMethods.ended, $0) }
        listChanges.listen { [weak self] in self?.emit(SuggestionMethods.changed) }
    }

    package func add(
        _ service: some TriggerService, sourceChanges: Broadcast<Void>, events: Broadcast<TriggerEventRecord>
    ) throws(BusError) {
        try add(ServiceNames.triggers, Introspection.triggers, service, TriggerMethods.bindings())
        sourceChanges.listen { [weak self] in self?.emit(TriggerMethods.sourcesChanged) }
        events.listen { [weak self] in self?.emit(TriggerMethods.event, Only($0)) }
    }
}
