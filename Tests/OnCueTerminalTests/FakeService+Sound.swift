// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface

extension FakeService {
    func sound() async throws(ClientError) -> SoundPreferences { try note("sound").sound }

    func setSound(_ changes: SoundChanges) async throws(ClientError) -> SoundPreferences {
        let sound = try note("sound \(changes.set)").sound
        return (try? changes.applied(to: sound)) ?? sound
    }

    func resetSound() async throws(ClientError) -> SoundPreferences {
        _ = try note("reset sound")
        return SoundPreferences()
    }
}

extension SoundChanges {
    /// The settings that are given, as text.
    fileprivate var set: String {
        PlainWriter.fields(self).compactMap { field in
            switch field.value {
            case .null: nil
            case .bool(let value): "\(field.name)(\(value))"
            case .double(let value): "\(field.name)(\(value))"
            case .seconds(let value): "\(field.name)(\(value))"
            default: "\(field.name)(\(field.value))"
            }
        }.joined(separator: ", ")
    }
}
