// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GeneratedCatalog
internal import OnCueCatalog
internal import OnCueCore
internal import OnCueSession

/// How long the catalog itself takes for a page of 50 anywhere, and for a large selection, without bus and client.
struct CatalogPageTime: Measurement {
    let name = "catalog-pages"
    let summary = "pages of a catalog whose rows are generated"

    private static let pageSize = 50

    func measure(_ bench: Bench) async throws -> [Figure] {
        let count = bench.options.trackCount
        let folder = bench.sandbox.newPath("generated")
        try Files.makeFolder(folder)
        defer { Files.remove(folder) }
        let begin = ContinuousClock.now
        try await CatalogGenerator(path: folder + "/catalog.sqlite", folder: "/generated", count: count)
            .run { Output.say($0) }
        var rates = Samples()
        rates.add(Double(count) / (begin.duration(to: .now) / .seconds(1)))
        let catalog = try await Catalog.open(path: folder + "/catalog.sqlite") { Output.say($0) }
        let source = CatalogContentSource(catalog: catalog)
        var figures = [Figure("generating tracks", rates, "tracks/s", aim: .atLeast(50_000))]
        for section in [ContentSection.tracks, .albums, .albumsByArtist, .albumsByYear, .artists] {
            let pages = try await pages(source, section, bench.options.runs(1000, quick: 200))
            figures += pages.figures("\(section.title), page of 50 anywhere")
        }
        var selections = Samples()
        for _ in 0..<5 {
            let begin = ContinuousClock.now
            _ = try await source.tracks(under: ContentSection.tracks.identifier)
            selections.add(milliseconds: begin.duration(to: .now))
        }
        await catalog.close()
        return figures + [Figure("selecting all tracks", selections, "ms")]
    }

    private func pages(_ source: CatalogContentSource, _ section: ContentSection, _ runs: Int) async throws -> Samples {
        let total = try await source.children(of: section.identifier, offset: 0, limit: 1, at: nil).total
        var random = SplitMix64(seed: 1)
        var times = Samples()
        for _ in 0..<runs {
            let offset = Int.random(in: 0...max(0, total - Self.pageSize), using: &random)
            let begin = ContinuousClock.now
            _ = try await source.children(of: section.identifier, offset: offset, limit: Self.pageSize, at: nil)
            times.add(milliseconds: begin.duration(to: .now))
        }
        return times
    }
}
