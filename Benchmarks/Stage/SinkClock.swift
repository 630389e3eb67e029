// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import Synchronization

/// A PulseAudio server with one sink that nobody hears, whose clock is fast or slow, as those of sound cards are.
///
/// The clock of such a sink is the monotonic one of its process, which a library that is loaded before others changes.
final class SinkClock: Sendable {
    let address: String
    let recording: ClockedRecording
    private let sandbox: Sandbox
    private let processes: [pid_t]

    /// What reads the clock in the server. The clock goes on from where it was when the server began.
    private static let library = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <stdlib.h>
        #include <time.h>
        typedef int (*reader)(clockid_t, struct timespec *);
        static reader system_reader;
        static long long begin, parts;
        static long long now(clockid_t clock, struct timespec *time) {
            return system_reader(clock, time) ? -1 : time->tv_sec * 1000000000LL + time->tv_nsec;
        }
        __attribute__((constructor)) static void prepare(void) {
            struct timespec time;
            system_reader = (reader)dlsym(RTLD_NEXT, "clock_gettime");
            begin = now(CLOCK_MONOTONIC, &time);
            parts = atoll(getenv("SINK_CLOCK_PARTS"));
        }
        int clock_gettime(clockid_t clock, struct timespec *time) {
            if (!system_reader) prepare();
            long long moment = now(clock, time);
            if (moment < 0) return -1;
            if (clock != CLOCK_MONOTONIC) return 0;
            moment += (long long)((double)(moment - begin) * parts / 1e6);
            time->tv_sec = moment / 1000000000LL;
            time->tv_nsec = moment % 1000000000LL;
            return 0;
        }

        """

    /// - Parameter parts: By how many millionths the clock is fast.
    /// - Returns: `nil` when pulseaudio, parec or a compiler for C is not installed.
    static func start(fastBy parts: Int, in sandbox: Sandbox) async throws -> SinkClock? {
        guard let server = Files.program("pulseaudio"), let recorder = Files.program("parec"),
            let compiler = Files.program("cc")
        else { return nil }
        let home = sandbox.newPath("sound")
        try Files.makeFolder(home)
        try Files.write(Array(library.utf8), to: home + "/clock.c")
        try ChildProgram(
            [compiler, "-shared", "-fPIC", "-O1", "-o", home + "/clock.so", home + "/clock.c", "-ldl"], in: sandbox
        ).run()
        return try await SinkClock(server, recorder, home, parts, sandbox)
    }

    private init(
        _ server: String, _ recorder: String, _ home: String, _ parts: Int, _ sandbox: Sandbox
    ) async throws {
        self.sandbox = sandbox
        address = "unix:" + home + "/native"
        let variables = sandbox.variables(home: home).merging([
            "PULSE_RUNTIME_PATH": home, "PULSE_STATE_PATH": home + "/state",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=" + home + "/none",
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + home + "/none",
        ]) { $1 }
        let process = try ChildProgram(
            [
                server, "-n", "--daemonize=no", "--exit-idle-time=6000", "--use-pid-file=no",
                "--log-target=file:\(home)/log", "-L",
                "module-null-sink sink_name=card rate=48000 format=s16le channels=1 channel_map=mono norewinds=1", "-L",
                "module-native-protocol-unix auth-anonymous=1 socket=\(home)/native",
            ], variables: variables.merging(["LD_PRELOAD": home + "/clock.so", "SINK_CLOCK_PARTS": "\(parts)"]) { $1 },
            in: sandbox
        ).start()
        let deadline = ContinuousClock.now + .seconds(10)
        while access(home + "/native", F_OK) != 0 {
            guard ContinuousClock.now < deadline else { throw BenchError("pulseaudio does not start") }
            try await Task.sleep(for: .milliseconds(5))
        }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw BenchError.system("make a pipe", errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let recorderProcess = try ChildProgram(
            [
                recorder, "-s", address, "-d", "card.monitor", "--format=s16le", "--rate=48000", "--channels=1",
                "--latency-msec=20", "--raw",
            ], variables: variables, output: .descriptor(ends[1]), in: sandbox
        ).start()
        close(ends[1])
        processes = [recorderProcess, process]
        recording = ClockedRecording(ends[0], rate: Double(PlayingPair.rate) * (1 + Double(parts) / 1e6))
    }

    func stop() {
        for process in processes { sandbox.processes.end(process) }
    }
}
