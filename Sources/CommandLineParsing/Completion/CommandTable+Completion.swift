// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension CommandTable {
    /// A shell for which completion scripts are made.
    package enum Shell: String, Sendable, CaseIterable {
        case bash
        case zsh
        case fish
    }

    /// A script that completes commands, sub-commands, options and their values in `shell`.
    ///
    /// Values of `ValueDefinition.Completion.dynamic` are asked for by running the program with
    /// `completionCommand`, the topic and the word so far. The table's `problems` must be empty: names go into
    /// the script as they are.
    package func completionScript(for shell: Shell) -> String {
        let plan = CompletionPlan(table: self)
        return switch shell {
        case .bash: plan.bashScript
        case .zsh: plan.zshScript
        case .fish: plan.fishScript
        }
    }
}
