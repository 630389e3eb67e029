// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib

/// What a request to play or to enqueue came to.
package struct PlayedContent: Sendable, Equatable {
    package var title: String
    package var subtitle: String
    /// Usually the name of a `ContentKind`.
    package var kind: String
    /// Number of entries that the queue got.
    package var count: Int
    /// Index of the first of them in the queue.
    package var position: Int
    /// Number of entries of the whole queue, where that was told.
    package var total: Int?
    package var naming = PlaceNaming.place
    /// Another item that could have been meant.
    package var runnerUp: ContentRecord?
    /// Why some of several places were left out, by their number from 0.
    package var failures: [Int: ClientError] = [:]
    /// Where it goes on, when it was left in the middle before.
    package var resumedAt: Duration?
    /// The title of the output, when it was never used before and so begins with a limited volume.
    package var newOutput: String?

    package init(title: String, subtitle: String = "", kind: String = "", count: Int, position: Int = 0) {
        self.title = title
        self.subtitle = subtitle
        self.kind = kind
        self.count = count
        self.position = position
    }
}

extension PlayedContent {
    init(_ wire: WireDictionary) {
        self.init(
            title: wire.text("title") ?? "", subtitle: wire.text("subtitle") ?? "", kind: wire.text("kind") ?? "",
            count: wire.count("count") ?? 0, position: wire.count("position") ?? 0)
        total = wire.count("total")
        naming = PlaceNaming(wire.text("found"))
        runnerUp = ContentRecord(wire.array("runnerUp"))
        for failure in wire.array("failures") {
            guard let members = failure.arrayValue, members.count == 3, let place = members[0].countValue,
                let name = members[1].stringValue, let message = members[2].stringValue
            else { continue }
            failures[place] = ClientError(BusError(name: name, message: message))
        }
        resumedAt = wire.duration("resumedAt")
        newOutput = wire.text("newOutput")
    }
}
