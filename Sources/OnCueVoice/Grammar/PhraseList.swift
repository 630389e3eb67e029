// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
package import OnCueSentences

/// The phrases that can be spoken, as data. They are fewer than can be typed, because each further one makes it more
/// likely that a recogniser mistakes other speech for a phrase.
///
/// A sentence means the same whichever of its alternatives is spoken; only the values of lists make a difference.
///
/// The file has `language`, `sentences` in the grammar of templates, and `lists` of values; `{artist}`, `{album}`,
/// `{track}`, `{playlist}`, `{podcast}`, `{station}`, `{output}` and `{shortcut}` are the caller's names.
package struct PhraseList: Sendable {
    /// The reason why a file is not accepted.
    package struct Refusal: Error, Sendable, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// The code of the language.
    package let language: String
    /// The sentences that can be spoken.
    package let sentences: [SentenceTemplate]
    /// The values of lists that are always the same.
    package let lists: [String: [SentenceTemplate]]

    /// Returns the built-in phrases for a locale; `nil` for a language without any.
    package static func builtIn(for locale: String) -> PhraseList? {
        guard locale.prefix(while: \.isLetter).lowercased() == "en" else { return nil }
        return try? PhraseList(String(decoding: PackageResources.en_json, as: UTF8.self))
    }

    /// - Throws: ``Refusal``, with the sentence that is wrong.
    package init(_ text: String) throws(Refusal) {
        guard let file = try? JSONValue(parsing: text, maximumDepth: 8), let code = file["language"]?.stringValue else {
            throw Refusal(description: "it is not a file of phrases")
        }
        language = code
        sentences = try Self.templates(file["sentences"])
        var lists: [String: [SentenceTemplate]] = [:]
        if case .object(let members)? = file["lists"] {
            for member in members { lists[member.name] = try Self.templates(member.value) }
        }
        self.lists = lists
    }

    private static func templates(_ value: JSONValue?) throws(Refusal) -> [SentenceTemplate] {
        var templates: [SentenceTemplate] = []
        for element in value?.arrayValue ?? [] {
            guard let text = element.stringValue else { throw Refusal(description: "a sentence is not a text") }
            do throws(TemplateError) { templates.append(try SentenceTemplate(text)) } catch {
                throw Refusal(description: "\(text): \(error)")
            }
        }
        guard !templates.isEmpty else { throw Refusal(description: "a list is empty or missing") }
        return templates
    }
}
