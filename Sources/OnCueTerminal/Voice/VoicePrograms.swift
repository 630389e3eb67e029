// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import OnCueRuntime
internal import OnCueVoice

/// Listens and speaks with the programs and services of this machine, on a thread that may block.
struct VoicePrograms: VoiceDevices {
    /// The longest recording.
    private static let longest = Duration.seconds(6)
    private static let executor = BlockingExecutor(label: "oncue.voice")
    private static let largestAnswer = 1 << 16

    func record() async throws(CommandFailure) -> SpeechSound {
        try await Self.executor.runThrowing { () throws(CommandFailure) in try Self.record() }
    }

    func recognise(_ request: RecognitionRequest) async throws(CommandFailure) -> Recognition {
        let message = request.message
        return try await Self.executor.runThrowing { () throws(CommandFailure) in try Self.recognise(message) }
    }

    func transcribe(
        _ sound: SpeechSound, at address: ServiceAddress, language: String?
    ) async throws(CommandFailure) -> String {
        try await Self.executor.runThrowing { () throws(CommandFailure) in
            try WyomingClient(address: address).transcribe(sound, language: language)
        }
    }

    func speak(_ text: String, language: String?) async throws(CommandFailure) {
        try await Self.executor.runThrowing { () throws(CommandFailure) in
            try SpeechDispatcherClient.ofProcess().speak(text, language: language)
        }
    }

    // MARK: Recording

    private static func record() throws(CommandFailure) -> SpeechSound {
        guard let program = InstalledProgram.path("oncue-record"),
            let recorder = HelperProcess(program, [String(longest.components.seconds)], errors: .shown)
        else { throw CommandFailure(.failed, "nothing can be recorded: oncue-record is not installed") }
        var (bytes, end) = ([UInt8](), SpeechEnd())
        let deadline = ContinuousClock.now + longest + .seconds(3)
        var isStopped = false
        while !isStopped, end.state == .waiting || end.state == .speaking {
            guard waitForSound(recorder.output, before: deadline, stopped: &isStopped) else { break }
            guard !isStopped, let part = Descriptor.read(recorder.output, before: deadline), !part.isEmpty else {
                break
            }
            let whole = (bytes.count + part.count) / 2 * 2
            let known = bytes.count / 2 * 2
            bytes += part
            end.add(SpeechSound(bytes: bytes[known..<whole]).samples)
        }
        let status = recorder.end()
        guard !bytes.isEmpty else {
            throw CommandFailure(
                .failed,
                status == 0
                    ? "nothing was recorded" : "nothing was recorded; is there a sound server with a microphone?")
        }
        guard end.state != .silent, end.state != .waiting || isStopped else {
            throw CommandFailure(.nothingFound, "nothing was said; check the microphone, for example with pavucontrol")
        }
        return SpeechSound(bytes: bytes)
    }

    /// Waits for sound, or for Enter on a terminal.
    private static func waitForSound(
        _ output: Int32, before deadline: ContinuousClock.Instant, stopped: inout Bool
    ) -> Bool {
        guard isatty(0) == 1 else { return Descriptor.wait(output, POLLIN, before: deadline) }
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            guard left > 0 else { return false }
            var pollers = [
                pollfd(fd: output, events: Int16(POLLIN), revents: 0), pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&pollers, 2, Int32(min(left + 1, 60_000)))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return false }
            if pollers[1].revents != 0 {
                var line = [UInt8](repeating: 0, count: 256)
                _ = Glibc.read(0, &line, line.count)
                stopped = true
            }
            return true
        }
    }

    // MARK: Recognising

    private static func recognise(_ message: WyomingMessage) throws(CommandFailure) -> Recognition {
        guard let program = InstalledProgram.path("oncue-recognise"), let process = HelperProcess(program) else {
            throw CommandFailure(.failed, "nothing can be recognised: oncue-recognise is not installed")
        }
        // A program that ends before it has read everything must not end this process.
        signal(SIGPIPE, SIG_IGN)
        process.feed(message.bytes)
        var reader = WyomingReader()
        let deadline = ContinuousClock.now + .seconds(30)
        var (heard, count): (Recognition?, Int) = (nil, 0)
        while heard == nil, count < largestAnswer, let part = Descriptor.read(process.output, before: deadline) {
            guard !part.isEmpty else { break }
            count += part.count
            reader.add(part)
            do throws(WyomingMessage.Failure) {
                if let answer = try reader.next() { heard = Recognition(answer) }
            } catch { break }
        }
        let status = process.end()
        if let heard { return heard }
        switch status {
        case 3, 127:
            throw CommandFailure(
                .failed,
                "the recogniser is not installed; install pocketsphinx-en-us and libpocketsphinx3, or set "
                    + "voice.recogniser to the address of a Wyoming service")
        default: throw CommandFailure(.failed, "the recogniser has failed; oncue say takes the sentence as text")
        }
    }
}
