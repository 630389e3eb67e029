// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient

/// What to say below a listing that is empty or not complete.
enum ListingHint {
    static func tell(_ listing: ContentListing, place: String, _ context: CommandContext) {
        let end = listing.offset + listing.items.count
        if listing.total == 0 {
            let title = listing.container?.title ?? ""
            context.console.tell((title.isEmpty ? place : title) + " is empty; oncue library add DIR adds music")
        } else if listing.items.isEmpty {
            context.console.tell("There are only \(listing.total) here")
        } else if end < listing.total, context.console.dataScreen.isTerminal {
            context.console.tell("\(end) of \(listing.total); --offset \(end) shows more")
        }
    }
}
