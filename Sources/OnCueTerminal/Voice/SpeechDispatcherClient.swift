// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueRuntime
internal import OnCueVoice

/// Speaks through speech-dispatcher, with the voice set there by the user.
struct SpeechDispatcherClient {
    /// The time limit for the connection; the program may have to be started first, here or by another program.
    private static let connecting = Duration.seconds(20)
    /// The time after which it is started again if it refused to: of two programs that start it at the same moment, it
    /// may refuse both.
    private static let pause = Duration.seconds(1)

    /// The path of its socket.
    let socket: String
    /// The name of the user.
    let user: String

    /// Returns the client for the address in `SPEECHD_ADDRESS`, or otherwise for the socket in the runtime folder.
    static func ofProcess() -> SpeechDispatcherClient {
        let variable = { (name: String) in getenv(name).map { String(cString: $0) } }
        let prefix = "unix_socket:"
        let given = variable("SPEECHD_ADDRESS").flatMap {
            $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil
        }
        let runtime = variable("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
        return SpeechDispatcherClient(
            socket: given ?? runtime + "/speech-dispatcher/speechd.sock", user: variable("USER") ?? "user")
    }

    /// - Throws: ``CommandFailure``; the text to speak has already been printed.
    func speak(_ text: String, language: String?) throws(CommandFailure) {
        let connection = try connection()
        var conversation = SpeechConversation(text, user: user, language: language)
        let deadline = ContinuousClock.now + conversation.patience
        var reader = SpeechDispatcherReader()
        var step = conversation.begin()
        while true {
            switch step {
            case .write(let text):
                guard Descriptor.send(connection.descriptor, Array(text.utf8), before: deadline) else {
                    throw failure("has gone away")
                }
            case .wait: break
            case .spoken:
                _ = Descriptor.send(connection.descriptor, Array("QUIT\r\n".utf8), before: deadline)
                return
            case .refused(let reason): throw failure("refuses: \(reason)")
            }
            step = conversation.take(try next(&reader, connection.descriptor, before: deadline))
        }
    }

    private func next(
        _ reader: inout SpeechDispatcherReader, _ descriptor: Int32, before deadline: ContinuousClock.Instant
    ) throws(CommandFailure) -> SpeechDispatcherReply {
        while true {
            do throws(SpeechDispatcherReader.Malformed) {
                if let reply = try reader.next() { return reply }
            } catch { throw failure("cannot be understood") }
            guard let part = Descriptor.read(descriptor, before: deadline) else { throw failure("does not answer") }
            guard !part.isEmpty else { throw failure("has gone away") }
            reader.add(part)
        }
    }

    /// Connects, and starts the program if it is not listening.
    private func connection() throws(CommandFailure) -> VoiceSocket {
        let deadline = ContinuousClock.now + Self.connecting
        if let socket = VoiceSocket(path: socket, before: deadline) { return socket }
        var (isStarted, next) = (false, ContinuousClock.now)
        while ContinuousClock.now < deadline {
            if !isStarted, ContinuousClock.now >= next {
                isStarted = try start()
                next = ContinuousClock.now + Self.pause
            }
            if let socket = VoiceSocket(path: socket, before: deadline) { return socket }
            usleep(50_000)
        }
        throw failure(isStarted ? "does not answer" : "cannot be started")
    }

    /// Starts the program.
    ///
    /// - Returns: `false` if it refuses to start, such as while another program is starting it, which may take as long
    ///   as starting it here.
    private func start() throws(CommandFailure) -> Bool {
        // It reports its start, and would be ended by a pipe without a reader.
        guard let starter = HelperProcess("speech-dispatcher", ["--spawn"], isRead: false) else {
            throw failure("is not installed")
        }
        return starter.end() == 0
    }

    private func failure(_ reason: String) -> CommandFailure {
        CommandFailure(.failed, "not spoken: speech-dispatcher \(reason)")
    }
}
