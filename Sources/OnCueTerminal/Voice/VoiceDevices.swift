// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueVoice

/// The devices and programs for listening and speaking.
package protocol VoiceDevices: Sendable {
    /// Records speech until it is quiet again, Enter is pressed, or six seconds have passed.
    ///
    /// - Throws: ``CommandFailure`` if nothing can be recorded, or no one has spoken.
    func record() async throws(CommandFailure) -> SpeechSound

    /// Recognises the spoken phrase on this machine.
    ///
    /// - Throws: ``CommandFailure`` with the program to install.
    func recognise(_ request: RecognitionRequest) async throws(CommandFailure) -> Recognition

    /// Lets a Wyoming service transcribe speech.
    ///
    /// - Parameter language: The code of the language; `nil` if the service has to detect it.
    func transcribe(
        _ sound: SpeechSound, at address: ServiceAddress, language: String?
    ) async throws(CommandFailure) -> String

    /// Speaks a text through speech-dispatcher, and returns when it has been spoken.
    func speak(_ text: String, language: String?) async throws(CommandFailure)
}

/// An implementation for a machine that cannot listen or speak.
package struct NoVoice: VoiceDevices {
    package init() {}

    private var failure: CommandFailure { CommandFailure(.failed, "nothing can be heard or spoken here") }

    package func record() async throws(CommandFailure) -> SpeechSound { throw failure }
    package func recognise(_ request: RecognitionRequest) async throws(CommandFailure) -> Recognition { throw failure }
    package func transcribe(
        _ sound: SpeechSound, at address: ServiceAddress, language: String?
    ) async throws(CommandFailure) -> String { throw failure }
    package func speak(_ text: String, language: String?) async throws(CommandFailure) { throw failure }
}
