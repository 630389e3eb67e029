// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension CommandTable {
    /// Parses a command line, given without the program's name.
    ///
    /// Options may come before and after arguments; `--` ends them. Names must be exact: beginnings of long options are
    /// not accepted. `--help` or `-h` anywhere before `--` requests help, even if the rest is wrong, and `--version`
    /// likewise.
    ///
    /// - Throws: `UsageError` with a message of one line.
    /// - Complexity: linear in the number of words.
    package func parse(_ words: [String]) throws(UsageError) -> ParsedCommand {
        var parser = CommandLineParser(table: self)
        do {
            return try parser.parse(words)
        } catch {
            if let request = parser.standingRequest(in: words) {
                return ParsedCommand(request, table: self, chain: parser.chain)
            }
            throw error
        }
    }
}
