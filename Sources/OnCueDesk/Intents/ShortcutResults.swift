// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueIntents
internal import OnCueInterface

/// The names that are known to the steps of a shortcut: values from its phrase, and those that the steps before answer.
struct ShortcutResults {
    private var names: Set<String>
    /// Whether a shortcut has run in it, of which nothing is known.
    private var isOpen = false

    init(phrase: Set<String>) { names = phrase }

    mutating func add(_ definition: IntentDefinition) {
        names.formUnion(definition.results)
        if definition.name == IntentDesk.running { isOpen = true }
    }

    /// The names that a step uses and nothing gives.
    func unknown(in step: Shortcut.Step) -> [String] {
        isOpen ? [] : Shortcut.names(in: step).filter { !names.contains($0) }
    }

    /// The reason why a step cannot be saved: `nothing before it gives ${itme}; did you mean ${item}?`
    func refusal(of step: Shortcut.Step) -> String? {
        if let open = step.values.sorted(by: { $0.key < $1.key }).first(where: { Shortcut.isUnclosed($0.value) }) {
            return "\(open.key) has \"${\" without \"}\""
        }
        guard let name = unknown(in: step).first else { return nil }
        let known = names.sorted()
        let advice: String
        if let nearest = IntentDefinition.nearest(name, among: known) {
            advice = "did you mean ${\(nearest)}?"
        } else if known.isEmpty {
            advice = "--phrase \"… {title:\(name)}\" would"
        } else {
            advice = "there is " + known.map { "${\($0)}" }.joined(separator: ", ")
        }
        return "nothing before it gives ${\(name.prefix(60))}; \(advice)"
    }
}
