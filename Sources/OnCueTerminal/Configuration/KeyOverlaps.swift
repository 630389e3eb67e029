// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Keys of the full-screen program that several meanings claim.
struct KeyOverlaps {
    private let configuration: Configuration
    private let table: KeyTable

    init(_ configuration: Configuration) {
        self.configuration = configuration
        table = KeyTable(configuration)
    }

    /// The keys that the configuration gives to several actions, of which only one has them.
    var problems: [ConfigurationProblem] {
        var claims: [KeyStroke: [KeyAction]] = [:]
        for action in set {
            for stroke in Set(KeyAction.strokes(configuration.text(action.configurationKey)) ?? []) {
                claims[stroke, default: []].append(action)
            }
        }
        return claims.filter { $0.value.count > 1 }.sorted { $0.key.name < $1.key.name }.map { stroke, actions in
            let names = actions.map(\.rawValue).joined(separator: " and ")
            let winner = table.action(of: stroke)?.rawValue ?? "none"
            return ConfigurationProblem(
                line: nil, message: "the key \(stroke.name) is set for \(names); \(winner) has it", isFatal: false)
        }
    }

    /// The actions that have lost their last key, since the configuration gives it to another.
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
