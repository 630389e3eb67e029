// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCuePlayers
import OnCueRuntime
import Testing

/// The tables of the MPRIS D-Bus Interface Specification 2.2, written down by hand and not from our files.
///
/// Optional properties that we have not are left  `Fullscreen` and `CanSetFullscreen`.
@Suite("The interfaces of MPRIS are those of the specification")
struct MPRISSpecificationTests {
    private static let root = [
        "method Raise", "method Quit", "property CanQuit b read", "property CanRaise b read",
        "property HasTrackList b read", "property Identity s read", "property DesktopEntry s read",
        "property SupportedUriSchemes as read", "property SupportedMimeTypes as read",
    ]

    private static let player = [
        "method Next", "method Previous", "method Pause", "method PlayPause", "method Stop", "method Play",
        "method Seek in:x", "method SetPosition in:o in:x", "method OpenUri in:s", "signal Seeked x",
        "property PlaybackStatus s read", "property LoopStatus s readwrite", "property Rate d readwrite",
        "property Shuffle b readwrite", "property Metadata a{sv} read", "property Volume d readwrite",
        "property Position x read EmitsChangedSignal=false", "property MinimumRate d read",
        "property MaximumRate d read", "property CanGoNext b read", "property CanGoPrevious b read",
        "property CanPlay b read", "property CanPause b read", "property CanSeek b read",
        "property CanControl b read EmitsChangedSignal=false",
    ]

    private static let trackList = [
        "method GetTracksMetadata in:ao aa{sv}", "method AddTrack in:s in:o in:b", "method RemoveTrack in:o",
        "method GoTo in:o", "signal TrackListReplaced ao o", "signal TrackAdded a{sv} o", "signal TrackRemoved o",
        "signal TrackMetadataChanged o a{sv}", "property Tracks ao read EmitsChangedSignal=invalidates",
        "property CanEditTracks b read",
    ]

    private static let playlists = [
        "method ActivatePlaylist in:o", "method GetPlaylists in:u in:u in:s in:b a(oss)",
        "signal PlaylistChanged (oss)", "property PlaylistCount u read", "property Orderings as read",
        "property ActivePlaylist (b(oss)) read",
    ]

    @Test(
        "Every member has the types, the direction and the notice of changes that the specification gives it",
        arguments: [("", root), (".Player", player), (".TrackList", trackList), (".Playlists", playlists)])
    @MediaActor
    func members(suffix: String, expected: [String]) async throws {
        let rig = try await ServiceRig()
        let served = try await IntrospectionTests.served(rig, MPRISObject.path)

        let elements = served.interface("org.mpris.MediaPlayer2" + suffix)

        #expect(Self.members(elements).sorted() == expected.sorted())
    }

    /// One line for each member: what it is, its name, its types; the default of annotations is left out.
    private static func members(_ elements: [IntrospectionXML.Element]) -> [String] {
        var lines: [String] = []
        for element in elements.dropFirst() {
            let attributes = element.attributes
            let type = attributes["type"] ?? ""
            switch element.name {
            case "arg": lines[lines.count - 1] += " " + (attributes["direction"].map { $0 + ":" } ?? "") + type
            case "property": lines.append("property \(attributes["name"] ?? "") \(type) \(attributes["access"] ?? "")")
            case "annotation":
                let name = attributes["name"]?.split(separator: ".").last ?? ""
                guard let value = attributes["value"], value != "true" else { continue }
                lines[lines.count - 1] += " \(name)=\(value)"
            default: lines.append("\(element.name) \(attributes["name"] ?? "")")
            }
        }
        return lines
    }
}
