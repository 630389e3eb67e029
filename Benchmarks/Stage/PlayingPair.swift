// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Two machines that play the same noise in step, the follower by a program in place of ssh.
struct PlayingPair {
    static let rate = 48_000

    /// One of the two.
    struct Place {
        let host: Host
        let daemon: Daemon
    }

    let leader: Place
    let follower: Place
    /// How long joining took.
    let joining: Duration

    /// Starts both daemons, has the leader play, and the follower join.
    ///
    /// - Parameters:
    ///   - sound: The variables by which each finds its sound server and its sink.
    ///   - length: How much noise there is, in seconds.
    init(
        _ bench: Bench, sound: (leader: [String: String], follower: [String: String]), length: Int
    ) async throws {
        leader = try await Self.place(bench, sound.leader, length)
        let ssh = try Self.ssh(leader.host, bench)
        follower = try await Self.place(bench, sound.follower.merging(["PATH": ssh + ":/usr/bin:/bin"]) { $1 }, length)
        try leader.host.command("config", "set", "handoff.together", "true").run()
        try leader.host.command("play", "Noise").run()
        try await Task.sleep(for: .seconds(3))
        let begin = ContinuousClock.now
        try follower.host.command("together", "join", "leader").run()
        joining = ContinuousClock.now - begin
    }

    func stop() {
        follower.daemon.stop()
        leader.daemon.stop()
    }

    private static func place(_ bench: Bench, _ variables: [String: String], _ length: Int) async throws -> Place {
        let host = try await Host(in: bench.sandbox, output: "auto", variables)
        let music = host.home + "/music"
        try Files.makeFolder(music)
        try Files.write(noise(seconds: length), to: music + "/Noise.wav")
        let daemon = try await host.start()
        _ = try await daemon.add(music, expecting: 1)
        return Place(host: host, daemon: daemon)
    }

    /// A folder with a program in place of ssh that leads to a machine.
    private static func ssh(_ host: Host, _ bench: Bench) throws -> String {
        let folder = bench.sandbox.newPath("ssh")
        try Files.makeFolder(folder)
        let variables = host.variables.map { "\($0)='\($1)'" }.sorted().joined(separator: " ")
        let program = try Files.programBeside("oncue")
        let script = "#!/bin/sh\nexec env -i PATH=/usr/bin:/bin \(variables) '\(program)' handoff serve\n"
        try Files.write(Array(script.utf8), to: folder + "/ssh")
        chmod(folder + "/ssh", 0o700)
        return folder
    }

    /// Sound that is like itself at no other place.
    private static func noise(seconds: Int) -> [UInt8] {
        var state: UInt64 = 88_172_645_463_325_252
        var sound: [UInt8] = []
        sound.reserveCapacity(seconds * rate * 4)
        for _ in 0..<(seconds * rate) {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            let bytes = withUnsafeBytes(of: Int16(truncatingIfNeeded: Int64(state % 16_000) - 8_000)) { Array($0) }
            sound += bytes + bytes
        }
        return SquareWave.file(sound)
    }

    // MARK: The distance

    /// The frames that are compared, and how far they are looked for.
    static let (window, reach) = (512, 960)

    /// How many frames later the same is in another channel; `nil` where it is not, or where it is silent.
    static func lag(_ part: ArraySlice<Double>, _ other: ArraySlice<Double>, around start: Int) -> Int? {
        let power = part.reduce(0) { $0 + $1 * $1 }
        guard power > 1_000 * Double(window) else { return nil }
        var best: (lag: Int, likeness: Double) = (0, 0)
        for lag in -reach...reach {
            var (product, energy) = (0.0, 0.0)
            for index in 0..<window {
                let value = other[start + lag + index]
                product += part[part.startIndex + index] * value
                energy += value * value
            }
            let likeness = energy > 0 ? product / (power * energy).squareRoot() : 0
            if likeness > best.likeness { best = (lag, likeness) }
        }
        return best.likeness > 0.5 ? best.lag : nil
    }
}
