// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The action for a URI that a desktop hands over.
enum OpenedAddress: Equatable {
    case play(MediaLocation)
    /// The address of a feed, by its scheme or its suffix.
    case subscribe(String)
    /// A file with a list of feeds.
    case importFeeds(MediaLocation)

    private static let feedSchemes = ["feed", "pcast", "itpc", "podcast"]
    private static let feedSuffixes = [".rss", ".atom", ".rdf"]

    /// - Returns: `nil` for a URI that OnCue cannot open.
    init?(_ uri: String) {
        if let colon = uri.firstIndex(of: ":"), Self.feedSchemes.contains(uri[..<colon].lowercased()) {
            self = .subscribe(uri)
            return
        }
        guard let location = MediaLocation(uri: uri), MPRISMedia.schemes.contains(location.scheme) else { return nil }
        let path = uri.prefix { $0 != "?" && $0 != "#" }.lowercased()
        if location.scheme == "file", path.hasSuffix(".opml") {
            self = .importFeeds(location)
        } else if location.scheme != "file", Self.feedSuffixes.contains(where: path.hasSuffix) {
            self = .subscribe(uri)
        } else {
            self = .play(location)
        }
    }
}
