// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueLinkShims
internal import Glibc
internal import MachineLink
internal import OnCueRuntime
internal import PairedMachines

/// Listens for paired machines.
///
/// Each caller gets a process of its own, which compares the keys and reads the caller's messages. This process reads
/// nothing.
struct Listening {
    private let place: Place
    private var limits = ConnectionLimits()
    private var announcer: Announcer?
    private var callers: [pid_t: (address: [UInt8], admission: ConnectionLimits.Admission)] = [:]

    init(_ place: Place) { self.place = place }

    /// - Parameter apart: Whether it outlives the terminal, and prints nothing after it has begun to listen.
    mutating func run(apart: Bool) throws(LinkFault) {
        // Callers are then served by a process that the service manager starts, so this one needs only the network.
        if getenv(HandoffServe.variable) != nil { _ = LinkConfinement.begin() }
        // Make the key now, so that it exists when several callers arrive at once.
        _ = try place.identity()
        let port = try place.files.book().port
        guard ListenerLock.take(place.files.listenerPath) else {
            throw LinkFault(.files, "this machine listens already; oncue handoff listen off ends that")
        }
        let socket = try ListeningSocket(port: port)
        guard let folder = Place.programFolder() else { throw LinkFault(.files, "/proc is not there") }
        // Calls are expected from the last known addresses of paired machines.
        for machine in try place.files.book().machines {
            if let address = ListeningSocket.bytes(of: machine.host) { limits.know(address) }
        }
        let proofs = try PipeEnds.unblocking()
        oncue_link_keep_ends_of_children()
        // Do this before the output: its reader may then end, together with all processes of its session.
        if apart { setsid() }
        Output.line("{\"listening\":true,\"port\":\(socket.port)}")
        if apart {
            let nothing = open("/dev/null", O_RDWR)
            for descriptor: Int32 in 0...2 { dup2(nothing, descriptor) }
            close(nothing)
        }
        // With a socket of the service manager, this process may not reach a bus, and another unit announces the
        // machine.
        if getenv(HandoffServe.variable) == nil {
            announcer = Announcer(LinkService.listening, port: socket.port)
        }
        let begin = ContinuousClock.now
        while true {
            announcer?.start()
            let ready = oncue_link_wait(
                socket.descriptor, proofs.output, announcer?.patienceInMilliseconds ?? -1)
            if ready & 2 != 0 {
                for process in Proof.heard(on: proofs.output) {
                    if let caller = callers[process] { limits.know(caller.address) }
                }
            }
            reap()
            guard ready & 1 != 0 else { continue }
            guard let caller = socket.accept() else {
                // Without free descriptors the same caller would be reported again at once.
                usleep(10_000)
                continue
            }
            if let admission = limits.admits(caller.address, at: ContinuousClock.now - begin) {
                let words = [folder + "/oncue-link", "answer"]
                if let process = Spawning.start(words, input: caller.descriptor, output: proofs.input) {
                    callers[process] = (caller.address, admission)
                } else {
                    limits.ended(admission)
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
            announcer?.noteEnd(of: process)
            if let caller = callers.removeValue(forKey: process) { limits.ended(caller.admission) }
        }
    }
}
