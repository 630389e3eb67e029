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

    init(_ command: ParsedCommand) throws(UsageError) {
        isQuick = command.has("quick")
        isJSON = command.has("json")
        names = Set(command.options("only"))
        trackCount = try command.integer("tracks", in: 100...1_000_000) ?? 10_000
        root = command.option("root") ?? "."
    }

    func includes(_ name: String) -> Bool { names.isEmpty || names.contains(name) }

    /// The number of runs, fewer when in a hurry.
    func runs(_ usual: Int, quick: Int) -> Int { isQuick ? quick : usual }
}
