// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// What the measurements share; made when first asked for.
final class Bench {
    let options: BenchOptions
    let sandbox: Sandbox
    private var madeCorpus: MusicCorpus?
    private var madeStockedHost: Host?

    init(options: BenchOptions, sandbox: Sandbox) {
        self.options = options
        self.sandbox = sandbox
    }

    /// The generated library.
    func corpus() throws(BenchError) -> MusicCorpus {
        if let madeCorpus { return madeCorpus }
        let made = try MusicCorpus(
            count: options.trackCount, seeds: options.root + "/Tests/Fixtures", folder: sandbox.newPath("library"))
        madeCorpus = made
        return made
    }

    /// A place whose catalog holds the generated library; its daemon does not run.
    func stockedHost() async throws -> Host {
        if let madeStockedHost { return madeStockedHost }
        let corpus = try corpus()
        let host = try await Host(in: sandbox)
        let daemon = try await host.start()
        defer { daemon.stop() }
        _ = try await daemon.add(corpus.folder, expecting: corpus.count)
        madeStockedHost = host
        return host
    }

    /// A file of Media/ with this suffix; `nil` when there is none.
    func music(_ suffix: String) -> MediaLocation? {
        let path = Files.all(below: options.root + "/Media").first { $0.hasSuffix("." + suffix) }
        return path.flatMap(Files.absolute).map { MediaLocation(filePath: Array($0.utf8)) }
    }
}
