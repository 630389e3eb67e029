// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import MachineLink
internal import PairedMachines

/// Listens for paired machines.
///
/// Each caller gets a process of its own, in which the keys are proved and what it sends is read: this one reads
/// nothing.
struct Listening {
    private let place: Place
    private var limits = ConnectionLimits()
    private var callers: [pid_t: [UInt8]] = [:]

    init(_ place: Place) { self.place = place }

    /// - Parameter apart: Whether it outlives the terminal, and says nothing more when it listens.
    mutating func run(apart: Bool) throws(LinkFault) {
        // Made now, so that callers at the same time find it.
        _ = try place.identity()
        let port = try place.files.book().port
        guard ListenerLock.take(place.files.listenerPath) else {
            throw LinkFault(.files, "this machine listens already; oncue handoff listen off ends that")
        }
        let socket = try ListeningSocket(port: port)
        guard let folder = Place.programFolder() else { throw LinkFault(.files, "/proc is not there") }
        // Wakes this process when a caller's has ended.
        signal(SIGCHLD) { _ in }
        // Before that is said: whoever started this one may end with all that belongs to it.
        if apart { setsid() }
        Output.line("{\"listening\":true,\"port\":\(socket.port)}")
        if apart {
            let nothing = open("/dev/null", O_RDWR)
            for descriptor: Int32 in 0...2 { dup2(nothing, descriptor) }
            close(nothing)
        }
        // Behind a socket of the service manager this process may reach no bus, and another unit announces it.
        if getenv(HandoffServe.variable) == nil {
            _ = Discovery.startAnnouncing(Discovery.listening, port: socket.port)
        }
        let begin = ContinuousClock.now
        while true {
            var poller = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&poller, 1, callers.isEmpty ? 60_000 : 1_000)
            reap()
            guard ready > 0 else { continue }
            guard let caller = socket.accept() else {
                // Without descriptors the same caller would come back at once.
                usleep(10_000)
                continue
            }
            if limits.admits(caller.address, at: ContinuousClock.now - begin) {
                if let process = Spawning.start([folder + "/oncue-link", "answer"], input: caller.descriptor) {
                    callers[process] = caller.address
                } else {
                    limits.ended(caller.address)
                }
            }
            close(caller.descriptor)
        }
    }

    private mutating func reap() {
        var status: Int32 = 0
        while true {
            let process = waitpid(-1, &status, WNOHANG)
            guard process > 0 else { return }
            if let address = callers.removeValue(forKey: process) { limits.ended(address) }
        }
    }
}
