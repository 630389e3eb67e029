// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import OnCueTestSupport

@testable import OnCueCatalog
@testable import OnCueMedia

/// Worker processes of the daemon that the build has made.
enum TestWorkers {
    /// The daemon, beside the test program.
    static let program: String = {
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return program.split(separator: "/").dropLast().reduce(into: "") { $0 += "/" + $1 } + "/oncued"
    }()

    /// Ends soon after each use, so that no test leaves a process behind.
    static let shared = MediaWorkers(program: program, idleTime: .milliseconds(300))

    /// A worker that does something else each time it is started: the first of these shell commands, then the next;
    /// after the last it is the real one.
    ///
    /// `begin N` in a command says that request N, from 1, was begun.
    static func misbehaving(_ commands: [String], in folder: TemporaryDirectory) throws -> String {
        var script = "#!/bin/sh\n[ \"$1\" != probe ] || exit 0\nbegin() { dd bs=1 count=$1 <&3 >/dev/null 2>&1; }\n"
        for (number, command) in commands.enumerated() {
            let mark = folder.file("started-\(number)")
            script += "if [ ! -e \(mark) ]; then : >\(mark); \(command); fi\n"
        }
        script += "exec \(program) \(WorkerProgram.argument)\n"
        let path = folder.file("worker")
        // Closed when a program is started, or a process of another test would keep the script from being run.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o700)
        _ = write(descriptor, script, script.utf8.count)
        close(descriptor)
        // A process that another test starts just now may still have the script open for writing.
        for _ in 0..<1000 {
            var process: pid_t = 0
            var words = [strdup(path), strdup("probe"), nil]
            defer { for word in words { free(word) } }
            guard posix_spawn(&process, path, nil, nil, &words, environ) == ETXTBSY else {
                waitpid(process, nil, 0)
                break
            }
        }
        return path
    }
}
