// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import AssistantProtocol
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// Reads the resources of an assistant, and follows their changes.
struct AssistantReader: Sendable {
    /// The largest picture, in bytes.
    static let largestPicture = 512 << 10
    /// The side of a picture in pixels.
    private static let pictureSize = 256

    private static let now = "oncue://now"
    private static let queue = "oncue://queue"
    private static let suggestions = "oncue://suggestions"
    private static let item = "oncue://item/"
    private static let art = "oncue://art/"

    static let resources = [
        AssistantResource(
            uri: now, name: "now", title: "Now playing", description: "What plays, its position and what comes next.",
            mimeType: "application/json"),
        AssistantResource(
            uri: queue, name: "queue", title: "Queue", description: "What plays and the entries after it, at most 50.",
            mimeType: "application/json"),
        AssistantResource(
            uri: suggestions, name: "suggestions", title: "Suggestions",
            description: "What is likely to be wanted now, and why.", mimeType: "application/json"),
    ]

    static let templates = [
        AssistantResourceTemplate(
            uriTemplate: item + "{id}", name: "item", title: "Item",
            description: "An item by its identifier, with the first 50 of what is in it.",
            mimeType: "application/json"),
        AssistantResourceTemplate(
            uriTemplate: art + "{id}", name: "art", title: "Cover",
            description: "The picture of an item by its identifier, in at most 256 by 256 pixels.", mimeType: nil),
    ]

    let service: any CommandService
    let files: LocalFiles

    // MARK: Reading

    /// Returns the outcome of reading a resource.
    func outcome(of uri: String) async -> AssistantReading.Outcome {
        do throws(ClientError) {
            switch uri {
            case Self.now: return Self.json(AssistantJSON.object(try await service.nowPlaying()), uri)
            case Self.queue: return Self.json(AssistantJSON.object(try await queuePage()), uri)
            case Self.suggestions:
                let (found, offer) = (try await service.suggestions(limit: 10), try await service.offer())
                return Self.json(AssistantJSON.object(found, of: offer), uri)
            default:
                if let identifier = Self.identifier(uri, after: Self.item) { return try await item(identifier, uri) }
                if let identifier = Self.identifier(uri, after: Self.art) { return try await picture(identifier, uri) }
                return .notFound
            }
        } catch {
            guard error.code != .notFound, error.code != .invalidPlace else { return .notFound }
            return .failure(AssistantJSON.sentence(error.message))
        }
    }

    private func queuePage() async throws(ClientError) -> QueuePage {
        let current = try await service.nowPlaying().entry?.queueIndex ?? 0
        return try await service.queue(offset: current, limit: AssistantJSON.longestList)
    }

    private func item(_ identifier: String, _ uri: String) async throws(ClientError) -> AssistantReading.Outcome {
        let item = try await service.item(at: identifier).item
        var children: ContentListing?
        if item.isContainer {
            children = try await service.children(of: identifier, offset: 0, limit: AssistantJSON.longestList)
        }
        return Self.json(AssistantJSON.object(item, children: children), uri)
    }

    private func picture(_ identifier: String, _ uri: String) async throws(ClientError) -> AssistantReading.Outcome {
        let location = try await service.artwork(of: identifier, size: Self.pictureSize)
        guard let path = location.filePath else { return .notFound }
        let bytes: [UInt8]
        do throws(CommandFailure) { bytes = try files.bytes(of: path, limit: Self.largestPicture) } catch {
            return .failure("The picture cannot be read: \(AssistantJSON.sentence(error.message))")
        }
        guard let type = Self.mediaType(bytes) else { return .failure("The picture has an unknown format.") }
        return .contents([AssistantContents(uri: uri, mimeType: type, body: .data(bytes))], freshFor: .seconds(3_600))
    }

    private static func mediaType(_ bytes: [UInt8]) -> String? {
        let known: [([UInt8], String)] = [
            ([0x89, 0x50, 0x4E, 0x47], "image/png"), ([0xFF, 0xD8, 0xFF], "image/jpeg"),
            (Array("GIF8".utf8), "image/gif"),
        ]
        return known.first { bytes.starts(with: $0.0) }?.1
    }

    private static func json(_ value: JSONValue, _ uri: String) -> AssistantReading.Outcome {
        .contents(
            [AssistantContents(uri: uri, mimeType: "application/json", body: .text(value.text()))], freshFor: .zero)
    }

    /// Returns the identifier at the end of an address, in which bytes may be written as `%3A`; `nil` if it is not an
    /// identifier.
    private static func identifier(_ uri: String, after start: String) -> String? {
        guard uri.hasPrefix(start) else { return nil }
        var bytes: [UInt8] = []
        var rest = Array(uri.utf8.dropFirst(start.utf8.count))[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            rest = rest.dropFirst(2)
            guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                let decoded = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(decoded)
        }
        return ContentIdentifier(String(decoding: bytes, as: UTF8.self))?.description
    }

    // MARK: Changes

    /// Returns a stream with a value for each change of a resource, or for several changes together; the first value
    /// may be for the present state. It is empty for resources that are not followed. It never starts a daemon, and
    /// ends when its reader stops.
    func changes(of uri: String) -> AsyncStream<Void> {
        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            switch uri {
            case Self.now: await followNow { change.yield() }
            case Self.queue: for await _ in await service.queueUpdates() { change.yield() }
            case Self.suggestions: for await _ in await service.suggestionUpdates() { change.yield() }
            default: break
            }
            change.finish()
        }
        change.onTermination = { _ in task.cancel() }
        return changes
    }

    private func followNow(_ tell: () -> Void) async {
        var last: NowPlayingReport?
        for await update in await service.nowPlayingUpdates() {
            guard case .report(let report) = update else {
                last = nil
                tell()
                continue
            }
            // The same state as before, except for the time that has passed.
            if let last, last.foretells(report, after: last.timePassed(until: report)) { continue }
            last = report
            tell()
        }
    }
}
