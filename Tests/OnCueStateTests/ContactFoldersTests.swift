// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import OnCueState
import OnCueTestSupport
import Testing

@Suite("Address books in folders")
struct ContactFoldersTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func write(_ name: String, _ file: String) throws {
        let text = "BEGIN:VCARD\nVERSION:3.0\nFN:\(name)\nEND:VCARD\n"
        try Data(text.utf8).write(to: URL(filePath: folder.file(file)))
    }

    @Test("A folder and those in it are read, a new file with the next question, and nothing else")
    func reading() async throws {
        try FileManager.default.createDirectory(atPath: folder.file("book"), withIntermediateDirectories: true)
        try write("Ada", "a.vcf")
        try write("Ben", "book/b.VCF")
        try write("No", "notes.txt")
        let folders = ContactFolders([folder.path, folder.file("missing")])
        #expect(await folders.contacts().map(\.name) == ["Ada", "Ben"])

        try write("Aaron", "book/c.vcf")
        #expect(await folders.contacts().map(\.name) == ["Aaron", "Ada", "Ben"])

        await folders.read([])
        #expect(await folders.contacts().isEmpty)
    }
}
