// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueInterface
internal import OnCuePhrases

/// Short forms of ``JSONQuantity``.
extension JSONValue {
    static func strings(_ texts: [String]) -> JSONValue { JSONQuantity.strings(texts) }

    static func string(filled text: String?) -> JSONValue { JSONQuantity.string(filled: text) }

    /// Returns a complete listing as an object, with the keys of all listings: `total`, `offset` and `items`.
    static func listing(_ items: [JSONValue]) -> JSONValue {
        ["total": .int(items.count), "offset": .int(0), "items": .array(items)]
    }

    static func seconds(_ duration: Duration?) -> JSONValue { JSONQuantity.seconds(duration) }

    static func number(_ number: UInt64?) -> JSONValue { JSONQuantity.number(number) }

    static func rounded(_ number: Double, places: Int) -> JSONValue { JSONQuantity.rounded(number, places: places) }
}

extension WireForm {
    /// The value as shown by `--json`, with the fields of its form.
    var json: JSONValue { FormJSON.shown(self) }

    /// Returns the value as shown by `--json`, with some fields in another form.
    ///
    /// - Parameter number: The number of the value in a list, as its first key.
    func json(number: Int? = nil, _ ways: KeyValuePairs<String, FormJSON.Way>) -> JSONValue {
        let members = FormJSON.shownMembers(self, ways)
        return .object((number.map { [JSONValue.Member("number", .int($0))] } ?? []) + members)
    }
}
