// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueIntents
internal import OnCueSentences

extension PhraseMeaning {
    /// Returns the phrases of shortcuts and of tasks of programs that are templates; plain words are found by a list.
    static func all(of shortcuts: [Shortcut], _ tasks: [IntentDefinition]) -> [PhraseMeaning] {
        shortcuts.compactMap { shortcut in
            template(shortcut.phrase).map {
                PhraseMeaning(
                    $0, intent: IntentDesk.running.intent,
                    slots: [IntentDefinition.shortcutParameter: .text(shortcut.name)])
            }
        }
            + tasks.compactMap { task in
                template(task.phrase).map { PhraseMeaning($0, intent: task.name.text, lists: task.phraseLists) }
            }
    }

    /// Returns the template of a phrase; `nil` for plain words, and for a text that is not a valid template.
    private static func template(_ text: String) -> SentencePhrase? {
        (try? SentencePhrase(text)).flatMap { $0.isPlain ? nil : $0 }
    }
}
