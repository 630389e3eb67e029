// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing

/// What the command line asks for.
struct BenchOptions {
    let isQuick: Bool
    let isJSON: Bool
    /// Names of measurements; empty for all.
    let names: Set<String>
    /// Size of the generated library.
    let trackCount: Int
    /// The source tree.
    let root: String
    /// Whether other players are measured beside OnCue instead.
    let isOfPeers: Bool
    /// Whether it is measured instead how cost grows.
    let isOfGrowth: Bool
    /// For how many minutes it is used at random instead; `nil` for not at all.
    let soakMinutes: Int?
    /// For how many minutes is measured what lasts; `nil` for a few.
    let minutes: Int?
    /// Of what is done at random.
    let seed: UInt64
    /// Where the report or the plot is written, too.
    let folder: String?

    init(_ command: ParsedCommand) throws(UsageError) {
        isQuick = command.has("quick")
        isJSON = command.has("json")
        names = Set(command.options("only"))
        let usual = command.has("growth") ? 100_000 : 10_000
        trackCount = try command.integer("tracks", in: 100...1_000_000) ?? usual
        root = command.option("root") ?? "."
        isOfPeers = command.has("peers")
        isOfGrowth = command.has("growth")
        soakMinutes = try command.integer("soak", in: 1...100_000)
        minutes = try command.integer("minutes", in: 3...1_000)
        seed = UInt64(try command.integer("seed", in: 0...Int.max) ?? Int.random(in: 0...999_999))
        folder = command.option("write")
    }

    func includes(_ name: String) -> Bool { names.isEmpty || names.contains(name) }

    /// The number of runs, fewer when in a hurry.
    func runs(_ usual: Int, quick: Int) -> Int { isQuick ? quick : usual }
}
