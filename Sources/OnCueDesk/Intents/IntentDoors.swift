// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
package import OnCueInterface
internal import OnCueRuntime

/// The parts of the service that perform tasks.
package struct IntentDoors {
    package var playback: any PlaybackService
    package var nowPlaying: any NowPlayingService
    package var content: any ContentService
    package var listening: any ListeningService
    package var outputs: any OutputService
    package var suggestions: any SuggestionService
    package var reminders: any ReminderService
    package var alarms: any AlarmService
    package var notifications: any UserNotificationService
    package var playlists: any PlaylistService
    package var podcasts: any PodcastService
    package var triggers: any TriggerService
    /// Returns the people about whom something is known.
    package var people: @MediaActor () async throws -> [PersonRecord] = { [] }
    /// Keeps the events on a web page: those of artists in the library, or all.
    package var keepEvents: @MediaActor (_ address: String, _ all: Bool) async throws -> [KeptEvent] = { _, _ in [] }
    package var machines = OtherMachines.none
    /// Adds a bookmark at the current position of the playing item, under a name.
    package var bookmark: @MediaActor (String?) async throws -> Void
    /// Seconds since 1970.
    package var now: @MediaActor () -> Int64

    package init(
        playback: any PlaybackService, nowPlaying: any NowPlayingService, content: any ContentService,
        listening: any ListeningService, outputs: any OutputService, suggestions: any SuggestionService,
        reminders: any ReminderService, alarms: any AlarmService, notifications: any UserNotificationService,
        playlists: any PlaylistService, podcasts: any PodcastService, triggers: any TriggerService,
        bookmark: @escaping @MediaActor (String?) async throws -> Void, now: @escaping @MediaActor () -> Int64
    ) {
        (self.playback, self.nowPlaying, self.content, self.listening) = (playback, nowPlaying, content, listening)
        (self.outputs, self.suggestions, self.reminders, self.alarms) = (outputs, suggestions, reminders, alarms)
        (self.notifications, self.playlists, self.podcasts) = (notifications, playlists, podcasts)
        (self.triggers, self.bookmark, self.now) = (triggers, bookmark, now)
    }
}
