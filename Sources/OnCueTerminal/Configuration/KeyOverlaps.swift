// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Actions of the full-screen program without a key.
struct KeyOverlaps {
    private let configuration: Configuration
    private let table: KeyTable

    init(_ configuration: Configuration) {
        self.configuration = configuration
        table = KeyTable(configuration)
    }

    /// The actions that have lost their last key because the configuration assigns it to another.
    var losses: [String] {
        KeyAction.allCases.filter { !set.contains($0) && !$0.standardStrokes.isEmpty && table.strokes(of: $0).isEmpty }
            .map { action in
                let keys = action.standardStrokes.map { stroke in
                    "\(stroke.name) is \(table.action(of: stroke)?.rawValue ?? "none")"
                }
                return "\(action.rawValue) has no key now, since \(keys.joined(separator: " and ")); "
                    + "set another with: oncue config set \(action.configurationKey.name) KEY"
            }
    }

    private var set: [KeyAction] {
        KeyAction.allCases.filter { configuration.source($0.configurationKey) != .standard }
    }
}
