// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The items that a place names: the reply to `Resolve`.
package struct NamedItems: Sendable, Equatable {
    /// One item, unless the place is a query; never empty.
    package var items: [ContentRecord]
    package var naming: ContentNaming
    /// Another item that could have been meant.
    package var runnerUp: ContentRecord?

    package init(_ items: [ContentRecord], by naming: ContentNaming = .place, runnerUp: ContentRecord? = nil) {
        self.items = items
        self.naming = naming
        self.runnerUp = runnerUp
    }
}

extension NamedItems: WireForm {
    package static var blank: NamedItems { NamedItems([]) }

    package mutating func form(_ fields: inout some FieldCoder) {
        var state = State(naming: naming, runnerUp: runnerUp)
        fields("items", &items, .always)
        fields("state", &state)
        (naming, runnerUp) = (state.naming, state.runnerUp)
    }

    /// The keys of `state`.
    package struct State: DictionaryForm {
        fileprivate var naming: ContentNaming
        fileprivate var runnerUp: ContentRecord?

        package static var blank: State { State(naming: .place, runnerUp: nil) }

        package mutating func form(_ fields: inout some FieldCoder) {
            fields.naming(&naming)
            fields("runnerUp", &runnerUp)
        }
    }
}
