// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueVoice

/// The devices and programs for listening and speaking.
package protocol VoiceDevices: Sendable {
    /// Records what is said, until it is quiet again, Enter is pressed, or six seconds have passed.
    ///
    /// - Throws: ``CommandFailure``: nothing can be recorded, or nobody has spoken.
    func record() async throws(CommandFailure) -> SpeechSound

    /// Finds the phrase that was said, on this machine.
    ///
    /// - Throws: ``CommandFailure`` with what to install.
    func recognise(_ request: RecognitionRequest) async throws(CommandFailure) -> Recognition

    /// Has a Wyoming service write down what was said.
    ///
    /// - Parameter language: The code of the language; `nil` if the service is to find out.
    func transcribe(
        _ sound: SpeechSound, at address: ServiceAddress, language: String?
    ) async throws(CommandFailure) -> String

    /// Speaks a text through speech-dispatcher, and returns when it has been spoken.
    func speak(_ text: String, language: String?) async throws(CommandFailure)
}

/// Devices of a machine that neither hears nor speaks.
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
