// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import GLib
internal import OnCueBus
internal import OnCueCore
package import OnCueRuntime
internal import OnCueSession

/// `org.mpris.MediaPlayer2` (MPRIS 2.2): the player as an application.
@MediaActor
package final class MediaPlayer2Interface: ExportedInterface {
    package nonisolated var introspectionXML: String { Introspection.mediaPlayer2 }
    private let quit: @MediaActor () -> Void

    package init(quit: @escaping @MediaActor () -> Void) {
        self.quit = quit
    }

    package func properties() -> [String: BusValue] {
        [
            "CanQuit": .bool(true), "CanRaise": .bool(false), "HasTrackList": .bool(true),
            "Identity": .string("OnCue"), "DesktopEntry": .string(ServiceNames.desktopEntry),
            "SupportedUriSchemes": .strings(MPRISMedia.schemes), "SupportedMimeTypes": .strings(MPRISMedia.types),
        ]
    }

    package func call(_ call: BusMethodCall, reply: BusReply) {
        reply.succeed()
        if call.member == "Quit" { quit() }
    }
}

/// The media that `OpenUri` accepts.
enum MPRISMedia {
    static let schemes = ContentManager.playableSchemes
    /// - Throws: `InvalidValue` for text that is not an absolute URI with one of the schemes.
    static func location(_ uri: String) throws(BusError) -> MediaLocation {
        guard let location = MediaLocation(uri: uri), schemes.contains(location.scheme) else {
            throw ControlError.invalidValue("\"\(uri.prefix(200))\" is not an absolute file, http or https URI")
        }
        return location
    }

    static let types = [
        "audio/aac", "audio/aiff", "audio/flac", "audio/mp4", "audio/mpeg", "audio/ogg", "audio/opus",
        "audio/vorbis", "audio/wav", "audio/x-aiff", "audio/x-flac", "audio/x-m4a", "audio/x-mp3", "audio/x-vorbis+ogg",
        "audio/x-opus+ogg", "audio/x-wav", "audio/x-wavpack",
    ]
}
