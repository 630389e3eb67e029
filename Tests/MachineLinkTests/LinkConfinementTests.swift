// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import MachineLink
import Testing

@Suite("The confinement of what the network reaches")
struct LinkConfinementTests {
    @Test(
        "A confined process reaches no socket without a file, and sends no signal to others",
        .enabled(if: LinkConfinement.isPossible, "it needs Linux 6.12 with Landlock"))
    func confined() async {
        await #expect(processExitsWith: .success) {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let length = socklen_t(MemoryLayout<sa_family_t>.size + 16)
            withUnsafeMutableBytes(of: &address.sun_path) { path in
                // Behind the zero that says that there is no file.
                for index in 1..<16 { path[index] = UInt8.random(in: 97...122) }
            }
            func reach(_ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ socket: Int32) -> Int32 {
                withUnsafePointer(to: &address) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body(socket, $0, length) }
                }
            }
            func socket() -> Int32 { Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }
            let listener = socket()
            precondition(reach(bind, listener) == 0 && listen(listener, 4) == 0)
            precondition(reach(connect, socket()) == 0 && kill(getppid(), 0) == 0)

            precondition(LinkConfinement.begin())

            precondition(reach(connect, socket()) != 0 && errno == EPERM)
            precondition(kill(getppid(), 0) != 0 && errno == EPERM)
            precondition(kill(getpid(), 0) == 0)
        }
    }
}
