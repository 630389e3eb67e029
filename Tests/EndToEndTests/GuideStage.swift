// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueTestSupport
import Synchronization
import Testing

/// The machine and the web of the guide: music, a book with chapters, a podcast and a station.
final class GuideStage: Sendable {
    /// Titles come every so many bytes.
    private static let interval = 4_000
    private static let hosts = ["https://street-talk.example", "http://harbour.example"]

    private let server: HTTPServer
    private let network: Network

    /// Whether the server answers.
    private final class Network: Sendable {
        let isOn = Mutex(true)
    }

    init() async throws {
        let folder = try TemporaryDirectory()
        try await Self.encode(["sine=440:d=120:r=44100", "-b:a", "128k", folder.file("station.mp3")])
        let station = Self.stream(Array(try Data(contentsOf: URL(fileURLWithPath: folder.file("station.mp3")))))
        let episode = SoundFiles.silence(seconds: 600)
        let network = Network()
        self.network = network
        server = try HTTPServer { request in
            guard network.isOn.withLock({ $0 }) else {
                // It ends the connection before what it promised.
                var response = HTTPServer.Response(200, [], [])
                response.promised = 1
                return response
            }
            switch request.path {
            case "/feed.xml": return .text(Self.feed(request.fields["host"] ?? ""))
            case "/live":
                let fields = [
                    ("Content-Type", "audio/mpeg"), ("icy-name", "Harbour"), ("icy-metaint", "\(Self.interval)"),
                ]
                var response = HTTPServer.Response(200, fields, station)
                response.framing = .untilClose
                (response.burst, response.byteRate) = (64_000, 17_000)
                return response
            default: return HTTPServer.file(episode, tag: "\"1\"", for: request)
            }
        }
    }

    /// Lays out the music of the machine, before its daemon starts.
    func furnish(_ machine: Machine) async throws {
        let music = machine.directory.file("home/Music")
        try FileManager.default.copyItem(atPath: Products.media, toPath: music)
        let chapters = ["The Harbour", "The Road", "The Door"].enumerated().map { number, title in
            "[CHAPTER]\nTIMEBASE=1/1\nSTART=\(number * 900)\nEND=\(number * 900 + 900)\ntitle=\(title)\n"
        }
        let tags =
            ";FFMETADATA1\ntitle=The Long Way Home\nartist=Ada Reader\nalbum=The Long Way Home\ngenre=Audiobook\n"
        let path = try machine.directory.write("tags", (tags + chapters.joined()).utf8)
        try machine.directory.makeDirectory("home/Music/Books")
        try await Self.encode([
            "anullsrc=r=8000:cl=mono:d=2700", "-i", path, "-map_metadata", "1", "-c:a", "aac", "-b:a", "8k",
            music + "/Books/The Long Way Home.m4b",
        ])
    }

    /// A command with the addresses of the guide replaced by those of the server, and what its machine lacks by what has
    /// the same effect.
    func command(_ text: String) -> String {
        switch text.split(separator: " ").prefix(3).joined(separator: " ") {
        case "nmcli networking off", "nmcli networking on":
            network.isOn.withLock { $0 = text.hasSuffix("on") }
            return "true"
        case "bluetoothctl disconnect 00:1B:66:A1:B2:C3":
            return "pactl unload-module $(pactl list short modules | grep pods | cut -f1); "
                + "for n in $(seq 300); do oncue now | grep -q 'waiting for the output' && break; sleep 0.1; done"
        case "bluetoothctl connect 00:1B:66:A1:B2:C3":
            let properties = #"device.description=\"My Pods\" device.form_factor=\"headphone\""#
            return "pactl load-module module-null-sink sink_name=pods norewinds=1 rate=48000 "
                + "\"sink_properties='\(properties)'\" > /dev/null"
        // The title does not end before it is stopped, and the book stands still.
        case "oncue favourite \"Little", "oncue chapters 2": return "oncue pause --quiet; " + text
        case "oncue play the": return text + "; oncue pause --quiet; oncue seek 15:00 --quiet"
        default: break
        }
        return Self.hosts.reduce(text) { $0.replacing($1, with: server.address) }
    }

    private static func encode(_ words: [String]) async throws {
        let made = try await ChildProcess.run(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i"] + words, environment: ["PATH": "/usr/bin:/bin"])
        try #require(made.status == 0, "\(made.errors)")
    }

    private static func stream(_ sound: [UInt8]) -> [UInt8] {
        let title = Array("StreamTitle='Valve & Feather - Little Gears';".utf8)
        let block = [UInt8(title.count / 16 + 1)] + title + [UInt8](repeating: 0, count: 16 - title.count % 16)
        return stride(from: 0, to: sound.count - interval, by: interval).flatMap { start in
            Array(sound[start..<(start + interval)]) + (start == 0 ? block : [0])
        }
    }

    private static func feed(_ host: String) -> String {
        let episodes = [("Bridges", 20), ("Night Buses", 13), ("Corner Shops", 6)].map { title, day in
            "<item><title>\(title)</title><guid>\(title)</guid><pubDate>\(day) Nov 2026 10:00 GMT</pubDate>"
                + "<itunes:duration>600</itunes:duration>"
                + "<enclosure url=\"http://\(host)/\(day).wav\" type=\"audio/wav\"/></item>"
        }
        return "<rss><channel><title>Street Talk</title>" + episodes.joined() + "</channel></rss>"
    }
}
