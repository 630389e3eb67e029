// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore

/// A sink that has been opened, with the conversion in front of it.
struct OpenOutput {
    /// The name of the sink element, by which its errors are recognised.
    static let sinkName = "oncue-output"

    let output: AudioOutput
    /// What the player takes as its sink.
    let bin: Element
    /// Where the data enters; its pad is watched.
    let entry: Element
    /// Fixes the format behind the conversion.
    let filter: Element

    /// Opens the first of these outputs that answers; `nil` when none does. Blocks.
    static func open(_ preferences: [OutputPreference], clientName: String) -> OpenOutput? {
        for candidate in preferences.flatMap(SinkCandidate.candidates) {
            if let output = open(candidate, clientName: clientName) { return output }
        }
        return nil
    }

    private static func open(_ candidate: SinkCandidate, clientName: String) -> OpenOutput? {
        guard let sink = Element(candidate.factory, name: sinkName), let entry = Element("audioconvert"),
            let resampler = Element("audioresample"), let filter = Element("capsfilter")
        else { return nil }
        candidate.configure(sink, clientName: clientName)
        // Tells whether a server or device answers; the player would only find out with the first medium.
        guard sink.setState(.ready) == .done else {
            sink.setState(.null)
            return nil
        }
        guard let bin = Element(chain: [entry, resampler, filter, sink], name: "oncue-output-bin") else {
            sink.setState(.null)
            return nil
        }
        return OpenOutput(output: candidate.output, bin: bin, entry: entry, filter: filter)
    }

    /// Gives the device or connection back. Blocks.
    func close() {
        bin.setState(.null)
    }
}

/// One kind of sink, and how it is set up.
private struct SinkCandidate {
    var factory: String
    var server: String?

    static func candidates(_ preference: OutputPreference) -> [SinkCandidate] {
        switch preference {
        // Not autoaudiosink: without a server it plays to nothing and does not say so.
        case .automatic: ["pulsesink", "pipewiresink", "alsasink"].map { SinkCandidate(factory: $0) }
        case .silent: [SinkCandidate(factory: "fakesink")]
        case .named(let factory): [SinkCandidate(factory: factory)]
        case .pulse(let server): [SinkCandidate(factory: "pulsesink", server: server)]
        }
    }

    var output: AudioOutput {
        let isSilent = factory == "fakesink" || factory == "fakeaudiosink"
        let name = factory.hasSuffix("sink") ? String(factory.dropLast(4)) : factory
        return AudioOutput(name: isSilent ? "silent" : name, isSilent: isSilent)
    }

    func configure(_ sink: Element, clientName: String) {
        switch factory {
        case "fakesink": sink.set("sync", parsing: "true")
        case "pulsesink":
            sink.set("client-name", to: clientName)
            sink.set(
                "stream-properties",
                parsing:
                    "props,media.role=music,application.name=\"\(clientName)\",application.icon_name=audio-x-generic")
            if let server { sink.set("server", to: server) }
        case "pipewiresink":
            sink.set("client-name", to: clientName)
            sink.set("stream-properties", parsing: "props,media.role=Music,application.name=\"\(clientName)\"")
        default: break
        }
    }
}
