// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// The hint below a listing that is empty or incomplete.
enum ListingHint {
    /// - Parameter pageSize: The page size, if pages were requested.
    static func tell(
        _ listing: ContentListing, place: String, pageSize: Int? = nil, _ context: CommandContext
    ) async {
        let end = listing.offset + listing.items.count
        if listing.total == 0 {
            let title = listing.container?.title ?? ""
            context.console.tell(
                (title.isEmpty ? place : title) + " is empty"
                    + (await reading(listing, context) ?? advice(listing.container)))
        } else if listing.items.isEmpty {
            let pages = pageSize.map { " on \(ContentPhrase.count((listing.total + $0 - 1) / $0, "page"))" } ?? ""
            context.console.tell("There are only \(listing.total) items here" + pages)
        } else if let pageSize {
            let page = listing.offset / pageSize + 1
            let pages = (listing.total + pageSize - 1) / pageSize
            let more = end < listing.total ? "; --page \(page + 1) shows more" : ""
            context.console.tell("Page \(page) of \(pages)" + more)
        } else if end < listing.total, context.console.dataScreen.isTerminal {
            context.console.tell("\(end) of \(listing.total); --offset \(end) shows more")
        }
    }

    /// Returns the note that a part of the library is empty because it is still being read.
    private static func reading(_ listing: ContentListing, _ context: CommandContext) async -> String? {
        guard ContentSection(ContentIdentifier(listing.container?.identifier ?? "") ?? .root) != nil,
            let library = try? await context.service.libraryStatus()
        else { return nil }
        return LibraryView.reading(library).map { "; " + $0 }
    }

    /// Returns the command that fills an empty place; empty if it fills by itself.
    private static func advice(_ container: ContentRecord?) -> String {
        guard let container = container.flatMap({ ContentIdentifier($0.identifier) }) else { return "" }
        return switch RootBranch(container) {
        case .podcasts: "; oncue podcast add URL subscribes to one"
        case .radio: "; oncue radio add NAME URL adds a station"
        case .playlists: "; oncue playlist create NAME makes one"
        case .forYou, .library, nil:
            container.kind == .root || container.kind == .section ? "; oncue library add DIR adds music" : ""
        }
    }
}
