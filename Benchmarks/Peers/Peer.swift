// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A player that is measured beside the others: OnCue, and those that people would take instead.
///
/// All of them get the same files, bus and sound server, a home of their own, and the settings that their documentation
/// advises.
protocol Peer: AnyObject {
    /// By which the tables know it.
    var name: String { get }
    var hasLibrary: Bool { get }
    /// The process that plays, while it runs.
    var process: pid_t { get }

    /// Starts it.
    ///
    /// - Returns: The time until it answers a client.
    func start() async throws -> Duration
    /// Returns when nothing is under way that starting it has begun.
    func settle() async throws
    func stop()

    /// Reads the library for the first time, and looks for changes every other time.
    ///
    /// - Returns: The time until a client that asks for it knows of its end.
    func scan() async throws -> Duration
    /// Loses its library; it must have been stopped.
    func forget() async throws

    /// Something that asks a question once over the player's own protocol and reads the whole answer, any number of
    /// times; `nil` when the player cannot be asked that.
    func asker(_ question: PeerQuestion) async throws -> (() async throws -> Void)?
    /// The usual command that prints what plays; in a pipe where no terminal is given.
    func statusCommand(on screen: TerminalScreen?) throws -> ChildProgram?

    /// Plays files of the stage, and nothing else behind them.
    func play(_ sounds: [PeerSound]) async throws
    func pause() async throws
    func silence() async throws
}

/// What clients ask a player.
enum PeerQuestion {
    /// The first 50 tracks or items that match a word.
    case search(String)
    /// Fifty tracks from somewhere in the list of all.
    case page(offset: Int)
    /// The tracks of an album, by its title.
    case album(String)
    /// The files in a folder of the generated library.
    case folder(String)
    /// What plays, whether it does, and where it is.
    case status
    /// The same by `GetAll` of MPRIS.
    case mprisStatus
}

/// The files that are played, in a folder beside the generated library.
enum PeerSound: String, CaseIterable {
    case quiet = "quiet.wav"
    case loud = "loud.wav"
    case first = "first.wav"
    case second = "second.wav"
    case flac = "music.flac"
    case mp3 = "music.mp3"

    /// The path in the library of everyone.
    var path: String { "Sounds/" + rawValue }
}
