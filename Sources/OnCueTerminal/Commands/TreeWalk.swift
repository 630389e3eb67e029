// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// Some of the children of a container, each with some of its own.
struct ContentBranchRows: Sendable, Equatable {
    struct Node: Sendable, Equatable {
        var record: ContentRecord
        /// `nil` if they are not shown.
        var children: ContentBranchRows?
    }

    var nodes: [Node]
    /// The number of further children; 0 if these are all.
    var missing: Int
}

/// Reads a part of the content tree, limited in breadth, depth and number.
struct TreeWalk {
    /// The most levels.
    static let deepest = 8
    /// The most items in one tree.
    static let largest = 10_000

    let service: any MediaServiceClient
    /// The most children of one container.
    let limit: Int
    private var count = 0
    /// All items that were read, in the order of reading.
    private(set) var items: [ContentRecord] = []

    init(service: any MediaServiceClient, limit: Int) {
        self.service = service
        self.limit = limit
    }

    /// Reads the items below a listing.
    ///
    /// - Parameter depth: The number of levels, including the listing.
    mutating func tree(_ listing: ContentListing, depth: Int) async throws(ClientError) -> ContentBranchRows {
        let items = listing.items.prefix(max(0, Self.largest - count))
        count += items.count
        self.items += items
        var branch = ContentBranchRows(nodes: [], missing: listing.total - listing.offset - items.count)
        for item in items {
            var node = ContentBranchRows.Node(record: item)
            if depth > 1, item.isContainer, !item.isUnavailable, count < Self.largest {
                node.children = try await children(of: item, at: listing.revision, depth: depth - 1)
            }
            branch.nodes.append(node)
        }
        return branch
    }

    /// - Returns: `nil` for a container that can no longer be opened.
    private mutating func children(
        of item: ContentRecord, at revision: ContentTree.Revision, depth: Int
    ) async throws(ClientError) -> ContentBranchRows? {
        do throws(ClientError) {
            let listing = try await listing(of: item, at: revision)
            return try await tree(listing, depth: depth)
        } catch {
            guard [.notFound, .notContainer, .providerUnavailable, .unreadable].contains(error.code) else {
                throw error
            }
            return nil
        }
    }

    /// Lists a container by its position if it has one, which gives the children positions as well; by its identifier
    /// if it has moved.
    private func listing(
        of item: ContentRecord, at revision: ContentTree.Revision
    ) async throws(ClientError) -> ContentListing {
        let size = min(limit, PageLimit.largest)
        if let path = item.path {
            // Positions at the top have no revision.
            let place = path.dropFirst().contains("/") ? "\(path)@\(revision)" : path
            do throws(ClientError) {
                return try await service.children(of: place, offset: 0, limit: size)
            } catch {
                guard error.code == .staleIndexPath else { throw error }
            }
        }
        return try await service.children(of: item.identifier, offset: 0, limit: size)
    }
}
