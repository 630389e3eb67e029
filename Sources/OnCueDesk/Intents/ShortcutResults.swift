// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueIntents
internal import OnCueInterface

/// The names that the steps of a shortcut can use: values from its phrase, and results of earlier steps.
struct ShortcutResults {
    private var names: Set<String>
    /// Whether an earlier step runs another shortcut, whose results are not known.
    private var isOpen = false

    init(phrase: Set<String>) { names = phrase }

    mutating func add(_ definition: IntentDefinition) {
        names.formUnion(definition.results)
        if definition.name == IntentDesk.running { isOpen = true }
    }

    /// Returns the names that a step uses but that nothing before it provides.
    func unknown(in step: Shortcut.Step) -> [String] {
        isOpen ? [] : Shortcut.names(in: step).filter { !names.contains($0) }
    }

    /// Returns the reason why a step cannot be saved: `nothing before it gives ${itme}; did you mean ${item}?`
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
