// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GeneratedCatalog
internal import OnCueCore

/// What the measurements share; made when first asked for.
final class Bench {
    let options: BenchOptions
    let sandbox: Sandbox
    private var madeCorpora: [Int: MusicCorpus] = [:]
    private var madeStockedHosts: [Int: Host] = [:]

    init(options: BenchOptions, sandbox: Sandbox) {
        self.options = options
        self.sandbox = sandbox
    }

    /// The generated library, of the size that was asked for or of another.
    func corpus(of count: Int? = nil) throws(BenchError) -> MusicCorpus {
        let count = count ?? options.trackCount
        if let made = madeCorpora[count] { return made }
        let made = try MusicCorpus(
            count: count, seeds: options.root + "/Tests/Fixtures", folder: sandbox.newPath("library"))
        madeCorpora[count] = made
        return made
    }

    /// A place whose catalog holds the generated library; its daemon does not run.
    func stockedHost(of count: Int? = nil) async throws -> Host {
        let count = count ?? options.trackCount
        if let made = madeStockedHosts[count] { return made }
        let corpus = try corpus(of: count)
        let host = try await Host(in: sandbox)
        let daemon = try await host.start()
        defer { daemon.stop() }
        _ = try await daemon.add(corpus.folder, expecting: corpus.count)
        madeStockedHosts[count] = host
        return host
    }

    /// A place whose catalog holds so many tracks without files; its daemon does not run.
    func generatedHost(of count: Int) async throws -> Host {
        let host = try await Host(in: sandbox)
        for folder in ["/data", "/data/oncue"] { try Files.makeFolder(host.home + folder) }
        try await CatalogGenerator(path: host.home + "/data/oncue/catalog.sqlite", folder: "/generated", count: count)
            .run { Output.say($0) }
        return host
    }

    /// A file of Media/ with this suffix; `nil` when there is none.
    func music(_ suffix: String) -> MediaLocation? {
        let path = Files.all(below: options.root + "/Media").first { $0.hasSuffix("." + suffix) }
        return path.flatMap(Files.absolute).map { MediaLocation(filePath: Array($0.utf8)) }
    }
}
