// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

extension OnCueConnection: SoundService {
    package func sound() async throws(ServiceError) -> SoundPreferences {
        try await call(SoundMethods.get, Nothing()).value
    }

    package func setSound(_ changes: SoundChanges) async throws(ServiceError) -> SoundPreferences {
        try await call(SoundMethods.set, Only(Strict(changes))).value
    }

    package func resetSound() async throws(ServiceError) -> SoundPreferences {
        try await call(SoundMethods.reset, Nothing()).value
    }
}
