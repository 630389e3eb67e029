// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime
internal import WebAccess
internal import WebInterface
internal import WebServing

/// Pages that play the queue: their reports, their instructions, and the bytes that they play.
@MediaActor
final class PlayingHere {
    private let service: OnCueConnection
    /// Called when pages may have something else to do.
    var onChange: (@MediaActor () -> Void)?
    private var following: Task<Void, Never>?
    /// The devices whose pages may play, and until when this is assumed.
    private var devices: [String: ContinuousClock.Instant] = [:]

    /// The time without a report from pages after which the service is no longer followed for them.
    private static let rest: Duration = .seconds(180)

    init(_ service: OnCueConnection) { self.service = service }

    /// Returns the output of a device, which a page cannot choose.
    private static func output(of device: WebDevice) -> String { "browser:" + device.hash.prefix(16) }

    /// Passes a page's report to the service, and returns the instructions for the page.
    func follow(_ request: HereRequest, of device: WebDevice) async throws -> HereReply {
        let output = Self.output(of: device)
        let isLeaving = request.isLeaving == true
        if !isLeaving { devices[output] = .now + Self.rest }
        listen()
        let wish = try await service.followBrowser(request.page(output, title: device.name))
        // Another page of the device may have taken over before this one left.
        if isLeaving, !wish.isReplaced { devices[output] = nil }
        return HereReply(output, wish)
    }

    private func listen() {
        guard following == nil, !devices.isEmpty else { return }
        following = Task { [service] in
            for await _ in service.browserUpdates() { self.tell() }
        }
    }

    private func tell() {
        devices = devices.filter { $0.value > .now }
        if devices.isEmpty {
            following?.cancel()
            following = nil
        } else {
            onChange?()
        }
    }

    // MARK: Media

    /// A medium that the page of a device is to play, or a part of it.
    func medium(_ name: String, _ head: WebRequestHead, of device: WebDevice) async throws -> WebAnswer {
        let (output, range) = (Self.output(of: device), ByteRange(head.range))
        func read(_ offset: UInt64, _ length: Int = MediaPiece.limit) async throws -> MediaPiece {
            try await service.browserMedium(BrowserPart(output, name, offset: offset, length: length))
        }
        var fields = ["Cache-Control": "no-store"]
        // Most requests are for everything from a byte on, and the first piece is the beginning of the answer.
        var start: UInt64 = 0
        if case .from(let first, _) = range { start = first }
        var piece = try await read(start, head.method == "HEAD" ? 1 : MediaPiece.limit)
        guard let size = piece.size else {
            var place = UInt64(piece.bytes.count)
            return WebAnswer(200, type: piece.type, body: piece.bytes, fields: fields) {
                guard let next = try? await read(place) else { return nil }
                place += UInt64(next.bytes.count)
                return next.bytes
            }
        }
        fields["Accept-Ranges"] = "bytes"
        guard let part = range.map({ $0.bytes(of: size) }) ?? 0..<size else {
            fields["Content-Range"] = "bytes */\(size)"
            return WebAnswer(416, type: piece.type, fields: fields)
        }
        if part.lowerBound != start { piece = try await read(part.lowerBound) }
        if range != nil {
            fields["Content-Range"] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
        }
        let first = Array(piece.bytes.prefix(part.count))
        var place = part.lowerBound + UInt64(first.count)
        return WebAnswer(
            range == nil ? 200 : 206, type: piece.type, body: first, fields: fields, length: UInt64(part.count)
        ) {
            guard place < part.upperBound else { return [] }
            guard let next = try? await read(place, Int(min(UInt64(MediaPiece.limit), part.upperBound - place))),
                !next.bytes.isEmpty
            else { return nil }
            place += UInt64(next.bytes.count)
            return next.bytes
        }
    }
}

extension WebAnswer {
    @MediaActor
    fileprivate init(
        _ status: Int, type: String, body: [UInt8], fields: [String: String], length: UInt64? = nil,
        _ read: @escaping @MediaActor () async -> [UInt8]?
    ) {
        self.init(status, type: type, body: body, fields: fields)
        stream = WebStream(length: length, read)
    }
}
