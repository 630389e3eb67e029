// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
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

    @Test("One person in two address books, or in one that is read twice, is one")
    func books() async throws {
        try FileManager.default.createDirectory(atPath: folder.file("book"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("again"), withDestinationPath: folder.file("book"))
        try write("Ada", "a.vcf")
        try write("Ada", "book/b.vcf")
        try write("Ben", "book/c.vcf")

        #expect(await ContactFolders([folder.path]).contacts().map(\.name) == ["Ada", "Ben"])
    }

    @Test("A file that is written again in place is read again, also with its old size and time")
    func rewriting() async throws {
        try write("Ada", "a.vcf")
        let path = folder.file("a.vcf")
        let settled = Date(timeIntervalSince1970: 1_000_000)
        try FileManager.default.setAttributes([.modificationDate: settled], ofItemAtPath: path)
        let folders = ContactFolders([folder.path])
        #expect(await folders.contacts().map(\.name) == ["Ada"])

        let file = try #require(fopen(path, "r+"))
        fputs("BEGIN:VCARD\nVERSION:3.0\nFN:Eve\nEND:VCARD\n", file)
        fclose(file)
        try FileManager.default.setAttributes([.modificationDate: settled], ofItemAtPath: path)

        #expect(await folders.contacts().map(\.name) == ["Eve"])
    }
}
