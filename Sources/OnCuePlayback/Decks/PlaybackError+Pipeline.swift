// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore

extension PlaybackError {
    /// Translates what the player says about a medium.
    init(_ failure: PipelineFailure, at location: MediaLocation, missing: [MissingPlugin]) {
        let name = location.description
        if let plugin = missing.first {
            self.init(plugin, at: location)
        } else if location.filePath == nil, failure.domain == .resource {
            self.init(networkFailure: failure, name: name)
        } else if location.filePath == nil, failure.isFromSource {
            // souphttpsrc over libsoup 3 does not say more of a server that cannot be reached.
            self.init(
                .network, "cannot play \(name): the server cannot be reached or ends the connection; try again later")
        } else {
            switch (failure.domain, failure.code) {
            case (.resource, PipelineFailure.resourceNotFound):
                self.init(.notFound, "cannot play \(name): there is no such file")
            case (.resource, PipelineFailure.resourceNotAuthorized):
                self.init(.permissionDenied, "cannot play \(name): it must not be read; check its permissions")
            case (.core, PipelineFailure.coreMissingPlugin):
                // Nothing that is missing was named, so there is nothing to decode.
                self = .silentMedium(location)
            case (.stream, PipelineFailure.streamCodecNotFound):
                self.init(
                    .missingDecoder,
                    "cannot play \(name): no decoder for it is installed; install \(DecoderPackages.libav)")
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
                .notPlayable, "there is a web page at \(location), no sound; look there for the address of the stream")
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
            ?? "perhaps \(DecoderPackages.libav) or \(DecoderPackages.bad) has it"
        self.init(.missingDecoder, "cannot play \(location): \(what) is not installed; \(advice)")
    }

    private init(networkFailure failure: PipelineFailure, name: String) {
        switch failure.code {
        case _ where failure.isBeyondEnd:
            self.init(
                .network,
                "cannot play \(name) to its end: the server has less of it than it promised; try again later")
        case PipelineFailure.resourceNotFound:
            self.init(.notFound, "cannot play \(name): there is nothing at this address (\(failure.text))")
        case PipelineFailure.resourceNotAuthorized:
            self.init(.permissionDenied, "cannot play \(name): the server refuses (\(failure.text))")
        default:
            self.init(.network, "cannot play \(name): the server does not deliver (\(failure.text)); try again later")
        }
    }

    /// The medium came to its end without a sound.
    static func silentMedium(_ location: MediaLocation) -> PlaybackError {
        PlaybackError(.notPlayable, "cannot play \(location): there is no sound in it")
    }

    /// A connection has ended, and what is missing cannot be asked for.
    static func brokenOff(_ location: MediaLocation) -> PlaybackError {
        PlaybackError(
            .network,
            "cannot play \(location) to its end: the connection broke off, and the server cannot go on from there; "
                + "play it again")
    }

    /// A server that ends every connection with hardly a sound.
    static func endsAtOnce(_ location: MediaLocation) -> PlaybackError {
        PlaybackError(
            .network, "cannot play \(location): the server ends the stream as soon as it has begun; try again later")
    }

    static func noOutput() -> PlaybackError {
        PlaybackError(
            .noAudioOutput,
            "no sound server answers; start PulseAudio or PipeWire, or run oncued --output silent")
    }

    static func outputLost(_ failure: PipelineFailure) -> PlaybackError {
        PlaybackError(
            .audioOutputLost, "the sound output went away (\(failure.text)); start the sound server and play again")
    }

    static func noPlayer() -> PlaybackError {
        PlaybackError(
            .failed, "GStreamer lacks what decodes media; install the package \(DecoderPackages.base)")
    }
}
