// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The introspection XML of every interface, embedded from the files under `Introspection`.
///
/// Each text is made when it is requested: GLib reads it once, and together they are 130 kB.
package enum Introspection {
    package static var playableContent: String { text(PackageResources.org_oncue_PlayableContent1_xml) }
    package static var playback: String { text(PackageResources.org_oncue_Playback1_xml) }
    package static var nowPlaying: String { text(PackageResources.org_oncue_NowPlaying1_xml) }
    package static var remoteCommands: String { text(PackageResources.org_oncue_RemoteCommands1_xml) }
    package static var library: String { text(PackageResources.org_oncue_Library1_xml) }
    package static var listening: String { text(PackageResources.org_oncue_Listening1_xml) }
    package static var sound: String { text(PackageResources.org_oncue_Sound1_xml) }
    package static var artwork: String { text(PackageResources.org_oncue_Artwork1_xml) }
    package static var files: String { text(PackageResources.org_oncue_Files1_xml) }
    package static var pages: String { text(PackageResources.org_oncue_Pages1_xml) }
    package static var podcasts: String { text(PackageResources.org_oncue_Podcasts1_xml) }
    package static var playlists: String { text(PackageResources.org_oncue_Playlists1_xml) }
    package static var radio: String { text(PackageResources.org_oncue_Radio1_xml) }
    package static var directories: String { text(PackageResources.org_oncue_Directories1_xml) }
    package static var outputs: String { text(PackageResources.org_oncue_Outputs1_xml) }
    package static var browsers: String { text(PackageResources.org_oncue_Browsers1_xml) }
    package static var queries: String { text(PackageResources.org_oncue_Queries1_xml) }
    package static var handoff: String { text(PackageResources.org_oncue_Handoff1_xml) }
    package static var machines: String { text(PackageResources.org_oncue_Machines1_xml) }
    package static var together: String { text(PackageResources.org_oncue_Together1_xml) }
    package static var sharedListening: String { text(PackageResources.org_oncue_SharedListening1_xml) }
    package static var scrobbling: String { text(PackageResources.org_oncue_Scrobbling1_xml) }
    package static var people: String { text(PackageResources.org_oncue_People1_xml) }
    package static var completion: String { text(PackageResources.org_oncue_Completion1_xml) }
    package static var notifications: String { text(PackageResources.org_oncue_Notifications1_xml) }
    package static var userNotifications: String { text(PackageResources.org_oncue_UserNotifications1_xml) }
    package static var reminders: String { text(PackageResources.org_oncue_Reminders1_xml) }
    package static var intents: String { text(PackageResources.org_oncue_Intents1_xml) }
    package static var intentHandler: String { text(PackageResources.org_oncue_IntentHandler1_xml) }
    package static var alarms: String { text(PackageResources.org_oncue_Alarms1_xml) }
    package static var notificationHandler: String { text(PackageResources.org_oncue_NotificationHandler1_xml) }
    package static var notificationExtension: String { text(PackageResources.org_oncue_NotificationExtension1_xml) }
    package static var push: String { text(PackageResources.org_oncue_Push1_xml) }
    package static var pushConnector1: String { text(PackageResources.org_unifiedpush_Connector1_xml) }
    package static var pushConnector2: String { text(PackageResources.org_unifiedpush_Connector2_xml) }
    package static var suggestions: String { text(PackageResources.org_oncue_Suggestions1_xml) }
    package static var triggers: String { text(PackageResources.org_oncue_Triggers1_xml) }
    package static var service: String { text(PackageResources.org_oncue_Service1_xml) }
    package static var providers: String { text(PackageResources.org_oncue_Providers1_xml) }
    package static var contentProvider: String { text(PackageResources.org_oncue_ContentProvider1_xml) }
    package static var application: String { text(PackageResources.org_freedesktop_Application_xml) }
    package static var shellSearch: String { text(PackageResources.org_gnome_Shell_SearchProvider2_xml) }
    package static var krunner: String { text(PackageResources.org_kde_krunner1_xml) }
    package static var mediaObject2: String { text(PackageResources.org_gnome_UPnP_MediaObject2_xml) }
    package static var mediaContainer2: String { text(PackageResources.org_gnome_UPnP_MediaContainer2_xml) }
    package static var mediaItem2: String { text(PackageResources.org_gnome_UPnP_MediaItem2_xml) }
    package static var activities: String { text(PackageResources.org_oncue_Activities1_xml) }
    package static var searchIndex: String { text(PackageResources.org_oncue_SearchIndex1_xml) }
    package static var activityHandler: String { text(PackageResources.org_oncue_ActivityHandler1_xml) }
    package static var mediaPlayer2: String { text(PackageResources.org_mpris_MediaPlayer2_xml) }
    package static var mediaPlayer2Player: String { text(PackageResources.org_mpris_MediaPlayer2_Player_xml) }
    package static var mediaPlayer2TrackList: String { text(PackageResources.org_mpris_MediaPlayer2_TrackList_xml) }
    package static var mediaPlayer2Playlists: String { text(PackageResources.org_mpris_MediaPlayer2_Playlists_xml) }

    static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
