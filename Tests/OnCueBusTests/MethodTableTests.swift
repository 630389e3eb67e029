// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueBus
import OnCueCore
import OnCueDesk
import OnCueDesktop
import OnCueIntents
import OnCueInterface
import OnCueNotifications
import OnCueProviders
import OnCueSession
import OnCueTestSupport
import Testing

/// The tables of methods against the introspection data, so that neither says more or other than the other.
@Suite("The methods of the interface are those that the XML describes")
struct MethodTableTests {
    struct Table: Sendable, CustomTestStringConvertible {
        var name: String
        var xml: String
        var methods: [String: String]
        /// The dictionaries that the comments of the XML describe.
        var fields: [FormList.Field]

        var testDescription: String { name }

        init<Service>(_ name: String, _ xml: String, _ bindings: [Binding<Service>], _ fields: [FormList.Field]) {
            (self.name, self.xml, self.fields) = (name, xml, fields)
            methods = Dictionary(
                bindings.map { ($0.name, "\($0.signatures.arguments) \($0.signatures.reply)") }
            ) { first, _ in first }
        }
    }

    private static let tables = [
        Table(
            ServiceNames.notifications, Introspection.notifications,
            NotificationMethods.bindings() as [Binding<TrackNotifier>],
            FormList.fields(of: NotificationSettings.self)),
        Table(
            ServiceNames.library, Introspection.library, LibraryMethods.bindings() as [Binding<FakeLibrary>],
            FormList.fields(of: LibraryStatus.self) + FormList.fields(of: LibraryScanProgress.self)
                + FormList.fields(of: ScanReport.self) + FormList.fields(of: LibraryTrack.self)),
        Table(
            ServiceNames.listening, Introspection.listening,
            ListeningMethods.bindings() as [Binding<ListeningDesk>],
            FormList.fields(of: ListenedItem.self) + FormList.fields(of: Bookmark.self)
                + FormList.fields(of: JournalEntry.self) + FormList.fields(of: HistoryOptions.self)
                + FormList.fields(of: ErasingOptions.self)),
        Table(
            ServiceNames.playback, Introspection.playback, PlaybackMethods.bindings() as [Binding<PlaybackDesk>],
            FormList.fields(of: QueuePage.Entry.self) + FormList.fields(of: ContextMark.self)
                + FormList.fields(of: PlayOptions.self) + FormList.fields(of: EnqueueOptions.self)
                + FormList.fields(of: ListEdit.self) + FormList.fields(of: PlayedContent.self)),
        Table(
            ServiceNames.playlists, Introspection.playlists,
            PlaylistMethods.bindings() as [Binding<PlaylistDesk>], []),
        Table(ServiceNames.radio, Introspection.radio, RadioMethods.bindings() as [Binding<RadioDesk>], []),
        Table(ServiceNames.queries, Introspection.queries, QueryMethods.bindings() as [Binding<MemoryQueryStore>], []),
        Table(
            ServiceNames.sound, Introspection.sound, SoundMethods.bindings() as [Binding<SoundCenter>],
            FormList.fields(of: SoundPreferences.self)),
        Table(
            ServiceNames.outputs, Introspection.outputs, OutputMethods.bindings() as [Binding<OutputDesk>],
            FormList.fields(of: OutputState.self) + FormList.fields(of: OutputListing.Output.self)),
        Table(
            ServiceNames.podcasts, Introspection.podcasts, PodcastMethods.bindings() as [Binding<PodcastDesk>],
            FormList.fields(of: PodcastSummary.self) + FormList.fields(of: RefreshReport.self)
                + FormList.fields(of: DownloadProgress.self)),
        Table(ServiceNames.artwork, Introspection.artwork, ArtworkMethods.bindings() as [Binding<ArtworkDesk>], []),
        Table(
            ServiceNames.files, Introspection.files, FileMethods.bindings() as [Binding<FileDesk>],
            FormList.fields(of: ReportedFile.self)),
        Table(
            ServiceNames.nowPlaying, Introspection.nowPlaying,
            NowPlayingMethods.bindings() as [Binding<NowPlayingDesk>], FormList.fields(of: NowPlayingReport.self)),
        Table(
            ServiceNames.remoteCommands, Introspection.remoteCommands,
            RemoteCommandMethods.bindings() as [Binding<RemoteCommandPerformer>], []),
        Table(
            ServiceNames.providers, Introspection.providers, ProviderMethods.bindings() as [Binding<ProviderRegistry>],
            FormList.fields(of: ProviderRecord.self)),
        Table(
            ServiceNames.service, Introspection.service, DaemonMethods.bindings() as [Binding<DaemonDesk>],
            FormList.fields(of: HealthCheck.self)),
        Table(
            ServiceNames.suggestions, Introspection.suggestions,
            SuggestionMethods.bindings() as [Binding<SuggestionDesk>],
            FormList.fields(of: SuggestionOffer.self) + FormList.fields(of: SuggestionExplanation.self)
                + FormList.fields(of: SuggestionRecord.Reason.self) + FormList.fields(of: AcceptedSuggestion.self)
                + FormList.fields(of: SaidRecord.self) + FormList.fields(of: DonatedPlayback.self)
                + FormList.fields(of: SuggestionSettings.self) + FormList.fields(of: SuggestionChanges.self)),
        Table(
            ServiceNames.triggers, Introspection.triggers, TriggerMethods.bindings() as [Binding<TriggerDesk>],
            FormList.fields(of: TriggerSourceRecord.self) + FormList.fields(of: TriggerDeviceRecord.self)
                + FormList.fields(of: TriggerWish.self) + FormList.fields(of: PlaceRecord.self)
                + FormList.fields(of: PlaceRecord.Area.self) + FormList.fields(of: PlaceLocation.self)
                + FormList.fields(of: TriggerTimeRecord.self) + FormList.fields(of: SimulationRequest.self)
                + FormList.fields(of: SimulationResult.self) + FormList.fields(of: SimulationResult.Objection.self)
                + FormList.fields(of: TriggerEventRecord.self) + FormList.fields(of: LocationMatch.self)
                + FormList.fields(of: TripOptions.self) + FormList.fields(of: TripPlan.self)
                + FormList.fields(of: TripRecord.self)),
        Table(
            ServiceNames.playableContent, Introspection.playableContent,
            ContentMethods.bindings() as [Binding<ContentDeskSession>],
            FormList.fields(of: ContentContext.self) + FormList.fields(of: ChildrenOptions.self)
                + FormList.fields(of: SearchOptions.self) + FormList.fields(of: ContentLimits.self)
                + FormList.fields(of: ResolveOptions.self) + FormList.fields(of: ChildrenPage.State.self)),
        Table(
            ServiceNames.activities, Introspection.activities,
            ActivityMethods.bindings() as [Binding<ActivitySession>], FormList.fields(of: ActivityRecord.self)),
        Table(
            ServiceNames.completion, Introspection.completion,
            CompletionMethods.bindings() as [Binding<CompletionDesk>], []),
        Table(
            ServiceNames.pages, Introspection.pages, PageMethods.bindings() as [Binding<PageDesk>],
            FormList.fields(of: WebPage.self) + FormList.fields(of: WebPage.Podcast.self)
                + FormList.fields(of: WebPage.Episode.self) + FormList.fields(of: WebPage.Album.self)
                + FormList.fields(of: WebPage.Recording.self) + FormList.fields(of: WebPage.Station.self)
                + FormList.fields(of: WebPage.Audio.self) + FormList.fields(of: WebPage.Event.self)
                + FormList.fields(of: WebPage.Performer.self) + FormList.fields(of: Location.self)),
        Table(
            ServiceNames.directories, Introspection.directories,
            DirectoryMethods.bindings() as [Binding<DirectoryDesk>],
            FormList.fields(of: FoundPodcast.self) + FormList.fields(of: FoundStation.self)),
        Table(
            ServiceNames.searchIndex, Introspection.searchIndex,
            SearchIndexMethods.bindings() as [Binding<ActivitySession>],
            FormList.fields(of: SearchItem.self) + FormList.fields(of: ForeignHit.self)),
        Table(
            ServiceNames.people, Introspection.people, PeopleMethods.bindings() as [Binding<PeopleDesk>],
            FormList.fields(of: PersonRecord.self) + FormList.fields(of: InteractionRecord.self)
                + FormList.fields(of: SharedItem.self)),
        Table(
            ServiceNames.userNotifications, Introspection.userNotifications,
            UserNotificationMethods.bindings() as [Binding<NotificationSession>],
            FormList.fields(of: NotificationRow.self) + FormList.fields(of: NotificationAction.self)
                + FormList.fields(of: NotificationCategory.self) + FormList.fields(of: NotificationSelection.self)
                + FormList.fields(of: NotificationClientRecord.self) + FormList.fields(of: NotificationProgram.self)
                + FormList.fields(of: NotificationClientChanges.self)
                + FormList.fields(of: NotificationResponseRecord.self)),
        Table(
            ServiceNames.reminders, Introspection.reminders, ReminderMethods.bindings() as [Binding<ReminderDesk>],
            FormList.fields(of: ReminderWish.self)),
        Table(
            ServiceNames.intents, Introspection.intents, IntentMethods.bindings() as [Binding<IntentDesk>],
            FormList.fields(of: IntentRecord.self) + FormList.fields(of: IntentParameter.self)
                + FormList.fields(of: ShortcutForm.self) + FormList.fields(of: IntentResponse.self)
                + FormList.fields(of: IntentRequest.self) + FormList.fields(of: Shortcut.self)
                + FormList.fields(of: CueRecord.self)
                + FormList.fields(of: SayOptions.self) + FormList.fields(of: IntentOutcome.self)),
        Table(
            ServiceNames.alarms, Introspection.alarms, AlarmMethods.bindings() as [Binding<AlarmDesk>],
            FormList.fields(of: AlarmWish.self) + FormList.fields(of: AlarmSwitch.self)),
        Table(
            ServiceNames.push, Introspection.push, PushMethods.bindings() as [Binding<FakePush>],
            FormList.fields(of: PushStatus.self)),
        Table(
            ServiceNames.scrobbling, Introspection.scrobbling,
            ScrobblingMethods.bindings() as [Binding<FakeScrobbling>],
            FormList.fields(of: ScrobblingRequest.self) + FormList.fields(of: ScrobblingGrant.self)
                + FormList.fields(of: ScrobblingStatus.self) + FormList.fields(of: ScrobblingAccountStatus.self)
                + FormList.fields(of: PrivateItem.self)),
        Table(
            ServiceNames.handoff, Introspection.handoff, HandoffMethods.bindings() as [Binding<HandoffDesk>],
            FormList.fields(of: HandedQueue.self) + FormList.fields(of: HandedEntry.self)
                + FormList.fields(of: PreparedHandoff.self) + FormList.fields(of: ReleasedHandoff.self)
                + FormList.fields(of: HandoffStart.self)),
        Table(
            ServiceNames.browsers, Introspection.browsers, BrowserMethods.bindings() as [Binding<BrowserDesk>],
            FormList.fields(of: BrowserPage.self) + FormList.fields(of: BrowserWish.self)
                + FormList.fields(of: BrowserPart.self) + FormList.fields(of: MediaPiece.self)),
        Table(
            ServiceNames.machines, Introspection.machines, MachineMethods.bindings() as [Binding<MachineDesk>],
            FormList.fields(of: MachineRecord.self) + FormList.fields(of: ContinuedHere.self)),
        Table(
            ServiceNames.together, Introspection.together, TogetherMethods.bindings() as [Binding<TogetherDesk>],
            FormList.fields(of: TimelineQuestion.self) + FormList.fields(of: TimelineAnswer.self)
                + FormList.fields(of: SharedTimeline.self) + FormList.fields(of: TogetherNews.self)
                + FormList.fields(of: TogetherState.self)),
        Table(
            ServiceNames.sharedListening, Introspection.sharedListening,
            SharedListeningMethods.bindings() as [Binding<FakeSharedListening>], []),
        Table(ServiceNames.trash, Introspection.trash, TrashMethods.bindings() as [Binding<MemoryTrash>], []),
    ]

    @Test("Names and signatures agree", arguments: tables)
    func signatures(table: Table) {
        #expect(table.methods == Self.methods(of: table.xml))
    }

    @Test("The comments name every key with its type", arguments: tables)
    func keys(table: Table) {
        let text = table.xml.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for field in table.fields {
            #expect(text.contains("\(field.name) \(field.signature)"), "\(field.name) \(field.signature)")
        }
    }

    /// The methods in introspection data, each with the signatures of what goes in and of what comes out.
    private static func methods(of xml: String) -> [String: String] {
        var methods: [String: String] = [:]
        for part in xml.split(separator: "<method ").dropFirst() {
            let method = part.split(separator: "</method>").first ?? part
            var sides = ["in": "", "out": ""]
            for argument in method.split(separator: "<arg ").dropFirst() {
                guard let type = Self.attribute("type", argument), let side = Self.attribute("direction", argument)
                else { continue }
                sides[side, default: ""] += type
            }
            methods[Self.attribute("name", method) ?? ""] = "\(sides["in"] ?? "") \(sides["out"] ?? "")"
        }
        return methods
    }

    private static func attribute(_ name: String, _ text: Substring) -> String? {
        let parts = text.split(separator: "\(name)=\"", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[1].prefix { $0 != "\"" }) : nil
    }
}
