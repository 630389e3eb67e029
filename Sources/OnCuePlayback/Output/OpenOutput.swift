// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore

/// A sink that has been opened, in a pipeline that takes sound from the mixer.
struct OpenOutput {
    /// The name of the sink element, by which its errors are recognised.
    static let sinkName = "oncue-output"

    let output: AudioOutput
    let pipeline: Element
    let bus: PipelineBus
    let time: OutputTime
    let source: SampleSource
    /// Sets the volume: the sink if it has one, which a mixer then shows, otherwise an element in front of it.
    let volumeControl: Element
    let sink: Element

    /// Opens the first of these outputs that answers; `nil` when none does. Blocks.
    ///
    /// A chosen receiver is the only one that is tried.
    static func open(_ preferences: [OutputPreference], choice: OutputChoice, clientName: String) -> OpenOutput? {
        let candidates =
            choice.receiver.map { [SinkCandidate($0)] } ?? preferences.flatMap(SinkCandidate.candidates)
        for candidate in candidates {
            if let output = open(candidate, device: choice.device, clientName: clientName) { return output }
        }
        return nil
    }

    private static func open(_ candidate: SinkCandidate, device: String?, clientName: String) -> OpenOutput? {
        guard let sink = Element(candidate.factory, name: sinkName) else { return nil }
        guard candidate.configure(sink, clientName: clientName) else { return nil }
        if let device, sink.has("device") { sink.set("device", to: device) }
        // Shows whether a server or device responds; the pipeline would only find out with the first medium.
        guard sink.setState(.ready) == .done else {
            sink.setState(.null)
            return nil
        }
        guard let output = OpenOutput(candidate, sink) else {
            sink.setState(.null)
            return nil
        }
        return output
    }

    private init?(_ candidate: SinkCandidate, _ sink: Element) {
        guard let pipeline = Element.pipeline(name: "oncue-output-pipeline"), let bus = PipelineBus(of: pipeline),
            let source = SampleSource()
        else { return nil }
        let volume = sink.hasStreamVolume ? nil : Element("volume")
        var chain = [source.element] + [volume].compactMap(\.self)
        if candidate.takesAllSound {
            sink.takes(SampleSource.formats)
        } else {
            guard let converter = Element("audioconvert"), let resampler = Element("audioresample") else { return nil }
            chain += [converter, resampler]
        }
        if let caps = candidate.caps, let filter = Element("capsfilter") {
            filter.set("caps", parsing: caps)
            chain.append(filter)
        }
        chain.append(sink)
        for element in chain { pipeline.add(element) }
        for (element, next) in zip(chain, chain.dropFirst()) {
            guard element.link(to: next) else { return nil }
        }
        (self.output, self.pipeline, self.bus, self.source) = (candidate.output, pipeline, bus, source)
        time = OutputTime(of: pipeline, delay: candidate.receiver?.delay ?? .zero)
        (self.volumeControl, self.sink) = (volume ?? sink, sink)
    }

    /// Whether other programs can use the sound device while this output is open without a stream: a connection to a
    /// server does not prevent that, an open device would.
    var isShared: Bool { output.name == "pulse" || output.name == "silent" }

    /// Releases the device or connection. Blocks.
    func close() {
        pipeline.setState(.null)
    }
}

/// A kind of sink with its configuration.
private struct SinkCandidate {
    var factory: String
    var server: String?
    /// The path of a file for the output.
    var path: String?
    /// The program that takes the sound.
    var receiver: SoundReceiver?

    init(factory: String, server: String? = nil, path: String? = nil) {
        self.factory = factory
        self.server = server
        self.path = path
    }

    /// Makes sound leave in real time by the machine's clock, since the receiver plays it as it arrives.
    init(_ receiver: SoundReceiver) {
        self.init(factory: "tcpclientsink")
        self.receiver = receiver
    }

    static func candidates(_ preference: OutputPreference) -> [SinkCandidate] {
        switch preference {
        // Not autoaudiosink: without a server it plays to nothing and does not report it.
        case .automatic: ["pulsesink", "pipewiresink", "alsasink"].map { SinkCandidate(factory: $0) }
        case .silent: [SinkCandidate(factory: "fakesink")]
        case .named(let factory): [SinkCandidate(factory: factory)]
        case .pulse(let server): [SinkCandidate(factory: "pulsesink", server: server)]
        case .file(let path): [SinkCandidate(factory: "fakesink", path: path)]
        }
    }

    var output: AudioOutput {
        if receiver != nil { return AudioOutput(name: "receiver", isSilent: false) }
        if let path { return AudioOutput(name: "file", isSilent: true, title: path) }
        let isSilent = factory == "fakesink" || factory == "fakeaudiosink"
        let name = factory.hasSuffix("sink") ? String(factory.dropLast(4)) : factory
        return AudioOutput(name: isSilent ? "silent" : name, isSilent: isSilent)
    }

    /// The layout of the sound in which it is taken; `nil` if that is settled between the elements.
    var caps: String? {
        if let format = receiver?.format {
            let layout = format.bits == 24 ? "S24_32LE" : "S\(format.bits)LE"
            return "audio/x-raw,format=\(layout),layout=interleaved,channels=\(format.channels),rate=\(format.rate)"
        }
        return path.map { _ in WaveFile.caps }
    }

    /// Whether it accepts any format that the mixer gives: a PulseAudio server, or PipeWire in its place, converts it.
    var takesAllSound: Bool { factory == "pulsesink" }

    /// Returns false when it cannot be set up.
    func configure(_ sink: Element, clientName: String) -> Bool {
        if let path {
            guard let file = WaveFile(path: path) else { return false }
            sink.onHandoff { file.append($0) }
        }
        switch factory {
        case "fakesink": sink.set("sync", parsing: "true")
        case "tcpclientsink":
            guard let receiver else { break }
            sink.set("host", to: receiver.address.host)
            sink.set("port", parsing: "\(receiver.address.port)")
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
        return true
    }
}
