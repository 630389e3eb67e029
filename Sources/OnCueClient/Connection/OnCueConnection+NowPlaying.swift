// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime

extension OnCueConnection {
    package func nowPlaying() async throws(ClientError) -> NowPlayingReport {
        let reply = try await call("GetNowPlaying", of: ServiceNames.nowPlaying)
        guard let info = WireDictionary(reply.first) else { throw .unexpectedAnswer(to: "GetNowPlaying") }
        return NowPlayingReport(info)
    }

    package func nowPlayingUpdates() -> AsyncStream<NowPlayingUpdate> {
        let link = link
        return AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
            let task = Task { @MediaActor in
                await NowPlayingFollower(link: link, updates: continuation).run()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    package func identity() async throws(ClientError) -> ServiceIdentity {
        let reply = try await call(
            "GetAll", of: "org.freedesktop.DBus.Properties", [.string(ServiceNames.service)])
        guard let properties = WireDictionary(reply.first), let version = properties.text("Version") else {
            throw .unexpectedAnswer(to: "GetAll")
        }
        return ServiceIdentity(
            version: version, processIdentifier: properties.count("ProcessIdentifier"),
            isLocked: properties.flag("Locked") ?? false,
            problems: Self.problems(properties.array("ConfigurationProblems")))
    }

    private static func problems(_ values: [BusValue]) -> [ConfigurationProblem] {
        values.compactMap { element in
            guard case .structure(let members) = element, members.count == 3, let line = members[0].countValue,
                case .string(let message) = members[1], case .bool(let isFatal) = members[2]
            else { return nil }
            return ConfigurationProblem(line: line > 0 ? line : nil, message: message, isFatal: isFatal)
        }
    }
}
