// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import OnCueCore
internal import OnCueInterface

extension ContentItem {
    /// The D-Bus signature of a row.
    static var busSignature: String { ContentRecord.signature }

    /// The item as a row of the interface.
    func busRow(path: IndexPath? = nil) -> BusValue { ContentRecord(self, path: path).wire }

    /// Rows, as an array of the bus.
    static func busRows(_ items: some Sequence<ContentItem>) -> BusValue {
        .array(items.map { $0.busRow() }, of: busSignature)
    }
}
