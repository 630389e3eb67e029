// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The Debian packages with the decoders for media.
enum DecoderPackages {
    static let base = "gstreamer1.0-plugins-base"
    static let good = "gstreamer1.0-plugins-good"
    static let bad = "gstreamer1.0-plugins-bad"
    static let ugly = "gstreamer1.0-plugins-ugly"
    static let libav = "gstreamer1.0-libav"
    /// The requirement of `https`.
    static let tls = "tls"

    private static let byFormat: [String: String] = [
        "audio/ogg": base, "application/ogg": base, "audio/x-vorbis": base, "audio/x-opus": base,
        "audio/x-flac": good, "audio/x-wav": good, "audio/x-mulaw": good, "audio/x-alaw": good,
        "audio/x-speex": good, "audio/x-wavpack": good, "audio/x-aiff": bad, "application/x-id3": good,
        "application/x-apetag": good, "video/quicktime": good, "audio/x-m4a": good,
        "audio/x-matroska": good, "video/x-matroska": good, "audio/webm": good, "video/webm": good,
        "audio/x-alac": libav, "audio/x-wma": libav, "audio/x-ac3": libav, "audio/x-eac3": libav,
        "audio/x-dts": libav, "audio/x-ffmpeg-parsed-ape": libav, "application/x-ape": libav, "audio/x-ape": libav,
        "audio/x-dsd": libav, "audio/x-dsf": libav, "audio/x-tta": libav, "audio/x-ttafile": libav,
        "video/x-ms-asf": ugly, "audio/x-ms-wma": libav, "audio/x-shorten": libav, "audio/x-adpcm": libav,
        "audio/x-musepack": bad, "audio/x-mod": bad, "audio/riff-midi": bad, "audio/mobile-xmf": bad,
        "application/vnd.rn-realmedia": ugly, "application/x-gst-av-dsf": libav,
        "application/x-gst-av-iff": libav, "audio/midi": bad, "audio/x-midi": bad,
        "audio/x-lc3": bad,
        "application/x-hls": bad, "application/dash+xml": bad, "audio/AMR": libav, "audio/AMR-WB": libav,
    ]

    /// Returns the package that has a plug-in; `nil` when none is known.
    ///
    /// - Parameter need: As in `MissingPlugin.detail`, or ``tls``.
    static func package(for need: String) -> String? {
        if need == tls { return "glib-networking" }
        if need.hasPrefix("element-") { return base }
        guard need.hasPrefix("decoder-") else { return nil }
        let caps = need.dropFirst("decoder-".count)
        let format = String(caps.prefix { $0 != "," && $0 != " " })
        if format == "audio/mpeg" { return caps.contains("mpegversion=(int)1") ? good : libav }
        return byFormat[format]
    }
}
