// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
package import OnCueCore

/// A request of a Snapcast server to the plugin of a stream: JSON-RPC 2.0, one message per line.
package enum PluginRequest: Sendable, Equatable {
    /// The server asks for the current entry and the available commands.
    case properties(JSONValue)
    /// The server asks for commands to be performed; there are none if nothing needs to change.
    case perform(JSONValue, [PlaybackCommand])
    /// The request is invalid; it is answered with this error code and message.
    case refuse(JSONValue, code: Int, String)

    private static let prefix = "Plugin.Stream.Player."

    /// Reads a line; `nil` if it needs no answer, because it is a notification or not a message.
    ///
    /// - Complexity: linear in the size of the line.
    package init?(_ line: [UInt8]) {
        guard let text = String(validating: line, as: UTF8.self),
            let value = try? JSONValue(parsing: text, maximumDepth: 16, allowsRepeatedNames: true),
            let method = value["method"]?.stringValue, let id = value["id"]
        else { return nil }
        let parameters = value["params"]
        switch method {
        case Self.prefix + "GetProperties": self = .properties(id)
        case Self.prefix + "Control":
            guard let command = Self.command(parameters) else {
                self = .refuse(id, code: -32602, "expected a command with its parameters")
                return
            }
            self = .perform(id, [command])
        case Self.prefix + "SetProperty":
            guard case .object(let members) = parameters, let commands = Self.changes(members) else {
                self = .refuse(id, code: -32602, "expected a property that can be set, with its value")
                return
            }
            self = .perform(id, commands)
        default: self = .refuse(id, code: -32601, "Method not found")
        }
    }

    private static func command(_ parameters: JSONValue?) -> PlaybackCommand? {
        let inner = parameters?["params"]
        switch parameters?["command"]?.stringValue {
        case "play": return .resume
        case "pause": return .pause
        case "playPause": return .toggle
        case "stop": return .stop
        case "next": return .next
        case "previous": return .previous
        case "seek": return time(inner?["offset"]).map(PlaybackCommand.seekBy)
        case "setPosition": return time(inner?["position"]).map { .seek(to: max(.zero, $0)) }
        default: return nil
        }
    }

    /// Reads a time in seconds; `nil` if it is longer than about a century.
    private static func time(_ value: JSONValue?) -> Duration? {
        guard let seconds = value?.doubleValue, abs(seconds) < 4e9 else { return nil }
        return .milliseconds(Int64((seconds * 1000).rounded()))
    }

    private static func changes(_ members: [JSONValue.Member]) -> [PlaybackCommand]? {
        var commands: [PlaybackCommand] = []
        for member in members {
            switch (member.name, member.value) {
            case ("shuffle", .bool(let isOn)): commands.append(.setShuffleMode(isOn ? .tracks : .off))
            case ("loopStatus", "none"): commands.append(.setRepeatMode(.off))
            case ("loopStatus", "track"): commands.append(.setRepeatMode(.one))
            case ("loopStatus", "playlist"): commands.append(.setRepeatMode(.all))
            case ("mute", .bool(let isMuted)): commands.append(.setMuted(isMuted))
            case ("volume", let value):
                guard let percent = value.doubleValue else { return nil }
                commands.append(.setVolume(min(max(percent / 100, 0), 1)))
            case ("rate", let value):
                guard let rate = value.doubleValue, (0.1...10).contains(rate) else { return nil }
                commands.append(.setRate(rate))
            default: return nil
            }
        }
        return commands.isEmpty ? nil : commands
    }

    // MARK: Answers

    /// Returns the answer to a request that succeeded.
    package static func answer(_ id: JSONValue, _ result: JSONValue) -> String {
        JSONValue.object([.init("jsonrpc", "2.0"), .init("id", id), .init("result", result)]).text()
    }

    /// Returns the answer to a request that failed.
    package static func failure(_ id: JSONValue, code: Int, _ message: String) -> String {
        let error: JSONValue = ["code": .int(code), "message": .string(message)]
        return JSONValue.object([.init("jsonrpc", "2.0"), .init("id", id), .init("error", error)]).text()
    }

    /// The message that tells the server that the plugin is ready for requests.
    package static var ready: String {
        let message: JSONValue = ["jsonrpc": "2.0", "method": "Plugin.Stream.Ready"]
        return message.text()
    }
}
