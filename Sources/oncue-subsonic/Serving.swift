// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON
internal import OnCueCore
internal import OnCueRuntime
internal import SubsonicLibrary

/// Shows the servers in OnCue's tree.
struct Serving {
    private let isApart: Bool

    /// - Parameter apart: Whether the program outlives the terminal, and prints nothing once it runs.
    init(apart: Bool) { isApart = apart }

    func run() -> Never {
        let directories = Files.directories
        guard PrivateDirectory.make(directories.runtime) else {
            Output.fail("\(directories.runtime) cannot be made, or is not a private folder of yours")
        }
        guard let file = StateFile(taking: Files.state) else {
            Output.fail("this program runs already; oncue subsonic shows it")
        }
        file.say(.object([]))
        if isApart { setsid() }
        let files = SubsonicFiles(directories)
        Task { @MediaActor in
            let program = SubsonicProgram(files) {
                file.say($0)
            } onEnd: { message in
                Output.note(message)
                exit(1)
            }
            Self.program = program
            do throws(SubsonicFiles.Fault) { try await program.begin() } catch { Output.fail(error.message) }
            Output.say([.init("serving", true)])
            if isApart {
                let nothing = open("/dev/null", O_RDWR)
                for descriptor: Int32 in 0...2 { dup2(nothing, descriptor) }
                close(nothing)
            }
        }
        // Everything else happens on other threads.
        while true { pause() }
    }

    @MediaActor private static var program: SubsonicProgram?
}

/// The folders in which this program has its files.
enum Files {
    static var directories: UserDirectories {
        UserDirectories(
            environment: ProcessEnvironment.variables(UserDirectories.variableNames),
            userID: ProcessEnvironment.userID, homeFallback: ProcessEnvironment.homeDirectory)
    }

    static var state: String { directories.runtime + "/subsonic.lock" }
}
