// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A dbus-daemon that nobody else knows and that starts nothing by itself.
final class PrivateMessageBus: Sendable {
    let address: String
    /// Where its socket lies.
    let path: String
    private let process: pid_t
    private let sandbox: Sandbox

    init(in sandbox: Sandbox) throws(BenchError) {
        path = sandbox.newPath("bus")
        address = "unix:path=" + path
        self.sandbox = sandbox
        guard let program = Files.program("dbus-daemon") else {
            throw BenchError("there is no dbus-daemon; install the package dbus")
        }
        let settings = """
            <busconfig><type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth>
            <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
            <allow own="*"/></policy>
            <!-- As in the session.conf of dbus-daemon. -->
            <limit name="max_incoming_bytes">1000000000</limit><limit name="max_outgoing_bytes">1000000000</limit>
            <limit name="max_message_size">1000000000</limit><limit name="max_replies_per_connection">50000</limit>
            </busconfig>
            """
        try Files.write(Array(settings.utf8), to: path + ".conf")
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system("make a pipe", errno) }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let daemon = ChildProgram(
            [program, "--config-file=\(path).conf", "--nofork", "--nopidfile", "--nosyslog", "--print-address=1"],
            output: .descriptor(ends[1]), in: sandbox)
        defer { close(ends[1]) }
        process = try daemon.start()
        // The address is printed when connections are taken.
        var first: UInt8 = 0
        var ready = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 5000) == 1, read(ends[0], &first, 1) == 1 else {
            throw BenchError("dbus-daemon does not start")
        }
    }

    /// Ends the bus.
    func stop() { sandbox.processes.end(process) }
}
