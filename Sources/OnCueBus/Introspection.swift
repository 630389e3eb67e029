// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The introspection XML of every interface, embedded from the files under `Introspection`.
package enum Introspection {
    package static let playableContent = text(PackageResources.org_oncue_PlayableContent1_xml)
    package static let playback = text(PackageResources.org_oncue_Playback1_xml)
    package static let nowPlaying = text(PackageResources.org_oncue_NowPlaying1_xml)
    package static let remoteCommands = text(PackageResources.org_oncue_RemoteCommands1_xml)
    package static let library = text(PackageResources.org_oncue_Library1_xml)
    package static let listening = text(PackageResources.org_oncue_Listening1_xml)
    package static let sound = text(PackageResources.org_oncue_Sound1_xml)
    package static let artwork = text(PackageResources.org_oncue_Artwork1_xml)
    package static let files = text(PackageResources.org_oncue_Files1_xml)
    package static let pages = text(PackageResources.org_oncue_Pages1_xml)
    package static let podcasts = text(PackageResources.org_oncue_Podcasts1_xml)
    package static let playlists = text(PackageResources.org_oncue_Playlists1_xml)
    package static let radio = text(PackageResources.org_oncue_Radio1_xml)
    package static let outputs = text(PackageResources.org_oncue_Outputs1_xml)
    package static let queries = text(PackageResources.org_oncue_Queries1_xml)
    package static let trash = text(PackageResources.org_oncue_Trash1_xml)
    package static let people = text(PackageResources.org_oncue_People1_xml)
    package static let completion = text(PackageResources.org_oncue_Completion1_xml)
    package static let notifications = text(PackageResources.org_oncue_Notifications1_xml)
    package static let suggestions = text(PackageResources.org_oncue_Suggestions1_xml)
    package static let triggers = text(PackageResources.org_oncue_Triggers1_xml)
    package static let service = text(PackageResources.org_oncue_Service1_xml)
    package static let providers = text(PackageResources.org_oncue_Providers1_xml)
    package static let contentProvider = text(PackageResources.org_oncue_ContentProvider1_xml)
    package static let application = text(PackageResources.org_freedesktop_Application_xml)
    package static let shellSearch = text(PackageResources.org_gnome_Shell_SearchProvider2_xml)
    package static let krunner = text(PackageResources.org_kde_krunner1_xml)
    package static let activities = text(PackageResources.org_oncue_Activities1_xml)
    package static let searchIndex = text(PackageResources.org_oncue_SearchIndex1_xml)
    package static let activityHandler = text(PackageResources.org_oncue_ActivityHandler1_xml)
    package static let mediaPlayer2 = text(PackageResources.org_mpris_MediaPlayer2_xml)
    package static let mediaPlayer2Player = text(PackageResources.org_mpris_MediaPlayer2_Player_xml)
    package static let mediaPlayer2TrackList = text(PackageResources.org_mpris_MediaPlayer2_TrackList_xml)
    package static let mediaPlayer2Playlists = text(PackageResources.org_mpris_MediaPlayer2_Playlists_xml)

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
