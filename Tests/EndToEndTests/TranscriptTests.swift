// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueTestSupport
import Testing

@Suite("What the documents show is what the programs print", .timeLimit(.minutes(3)))
struct TranscriptTests {
    @Test(
        "Every command of a transcript prints what stands below it",
        arguments: [
            "content-model.md", "query-language.md", "providers.md", "queue.md", "chapters.md", "journal.md",
            "likes.md", "sound.md", "outputs.md", "now.md", "desktop.md", "suggestions.md", "on-cue.md",
            "configuration.md",
            "doctor.md", "keeping.md", "../README.md",
        ])
    func transcript(_ name: String) async throws {
        let text = try String(contentsOf: URL(filePath: Products.source + "/Documentation/" + name), encoding: .utf8)
        let steps = Transcript(document: text).steps
        #expect(!steps.isEmpty, "\(name) has nothing to run")
        let path = ["PATH": Products.folder + ":/usr/bin:/bin"]
        // Outputs are those of a sound server; nothing else needs one.
        let server = name == "outputs.md" ? try await Self.soundServer() : nil
        let machine = try await Machine(path.merging(server.map { ["PULSE_SERVER": $0.address] } ?? [:]) { $1 })
        _ = try await machine.startDaemon("--output", server == nil ? "silent" : "auto")
        try await machine.done("library", "add", Products.media)
        try await machine.done("library", "scan")

        for step in steps {
            let result = try await ChildProcess.run(
                "/bin/sh", ["-c", "exec 2>&1; " + step.command],
                environment: machine.environment.merging(["SOURCE": Products.source]) { $1 },
                directory: machine.directory.file("work"))
            #expect(
                Transcript.matches(result.output, step.output),
                "\(name): $ \(step.command)\nprints\n\(result.output)\nbut is documented as\n\(step.output.joined(separator: "\n"))"
            )
        }
    }

    /// A server with loudspeakers and headphones.
    private static func soundServer() async throws -> PulseServer {
        let server = try await PulseServer(description: "Speakers", formFactor: "speaker")
        _ = try await server.addSink("pods", ["device.description": "My Pods", "device.form_factor": "headphone"])
        // The server prefers what it takes for better.
        try await server.control(["set-default-sink", "oncue_test"])
        return server
    }
}
