// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GStreamer
internal import HTTPClient
package import OnCueCore
package import OnCueRuntime
internal import OnCueSession

/// Checks whether the common formats can be played on this machine, and names the packages for missing ones.
@MediaActor
package struct DecoderHealth: HealthProbing {
    /// A format with its display name and its requirements, as in `MissingPlugin.detail`, or `tls`.
    struct Format: Sendable {
        var name: String
        var title: String
        var needs: [String]
        /// The resource that is missing if a requirement is not met.
        var lack = "a GStreamer plug-in"
    }

    nonisolated static let formats = [
        Format(
            name: "mp3", title: "MP3",
            needs: ["decoder-audio/mpeg, mpegversion=(int)1, layer=(int)3", "decoder-application/x-id3"]),
        Format(name: "flac", title: "FLAC", needs: ["decoder-audio/x-flac"]),
        Format(name: "vorbis", title: "Ogg Vorbis", needs: ["decoder-application/ogg", "decoder-audio/x-vorbis"]),
        Format(name: "opus", title: "Opus", needs: ["decoder-application/ogg", "decoder-audio/x-opus"]),
        Format(
            name: "aac", title: "AAC and M4A",
            needs: ["decoder-video/quicktime", "decoder-audio/mpeg, mpegversion=(int)4"]),
        Format(name: "wav", title: "WAV", needs: ["decoder-audio/x-wav"]),
        Format(name: "aiff", title: "AIFF", needs: ["decoder-audio/x-aiff"]),
        Format(
            name: "wma", title: "WMA", needs: ["decoder-video/x-ms-asf", "decoder-audio/x-wma, wmaversion=(int)2"]),
        Format(
            name: "matroska", title: "Matroska and WebM", needs: ["decoder-audio/x-matroska", "decoder-video/webm"]),
        Format(
            name: "streams", title: "network streams", needs: [DecoderPackages.tls], lack: "encryption for https"),
        Format(name: "hls", title: "HLS streams", needs: ["decoder-application/x-hls"]),
    ]

    package let name = "formats"
    private let executor = BlockingExecutor(label: "oncue.formats")

    package init() {}

    package func checks() async -> [HealthCheck] {
        await executor.run {
            guard MediaFramework.initialize() else {
                return [
                    HealthCheck(
                        "formats", .failed, "GStreamer cannot be started, so nothing can be played",
                        advice: "sudo apt install --reinstall libgstreamer1.0-0 \(DecoderPackages.base)")
                ]
            }
            return Self.formats.map { Self.check($0, isThere: Self.isThere) }
        }
    }

    /// - Parameter isThere: Returns whether there is a plug-in for a requirement.
    nonisolated static func check(_ format: Format, isThere: (String) -> Bool) -> HealthCheck {
        let name = "formats." + format.name
        let missing = format.needs.filter { !isThere($0) }
        guard !missing.isEmpty else { return HealthCheck(name, .ok, "can play \(format.title)") }
        var packages: [String] = []
        for package in missing.compactMap(DecoderPackages.package) where !packages.contains(package) {
            packages.append(package)
        }
        return HealthCheck(
            name, .warning, "cannot play \(format.title): \(format.lack) is missing",
            advice: packages.isEmpty ? "" : "sudo apt install " + packages.joined(separator: " "))
    }

    nonisolated static func isThere(_ need: String) -> Bool {
        if need == DecoderPackages.tls { return HTTPClient.canEncrypt }
        return MediaFramework.hasDecoder(for: String(need.dropFirst("decoder-".count)))
    }
}
