// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The keys of the full-screen program: those of the configuration, else the defaults.
///
/// A key that the configuration gives to an action is taken from the action that has it by default.
package struct KeyTable: Sendable, Equatable {
    private var actions: [KeyStroke: KeyAction] = [:]
    private var strokes: [KeyAction: [KeyStroke]] = [:]

    package init(_ configuration: Configuration = Configuration()) {
        let isSet: (KeyAction) -> Bool = { configuration.source($0.configurationKey) != .standard }
        for action in KeyAction.allCases where isSet(action) {
            add(action, KeyAction.strokes(configuration.text(action.configurationKey)) ?? [])
        }
        for action in KeyAction.allCases where !isSet(action) { add(action, action.standardStrokes) }
    }

    private mutating func add(_ action: KeyAction, _ wanted: [KeyStroke]) {
        let free = wanted.filter { actions[$0] == nil }
        for stroke in free { actions[stroke] = action }
        strokes[action] = free
    }

    package func action(of stroke: KeyStroke) -> KeyAction? { actions[stroke] }

    package func strokes(of action: KeyAction) -> [KeyStroke] { strokes[action] ?? [] }

    /// The name of the first key of an action, or `nil` if it has none.
    package func name(of action: KeyAction) -> String? { strokes(of: action).first?.name }
}

extension KeyAction {
    /// Returns the keys in a value of the configuration, or `nil` if it is not valid; `none` is no key.
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
