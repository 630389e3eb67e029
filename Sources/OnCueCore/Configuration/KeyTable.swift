// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The keys of the full-screen program: those of the configuration, otherwise the defaults.
///
/// A key that the configuration assigns to an action is no longer a default key of another. If the file assigns the
/// same key to several actions, the one in the last line has it.
package struct KeyTable: Sendable, Equatable {
    private var actions: [KeyStroke: KeyAction] = [:]
    private var strokes: [KeyAction: [KeyStroke]] = [:]

    package init(_ configuration: Configuration = Configuration()) {
        let isSet: (KeyAction) -> Bool = { configuration.source($0.configurationKey) != .standard }
        let claims = Self.claims(configuration)
        for action in KeyAction.allCases where isSet(action) {
            let wanted = KeyAction.strokes(configuration.text(action.configurationKey)) ?? []
            add(action, wanted.filter { claims[$0]?.last == action })
        }
        for action in KeyAction.allCases where !isSet(action) { add(action, action.standardStrokes) }
    }

    private mutating func add(_ action: KeyAction, _ wanted: [KeyStroke]) {
        var free: [KeyStroke] = []
        // A line may name a key twice.
        for stroke in wanted where actions[stroke] == nil {
            actions[stroke] = action
            free.append(stroke)
        }
        strokes[action] = free
    }

    /// Returns the actions to which the configuration assigns each key, in the order of their lines.
    ///
    /// - Complexity: O(n log n).
    static func claims(_ configuration: Configuration) -> [KeyStroke: [KeyAction]] {
        let set = KeyAction.allCases.filter { configuration.source($0.configurationKey) != .standard }
        let line: (KeyAction) -> Int = { configuration.line($0.configurationKey) ?? 0 }
        var claims: [KeyStroke: [KeyAction]] = [:]
        for action in set.sorted(by: { line($0) < line($1) }) {
            for stroke in Set(KeyAction.strokes(configuration.text(action.configurationKey)) ?? []) {
                claims[stroke, default: []].append(action)
            }
        }
        return claims
    }

    package func action(of stroke: KeyStroke) -> KeyAction? { actions[stroke] }

    package func strokes(of action: KeyAction) -> [KeyStroke] { strokes[action] ?? [] }

    /// Returns the name of the first key of an action, or `nil` if it has none.
    package func name(of action: KeyAction) -> String? { strokes(of: action).first?.name }
}

extension KeyAction {
    /// Returns the keys in a value of the configuration, or `nil` if it is not valid; `none` means no keys.
    package static func strokes(_ text: String) -> [KeyStroke]? {
        if text == "none" { return [] }
        let words = text.split(separator: " ")
        let strokes = words.compactMap { KeyStroke(String($0)) }
        return words.isEmpty || strokes.count < words.count ? nil : strokes
    }

    /// The key of the configuration file that sets the keys of this action.
    package var configurationKey: ConfigurationKey {
        let description = description
        return ConfigurationKey(
            ConfigurationKey.keysGroup, rawValue, .strokes, standard: description.keys, effect: .nextOpening,
            description.summary.prefix(1).uppercased() + description.summary.dropFirst() + ".")
    }
}
