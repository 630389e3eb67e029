// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore

/// Tests of commands that start or stop playback.
extension PlayerTrial {
    /// Tests that commands declared impossible have no effect.
    func ends() async -> [Finding] {
        let id = await trackID()
        var findings: [Finding] = []
        for (flagName, method) in [("CanGoNext", "Next"), ("CanGoPrevious", "Previous")] where !flag(flagName) {
            _ = try? await player.call(method)
            await player.listen(for: .milliseconds(150))
            let now = await player.properties()
            let isSame = await trackID() == id && now?["PlaybackStatus"]?.unwrapped == before["PlaybackStatus"]
            findings.append(
                Finding("Player." + method, "has no effect while \(flagName) is false", isSame ? .ok : .failed))
        }
        return findings
    }

    func status() async -> [Finding] {
        guard hadTrack, flag("CanPause"), flag("CanPlay") else {
            return [
                Finding("Player.PlayPause", "pauses and resumes", .skipped, "nothing is playing that can be paused")
            ]
        }
        let other = before["PlaybackStatus"]?.stringValue == "Playing" ? "Paused" : "Playing"
        let id = await trackID()
        undo.add("PlaybackStatus") { await resume() }
        player.forget()
        _ = try? await player.call("PlayPause")
        let isOther = await reaches(other)
        let isTold = await player.wait { player.hasAnnounced("PlaybackStatus") }
        var findings = [
            Finding(
                "Player.PlayPause", "pauses and resumes", isOther ? .ok : .failed, isOther ? "" : "it is not \(other)"),
            Finding("Player.PlaybackStatus", "is signalled when it changes", isTold ? .ok : .failed),
        ]
        _ = try? await player.call("Play")
        _ = await reaches("Playing")
        findings.append(await playing())
        findings += await zeroRate()
        await undo.undo("PlaybackStatus")
        let isSame = await trackID() == id
        findings.append(
            Finding("Metadata.mpris:trackid", "stays when playback pauses and resumes", isSame ? .ok : .failed))
        return findings
    }

    private func playing() async -> Finding {
        player.forget()
        let begin = ContinuousClock.now
        let start = await player.position() ?? .zero
        _ = try? await player.call("Play")
        await player.listen()
        let status = await player.get("PlaybackStatus")?.stringValue
        let end = await player.position() ?? .zero
        let isSame = status == "Playing" && player.jumps.isEmpty && isNear(end, start, since: begin)
        return Finding(
            "Player.Play", "has no effect during playback", isSame ? .ok : .failed,
            isSame ? "" : status == "Playing" ? "the position moved" : "it is \(status ?? "nothing") then")
    }

    private func zeroRate() async -> [Finding] {
        guard let old = before["Rate"] else { return [] }
        undo.add("Rate") { _ = await player.set("Rate", old) }
        _ = await player.set("Rate", .double(0))
        let isPaused = await reaches("Paused")
        let rate = await player.get("Rate")?.doubleValue ?? 0
        await undo.undo("Rate")
        return [
            Finding(
                "Player.Rate", "0 pauses and does not become the rate", isPaused && rate != 0 ? .ok : .failed,
                isPaused ? rate == 0 ? "it is then 0" : "" : "it is not paused")
        ]
    }

    // MARK: Tests from which some players do not recover

    func stop() async -> [Finding] {
        player.forget()
        guard hadTrack else {
            _ = try? await player.call("Stop")
            await player.listen()
            let isTold = player.hasAnnounced("PlaybackStatus")
            return [Finding("Player.Stop", "has no effect while nothing is playing", isTold ? .failed : .ok)]
        }
        let point = "stops, and signals it"
        guard isThorough else {
            return [
                Finding(
                    "Player.Stop", point, .skipped, "some players forget what they played; use --thorough to test it")
            ]
        }
        let start = await player.position() ?? .zero
        undo.add("Stop") {
            _ = try? await player.call("Play")
            _ = await reaches("Playing")
            await go(to: start)
            await resume()
        }
        _ = try? await player.call("Stop")
        let isStopped = await reaches("Stopped")
        let isTold = await player.wait { player.announced.contains { $0["PlaybackStatus"]?.stringValue == "Stopped" } }
        await undo.undo("Stop")
        return [
            Finding(
                "Player.Stop", point, isStopped && isTold ? .ok : .failed,
                isStopped ? isTold ? "" : "it is not signalled" : "it is not Stopped")
        ]
    }

    func address() async -> [Finding] {
        let point = "of an unknown scheme is an error and has no effect"
        guard isThorough else {
            return [
                Finding(
                    "Player.OpenUri", point, .skipped, "some players drop what they play; use --thorough to test it")
            ]
        }
        let id = await trackID()
        var isRefused = false
        do {
            _ = try await player.call("OpenUri", [.string("oncue-doctor-none:nothing")])
        } catch {
            isRefused = true
        }
        await player.listen()
        let isSame = await trackID() == id
        let verdict: ConformanceReport.Verdict = isSame ? isRefused ? .ok : .warning : .failed
        return [
            Finding(
                "Player.OpenUri", point, verdict,
                isSame ? isRefused ? "" : "it reports success" : "the current track changed")
        ]
    }
}
