// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension SentenceLanguage {
    /// The text of each built-in language file, by the code of the language.
    package static let builtInFiles: [(code: String, text: String)] = [
        ("en", String(decoding: PackageResources.en_json, as: UTF8.self)),
        ("de", String(decoding: PackageResources.de_json, as: UTF8.self)),
    ]

    /// Returns the file for a locale such as `de_AT.UTF-8` or `en-GB`, or `nil` if OnCue does not have the language.
    package static func builtInFile(for locale: String) -> String? {
        let code = locale.prefix { $0.isLetter }.lowercased()
        return builtInFiles.first { $0.code == code }?.text
    }
}
