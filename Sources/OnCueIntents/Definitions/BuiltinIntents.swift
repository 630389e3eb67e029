// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The tasks of OnCue itself, declared in a file like those of any program.
package enum BuiltinIntents {
    /// All of them, by their names.
    package static let all: [IntentDefinition] = read().file?.intents ?? []

    /// The problems of the file: none, as a test makes sure.
    package static var problems: [IntentFile.Problem] { read().problems }

    private static func read() -> (file: IntentFile?, problems: [IntentFile.Problem]) {
        IntentFile.read(String(decoding: PackageResources.builtin_json, as: UTF8.self), isBuiltin: true)
    }
}
