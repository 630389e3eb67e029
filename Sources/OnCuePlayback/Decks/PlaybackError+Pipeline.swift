// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import HTTPClient
import OnCueCore

extension PlaybackError {
    /// Converts a failure of the pipeline of a medium.
    init(_ failure: PipelineFailure, at location: MediaLocation, missing: [MissingPlugin]) {
        let name = location.description
        if let plugin = missing.first {
            self.init(plugin, at: location)
        } else if location.filePath == nil, failure.domain == .resource || failure.isFromSource {
            self.init(.network, "cannot play \(name): \(failure.text)")
        } else {
            switch (failure.domain, failure.code) {
            case (.resource, PipelineFailure.resourceNotFound):
                self.init(.notFound, "cannot play \(name): there is no such file")
            case (.resource, PipelineFailure.resourceNotAuthorized):
                self.init(
                    .permissionDenied,
                    "cannot play \(name): permission denied; check the permissions of the file and its folders")
            case (.core, PipelineFailure.coreMissingPlugin):
                // Nothing that is missing was named, so there is nothing to decode.
                self = .silentMedium(location)
            case (.stream, PipelineFailure.streamCodecNotFound):
                self.init(
                    .missingDecoder,
                    "cannot play \(name): no decoder for it is installed; install the package \(DecoderPackages.libav)")
            case (.stream, PipelineFailure.streamWrongType) where location.filePath == nil:
                self.init(
                    .notPlayable,
                    "cannot play \(name): it is not audio (\(failure.text))" + Self.feedAdvice(location))
            case (.stream, _):
                self.init(.notPlayable, "cannot play \(name): it is not audio, or it is damaged (\(failure.text))")
            default:
                self.init(.failed, "cannot play \(name): \(failure.text)")
            }
        }
    }

    /// A plug-in is not installed.
    init(_ plugin: MissingPlugin, at location: MediaLocation) {
        if plugin.detail.hasPrefix("decoder-text/html") || plugin.detail.hasPrefix("decoder-application/xhtml") {
            self.init(
                .notPlayable,
                "cannot play \(location): it is a web page, not a stream; look on it for the address of the stream")
            return
        }
        if Self.isXML(plugin) {
            self.init(
                .notPlayable, "cannot play \(location): it is not audio, but XML" + Self.feedAdvice(location))
            return
        }
        if plugin.detail.hasPrefix("decoder-audio/x-caf") {
            self.init(
                .notPlayable,
                "cannot play \(location): GStreamer cannot read compressed sound in CAF files; convert it to another format"
            )
            return
        }
        let what = plugin.description.isEmpty ? "a decoder" : plugin.description
        let advice =
            DecoderPackages.package(for: plugin.detail).map { "install the package \($0)" }
            ?? "try the packages \(DecoderPackages.libav) and \(DecoderPackages.bad)"
        self.init(.missingDecoder, "cannot play \(location): \(what) is not installed; \(advice)")
    }

    /// Returns the next step for a text on the web, which may be a feed; empty for a file.
    private static func feedAdvice(_ location: MediaLocation) -> String {
        guard location.filePath == nil else { return "" }
        return "; if it is the feed of a podcast, subscribe with: oncue podcast add "
            + ShellWord.quoted(location.description)
    }

    private static func isXML(_ plugin: MissingPlugin) -> Bool {
        ["application/xml", "text/xml", "application/rss+xml", "application/atom+xml"].contains {
            plugin.detail.hasPrefix("decoder-" + $0)
        }
    }

    /// Converts the error of a web request.
    init(_ error: HTTPError) {
        let code: Code =
            switch error.code {
            case .status where error.status == 404 || error.status == 410: .notFound
            case .status where error.status == 401 || error.status == 403 || error.status == 407: .permissionDenied
            case .invalidAddress: .notPlayable
            case .privateLink: .permissionDenied
            default: .network
            }
        self.init(code, error.message)
    }

    /// Returns the error for a medium that came to its end without a sound.
    static func silentMedium(_ location: MediaLocation) -> PlaybackError {
        PlaybackError(.notPlayable, "cannot play \(location): it contains no audio")
    }

    /// Returns the error for a server with less data than it announced.
    static func lacksRest(_ location: MediaLocation) -> PlaybackError {
        PlaybackError(
            .network, "\(location) ended early: the server has less of it than it said; try again later")
    }

    /// Returns the error for a connection that has ended, if the rest cannot be requested.
    static func brokenOff(_ location: MediaLocation) -> PlaybackError {
        PlaybackError(
            .network,
            "cannot play \(location) to its end: the connection was lost, and the server cannot resume from there; "
                + "play it again")
    }

    /// Returns the error for a stream that has not resumed within the longest reasonable time.
    static func nothingMore(of location: MediaLocation) -> PlaybackError {
        PlaybackError(
            .network,
            "playback stopped: the connection to \(location) was lost, and the server has sent nothing for "
                + SpanText.words(StreamRecovery.patience))
    }

    /// Returns the error for a server that ends every connection with hardly a sound.
    static func endsAtOnce(_ location: MediaLocation) -> PlaybackError {
        PlaybackError(
            .network, "cannot play \(location): the server closed the stream right after it started; try again later")
    }

    static func noOutput() -> PlaybackError {
        PlaybackError(
            .noAudioOutput,
            "no sound server is running; start PulseAudio or PipeWire, or run oncued --output silent")
    }

    static func outputLost(_ failure: PipelineFailure) -> PlaybackError {
        PlaybackError(
            .audioOutputLost, "the sound output was lost (\(failure.text)); start the sound server and play again")
    }

    static func noPlayer() -> PlaybackError {
        PlaybackError(
            .failed, "GStreamer has no basic decoders; install the package \(DecoderPackages.base)")
    }
}
