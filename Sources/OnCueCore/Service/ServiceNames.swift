// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The names of the service on the bus.
package enum ServiceNames {
    package static let busName = "org.oncue.OnCue"
    package static let objectPath = "/org/oncue/OnCue"
    /// The name of the desktop file, without its suffix, and of the icon.
    package static let desktopEntry = busName
    package static let playableContent = "org.oncue.PlayableContent1"
    package static let playback = "org.oncue.Playback1"
    package static let nowPlaying = "org.oncue.NowPlaying1"
    package static let remoteCommands = "org.oncue.RemoteCommands1"
    package static let library = "org.oncue.Library1"
    package static let listening = "org.oncue.Listening1"
    package static let sound = "org.oncue.Sound1"
    package static let artwork = "org.oncue.Artwork1"
    package static let files = "org.oncue.Files1"
    package static let pages = "org.oncue.Pages1"
    package static let podcasts = "org.oncue.Podcasts1"
    package static let playlists = "org.oncue.Playlists1"
    package static let radio = "org.oncue.Radio1"
    package static let directories = "org.oncue.Directories1"
    package static let service = "org.oncue.Service1"
    package static let providers = "org.oncue.Providers1"
    /// The interface of programs that add their own branch to the tree.
    package static let contentProvider = "org.oncue.ContentProvider1"
    package static let outputs = "org.oncue.Outputs1"
    package static let browsers = "org.oncue.Browsers1"
    package static let queries = "org.oncue.Queries1"
    package static let handoff = "org.oncue.Handoff1"
    package static let machines = "org.oncue.Machines1"
    package static let together = "org.oncue.Together1"
    package static let sharedListening = "org.oncue.SharedListening1"
    package static let scrobbling = "org.oncue.Scrobbling1"
    package static let completion = "org.oncue.Completion1"
    package static let notifications = "org.oncue.Notifications1"
    package static let userNotifications = "org.oncue.UserNotifications1"
    package static let reminders = "org.oncue.Reminders1"
    package static let alarms = "org.oncue.Alarms1"
    /// The interfaces of programs that receive answers to their notifications, and that complete them.
    package static let notificationHandler = "org.oncue.NotificationHandler1"
    package static let notificationExtension = "org.oncue.NotificationExtension1"
    package static let push = "org.oncue.Push1"
    package static let suggestions = "org.oncue.Suggestions1"
    package static let triggers = "org.oncue.Triggers1"
    package static let people = "org.oncue.People1"
    package static let activities = "org.oncue.Activities1"
    package static let intents = "org.oncue.Intents1"
    /// The interface of programs that carry out intents.
    package static let intentHandler = "org.oncue.IntentHandler1"
    package static let searchIndex = "org.oncue.SearchIndex1"
    /// The interface of programs that continue their activities.
    package static let activityHandler = "org.oncue.ActivityHandler1"
    /// The prefix of the names of all errors of OnCue.
    package static let errorPrefix = "org.oncue.Error."
    package static let mprisBusName = "org.mpris.MediaPlayer2.oncue"

    /// Returns whether an interface can only be reached over the message bus, because its behaviour depends on the
    /// names that a program has there. All others can also be reached through the socket of the service.
    package static func needsBus(_ interface: String) -> Bool {
        [activities, searchIndex, userNotifications].contains(interface)
    }
}

/// The version of the programs.
package enum ServiceVersion {
    package static let current = "0.1.0"
}
