// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// What a program can ask of the service about how everything sounds, and when it ends.
package protocol SoundClient: Sendable {
    /// 0.5 to 3; see ``PlaybackCommand/setRate(_:)`` for what it holds.
    func setRate(_ rate: Double) async throws(ClientError)
    func adjustRate(by difference: Double) async throws(ClientError)
    /// Ends playing later by itself; `nil` for no more.
    func setSleep(_ wish: SleepTimer.Wish?) async throws(ClientError)
    /// Stops when the current entry has been heard, once; or goes on after all.
    func stopAfterEntry(_ isWanted: Bool) async throws(ClientError)
    func sound() async throws(ClientError) -> SoundPreferences
    /// Sets one thing; the rest stays. It is on disk when this returns.
    ///
    /// - Returns: Everything as it is then.
    func setSound(_ setting: SoundSetting) async throws(ClientError) -> SoundPreferences
    /// Sets everything as it was at the first start.
    func resetSound() async throws(ClientError) -> SoundPreferences
}
