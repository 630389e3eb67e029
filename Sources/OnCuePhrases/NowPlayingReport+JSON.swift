// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
package import OnCueInterface

extension NowPlayingReport {
    /// The object of `oncue now --json`. All keys are always present, with null for unknown values.
    package var json: JSONValue { Self.json(self) }

    /// The object for a daemon that is gone: the status is `unavailable`, everything else is null.
    package static let unavailableJSON = json(nil)

    private static func json(_ now: NowPlayingReport?) -> JSONValue {
        var values: [String: JSONValue] = [:]
        if let now {
            values = FormJSON.shownValues(now)
            values["player"] = .string(now.player)
        } else {
            values["status"] = "unavailable"
        }
        func value(_ field: NowField) -> JSONValue {
            if let part = field.part, now?.untold.contains(part) == true { return .null }
            let value = values[field.source] ?? .null
            return value == .null ? .null : field.way?.applied(to: value) ?? value
        }
        return .object(
            NowField.members.map { member in
                switch member {
                case .value(let field): return .init(String(field.name), value(field))
                case .object(let name, let parts):
                    let members = parts.map { JSONValue.Member(String($0.name), value($0)) }
                    // An object with no known value is itself unknown.
                    return .init(name, members.allSatisfy { $0.value == .null } ? .null : .object(members))
                }
            })
    }
}
