// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import OnCueCore
internal import OnCueRuntime
internal import TagReading

/// Finds pictures for media that have none.
package protocol CoverFinding: Sendable {
    /// Returns a local file with the picture. Its content is untrusted, and it may be removed if it is not requested
    /// for a long time.
    ///
    /// - Parameter asks: Whether servers may be asked, which takes time.
    func cover(ofFileAt path: [UInt8], asks: Bool) async -> [UInt8]?
}

/// Covers from a server with the interface of the Cover Art Archive, found by the MusicBrainz release in the tags.
package actor WebCovers: CoverFinding {
    private nonisolated let executor = BlockingExecutor(label: "oncue.covers", qos: .utility)
    private let tags: TagSource
    private let server: WebServer

    /// - Parameter server: A server whose accepted answers are pictures.
    package init(tags: TagSource, server: WebServer) {
        (self.tags, self.server) = (tags, server)
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package func cover(ofFileAt path: [UInt8], asks: Bool) async -> [UInt8]? {
        guard await server.isOn, let release = (try? tags.read(path))?.musicBrainz.release, Self.isIdentifier(release),
            case .file(let file) = await server.find("/release/\(release.lowercased())/front-500", asks: asks)
        else { return nil }
        return Array(file.utf8)
    }

    /// Whether data is a picture.
    package static func isPicture(_ bytes: [UInt8]) -> Bool { PictureFormat(bytes) != nil }

    /// Returns whether a text is a UUID, so that tags cannot ask for anything else.
    private static func isIdentifier(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.map(\.count) == [8, 4, 4, 4, 12]
            && parts.joined().allSatisfy { byte in
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
                    || UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte
            }
    }
}
