// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueVoice

/// A service that transcribes speech, through the Wyoming protocol.
struct WyomingClient {
    /// The time limits for the connection and for the answer.
    static let connecting = Duration.seconds(5)
    static let answering = Duration.seconds(30)
    /// More messages than a transcript needs, whatever else a service sends.
    private static let mostMessages = 1_000

    let address: ServiceAddress

    /// - Throws: ``CommandFailure`` with the address.
    func transcribe(_ sound: SpeechSound, language: String?) throws(CommandFailure) -> String {
        guard let socket = VoiceSocket(address, before: .now + Self.connecting) else {
            throw failure("does not answer; check voice.recogniser, and whether the service runs")
        }
        let deadline = ContinuousClock.now + Self.answering
        for message in Transcription.request(sound, language: language) {
            guard Descriptor.send(socket.descriptor, message.bytes, before: deadline) else {
                throw failure("has closed the connection before it had heard everything")
            }
        }
        var (reader, count) = (WyomingReader(), 0)
        while count < Self.mostMessages, let part = Descriptor.read(socket.descriptor, before: deadline) {
            guard !part.isEmpty else { throw failure("has closed the connection without an answer") }
            reader.add(part)
            do throws(WyomingMessage.Failure) {
                while let message = try reader.next() {
                    count += 1
                    switch Transcription.answer(message) {
                    case .text(let text): return text
                    case .failure(let reason): throw WyomingMessage.Failure.malformed("answer, \(reason),")
                    case .other: break
                    }
                }
            } catch { throw failure("cannot be understood: \(error)") }
        }
        guard count < Self.mostMessages else { throw failure("cannot be understood: it sends without an end") }
        guard .now >= deadline else { throw failure("has closed the connection without an answer") }
        throw failure("has not answered within \(Self.answering.components.seconds) s")
    }

    private func failure(_ reason: String) -> CommandFailure {
        CommandFailure(.failed, "the recogniser at \(address) \(reason)")
    }
}
