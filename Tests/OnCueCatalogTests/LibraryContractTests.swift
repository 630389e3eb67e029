// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import OnCueCatalog

/// The rig of `ServiceContractTests` has fakes of these, which pass the same.
@Suite("The library and the saved queries keep what is promised of their services")
@MediaActor
struct LibraryContractTests {
    private func expectKept(_ contract: (ServiceContract.Notes) async throws -> Void) async {
        let outcome = await ServiceContract.outcome(of: contract)

        #expect(outcome.broken.isEmpty, "\(outcome.broken)")
        #expect(!outcome.heard.isEmpty)
    }

    /// A library without folders, beside a folder of music.
    private func library(_ test: TestLibrary) async throws -> CatalogLibrary {
        let library = CatalogLibrary(catalog: test.catalog, tags: test.tags, log: { Issue.record("\($0)") })
        try await library.removeFolder(MediaLocation(filePath: Array(test.music.utf8)))
        return library
    }

    @Test("The library")
    func folders() async throws {
        let test = try await TestLibrary("m usic")
        let library = try await library(test)

        await expectKept {
            try await ServiceContract.library(
                library, $0, music: MediaLocation(filePath: Array(test.music.utf8)),
                missing: MediaLocation(filePath: Array("/missing/music".utf8)))
        }
        await library.close()
    }

    @Test("Updates of the library")
    func updates() async throws {
        let library = try await library(TestLibrary())

        await expectKept { try await ServiceContract.libraryUpdates(library, $0) }
        await library.close()
    }

    @Test("Saved queries")
    func queries() async throws {
        let folder = try TemporaryDirectory()
        let store = SavedQueryStore(path: folder.file("queries.conf"), log: { Issue.record("\($0)") })

        await expectKept { try await ServiceContract.queries(store, $0) }
    }
}
