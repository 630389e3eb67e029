// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueIntents
import OnCueTestSupport
import Testing

@testable import OnCueProviders

@Suite("Files in which programs declare tasks")
struct IntentFoldersTests {
    private static func file(_ program: String, _ more: String = "") -> String {
        #"{"program": "\#(program)", "name": "P", "intents": [{"name": "a", "title": "A"}]}"# + more
    }

    @Test("One that is too large, cannot be read or has a mistake is left out, with the reason")
    func problems() throws {
        let folder = try TemporaryDirectory()
        let large = String(repeating: " ", count: IntentLimits.fileBytes)
        for (name, text) in [
            ("good", Self.file("org.example.Good")), ("large", Self.file("org.example.Large", large)),
            ("mistake", "{\n\"program\": }"), ("own", Self.file("org.oncue.OnCue")),
        ] {
            try folder.write("\(name).intents", text.utf8)
        }

        let found = IntentFolders(reading: [folder.path, folder.path + "/absent"])

        #expect(found.files.keys.sorted() == ["org.example.Good"])
        let problems = Dictionary(
            uniqueKeysWithValues: found.problems.map { ($0.key.split(separator: "/").last, $0.value) })
        #expect(problems.keys.compactMap { $0 }.sorted() == ["large.intents", "mistake.intents", "own.intents"])
        #expect(problems["large.intents"] == "it cannot be read, or is larger than 256 KiB")
        #expect(problems["mistake.intents"]?.hasPrefix("2:") == true, "\(problems)")
        #expect(
            found == IntentFolders(reading: [folder.path]), "the same files are no news, so nothing is logged twice")
    }
}
