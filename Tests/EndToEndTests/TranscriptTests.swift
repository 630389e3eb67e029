// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueTestSupport
import Testing

@Suite("What the documents show is what the programs print", .timeLimit(.minutes(3)))
struct TranscriptTests {
    @Test(
        "Every command of a transcript prints what stands below it",
        arguments: ["content-model.md", "query-language.md", "providers.md", "queue.md", "journal.md"])
    func transcript(_ name: String) async throws {
        let text = try String(contentsOf: URL(filePath: Products.source + "/Documentation/" + name), encoding: .utf8)
        let steps = Transcript(document: text).steps
        #expect(!steps.isEmpty, "\(name) has nothing to run")
        let machine = try await Machine(["PATH": Products.folder + ":/usr/bin:/bin"])
        _ = try await machine.startDaemon()
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
}
