// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
package import OnCueCore
package import OnCueInterface

/// A request of a paired machine for shared content, as a message: one line of JSON, answered by one line.
///
/// ```
/// {"do":"shares"}                                             {"answer":{"files":true,"library":false}}
/// {"do":"file","track":"7q2mbk4d7x2c","from":0,"count":262144}
///                                       {"answer":{"size":5291230,"version":"…","kind":"flac","piece":"ZkxhQ…"}}
/// ```
///
/// Paths are never used: a track is named by the key that it has in the library of the machine that is asked.
package enum SharedStep: Sendable, Equatable {
    /// The longest line of such a step in bytes.
    package static let longestLine = 4_096
    /// The largest picture in bytes.
    package static let pictureLimit = 1 << 20

    /// Asks which parts are shared.
    case shares
    /// Asks for a piece of a track's file.
    case file(StableKey, from: Int, count: Int)
    /// Asks for some children of an item of the library; `nil` for the top level.
    case browse(ContentIdentifier?, from: Int, count: Int)
    /// Asks for an item of the library.
    case item(ContentIdentifier)
    /// Asks for the picture of an item of the library.
    case picture(ContentIdentifier)
}

/// The parts that a machine shares with paired machines.
package struct SharedParts: Sendable, Equatable {
    package var files: Bool
    package var library: Bool

    package init(files: Bool, library: Bool) { (self.files, self.library) = (files, library) }
}

/// A piece of a file.
package struct FilePiece: Sendable, Equatable {
    /// The largest number of bytes in one piece: small enough that other messages are not delayed, and large enough
    /// that the round trip hardly matters.
    package static let longest = 256 << 10
    /// The longest ``version`` in bytes.
    package static let versionLimit = 64
    /// The longest ``kind`` in bytes.
    private static let kindLimit = 8

    /// The size of the whole file in bytes.
    package var size: Int
    /// The version, which changes when the file changes.
    package var version: String
    /// The extension of the file's name in lower case, such as `flac`; empty if there is none.
    package var kind: String
    package var bytes: [UInt8]

    package init(size: Int, version: String, kind: String = "", bytes: [UInt8]) {
        (self.size, self.version, self.kind, self.bytes) = (size, version, kind, bytes)
    }

    /// Returns the kind of a file with a path.
    package static func kind(of path: [UInt8]) -> String {
        let name = path.split(separator: UInt8(ascii: "/")).last ?? []
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return kind(String(decoding: name[(dot + 1)...], as: UTF8.self)) ?? ""
    }

    private static func kind(_ text: String) -> String? {
        let text = text.lowercased()
        let isKind = text.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        return isKind && text.utf8.count <= kindLimit ? text : nil
    }

    package var json: JSONValue {
        [
            "size": .int(size), "version": .string(version), "kind": .string(kind),
            "piece": .string(PieceText.text(bytes)),
        ]
    }

    /// Reads a piece that was requested from `offset` on; `nil` if it is incomplete, is longer or shorter than
    /// required, or has a size that no file has.
    package init?(json: JSONValue, at offset: Int, count: Int) {
        guard let size = json["size"]?.intValue, size > 0, size < 1 << 50, offset < size,
            let version = json["version"]?.stringValue, !version.isEmpty, version.utf8.count <= Self.versionLimit,
            let kind = json["kind"]?.stringValue.flatMap(Self.kind), let text = json["piece"]?.stringValue
        else { return nil }
        let expected = min(count, size - offset)
        guard let bytes = PieceText.bytes(text, limit: expected), bytes.count == expected else { return nil }
        self.init(size: size, version: version, kind: kind, bytes: bytes)
    }
}

/// Answers paired machines, for the parts that the user here has switched on.
package protocol MediaSharing: Sendable {
    func shares() async -> SharedParts

    /// Returns some bytes of the file of a track in the library; fewer at its end.
    ///
    /// - Parameters:
    ///   - offset: The offset in bytes, 0 or more.
    ///   - count: The number of bytes, 1 to ``FilePiece/longest``.
    /// - Throws: `refused` if files are not shared; `notFound` if the track is not in the library or not a regular file
    ///   in its folders, or if the offset is past the end of the file.
    func piece(of track: StableKey, from offset: Int, count: Int) async throws(ServiceError) -> FilePiece

    /// Returns some children of an item that ``SharedTree`` shows; `nil` for the top level.
    ///
    /// - Parameters:
    ///   - offset: The number of children to skip, 0 or more.
    ///   - count: The number of children, 1 to ``SharedRows/longest``.
    /// - Throws: `refused` if the library is not shared; `notFound`.
    func rows(of item: ContentIdentifier?, from offset: Int, count: Int) async throws(ServiceError) -> SharedRows

    /// Returns an item that ``SharedTree`` shows.
    ///
    /// - Throws: `refused` if the library is not shared; `notFound`.
    func row(of item: ContentIdentifier) async throws(ServiceError) -> SharedRow

    /// Returns the picture of an item that ``SharedTree`` shows, at most ``SharedStep/pictureLimit`` bytes.
    ///
    /// - Throws: `refused` if the library is not shared; `notFound`.
    func picture(of item: ContentIdentifier) async throws(ServiceError) -> [UInt8]
}

// MARK: Lines

extension SharedStep {
    package var line: String {
        switch self {
        case .shares: JSONValue.object([.init("do", "shares")]).text()
        case .file(let track, let offset, let count):
            JSONValue.object([
                .init("do", "file"), .init("track", .string(track.text)), .init("from", .int(offset)),
                .init("count", .int(count)),
            ]).text()
        case .browse(let item, let offset, let count):
            JSONValue.object([
                .init("do", "browse"), .init("of", .string(item?.description ?? "")), .init("from", .int(offset)),
                .init("count", .int(count)),
            ]).text()
        case .item(let item): JSONValue.object([.init("do", "item"), .init("of", .string(item.description))]).text()
        case .picture(let item):
            JSONValue.object([.init("do", "picture"), .init("of", .string(item.description))]).text()
        }
    }

    /// Reads a step.
    ///
    /// - Returns: `nil` if the message is a step of another kind.
    /// - Throws: `invalidValue`, with a message that explains what is wrong.
    package init?(json: JSONValue) throws(ServiceError) {
        switch json["do"]?.stringValue {
        case "shares": self = .shares
        case "file":
            guard let track = json["track"]?.stringValue.flatMap(StableKey.init(text:)) else {
                throw ServiceError(
                    .invalidValue, "\"track\" is missing, or is not the key of a track; paths are not accepted")
            }
            let (offset, count) = try Self.stretch(json, longest: FilePiece.longest)
            self = .file(track, from: offset, count: count)
        case "browse":
            let (offset, count) = try Self.stretch(json, longest: SharedRows.longest)
            self = .browse(json["of"]?.stringValue == "" ? nil : try Self.item(json), from: offset, count: count)
        case "item": self = .item(try Self.item(json))
        case "picture": self = .picture(try Self.item(json))
        default: return nil
        }
    }

    private static func stretch(_ json: JSONValue, longest: Int) throws(ServiceError) -> (offset: Int, count: Int) {
        guard let offset = json["from"]?.intValue, offset >= 0, let count = json["count"]?.intValue,
            (1...longest).contains(count)
        else { throw ServiceError(.invalidValue, "\"from\" must be 0 or more, and \"count\" 1 to \(longest)") }
        return (offset, count)
    }

    private static func item(_ json: JSONValue) throws(ServiceError) -> ContentIdentifier {
        guard let item = json["of"]?.stringValue.flatMap(ContentIdentifier.init) else {
            throw ServiceError(.invalidValue, "\"of\" is missing, or is not an identifier")
        }
        guard SharedTree.shows(item) else { throw ServiceError(.notFound, "\(item.kind.rawValue) is not shared") }
        return item
    }

    /// Carries out a step, and returns the line that answers it. No input makes it trap.
    ///
    /// - Returns: `nil` if the line is not such a step.
    package static func answer(to line: String, by sharing: some MediaSharing) async -> String? {
        guard line.utf8.count <= longestLine, let json = try? JSONValue(parsing: line) else { return nil }
        do throws(ServiceError) {
            guard let step = try SharedStep(json: json) else { return nil }
            return JSONValue.object([.init("answer", try await step.answer(by: sharing))]).text()
        } catch { return HandoffStep.line(error) }
    }

    private func answer(by sharing: some MediaSharing) async throws(ServiceError) -> JSONValue {
        switch self {
        case .shares:
            let parts = await sharing.shares()
            return ["files": .bool(parts.files), "library": .bool(parts.library)]
        case .file(let track, let offset, let count):
            return try await sharing.piece(of: track, from: offset, count: count).json
        case .browse(let item, let offset, let count):
            return try await sharing.rows(of: item, from: offset, count: count).json
        case .item(let item): return try await sharing.row(of: item).json
        case .picture(let item):
            return ["picture": .string(PieceText.text(try await sharing.picture(of: item)))]
        }
    }
}

extension SharedParts {
    /// Reads an answer; `nil` if anything is missing.
    package init?(json: JSONValue) {
        guard let files = json["files"]?.boolValue, let library = json["library"]?.boolValue else { return nil }
        self.init(files: files, library: library)
    }
}
