// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

/// One connection that loads a remote file from an offset on, as fast as it is read.
@MediaActor
final class RemoteConnection {
    /// The number of bytes requested after a jump: one may lead to the next, as readers search for a position.
    static let firstLength = 128 << 10
    /// The length from which everything to the end is requested.
    private static let longestLength = 1 << 20

    /// The offset of the byte that comes next.
    private(set) var offset: Int
    private(set) var isOver = false
    private(set) var isPaused = false
    /// The number of bytes of one request; `nil` for all to the end.
    private var length: Int?
    private var left: Int?
    private let line: RemoteLine
    private let end = ExchangeEnd()
    private var exchange: (any RemoteBody)?
    private var station: StationMetadata?
    private var resumption: CheckedContinuation<Void, Never>?
    private var task: Task<Void, Never>?

    init(_ line: RemoteLine, at offset: Int, length: Int?) {
        (self.line, self.offset, self.length) = (line, offset, length)
    }

    /// Sends the request and checks that the answer begins where it should.
    func connect() async throws(HTTPError) -> HTTPHead {
        let (exchange, head) = try await line.answer(at: offset, length: length, end)
        if head.status == 416, offset > 0 { line.window.shorten(to: head.allBytes ?? offset) }
        guard (200..<300).contains(head.status) else { throw HTTPError(status: head.status, of: line.address) }
        if offset > 0, head.range?.start != offset {
            // The whole file in place of a part: it was changed, or the server only claims to know parts.
            let isChanged = line.mark != nil && head.status == 200
            throw HTTPError(
                isChanged ? .changed : .cannotJump,
                isChanged
                    ? "\(line.address) was changed on its server meanwhile; play it again"
                    : "\(line.address) can only be read from its beginning")
        }
        station = head.fields["icy-metaint"].flatMap { Int($0) }.flatMap { StationMetadata(interval: $0) }
        left = head.range.map { $0.end - $0.start + 1 } ?? head.promisedBytes
        if head.fields["content-encoding"] != nil { left = nil }
        self.exchange = exchange
        return head
    }

    /// Reads until all has come, or it is closed.
    func run() {
        task = Task { await self.work() }
    }

    private func work() async {
        defer { end.finish() }
        do throws(HTTPError) {
            while !isOver {
                if exchange == nil {
                    let head = try await connect()
                    if isOver { return }
                    line.note(head, at: offset)
                }
                while !isOver, let piece = try await exchange?.read() {
                    if isOver { return }
                    take(piece)
                    await waitForRoom()
                }
                if isOver { return }
                if let left, left > 0 {
                    throw HTTPError(.cutOff, "\(line.address) ended before everything was there")
                }
                guard goesOn() else { break }
            }
            isOver = true
            line.finished(self, isWhole: length == nil)
        } catch {
            guard !isOver else { return }
            isOver = true
            line.failed(self, error)
        }
    }

    /// Prepares the next part of a request in parts; returns `false` if everything was requested.
    private func goesOn() -> Bool {
        exchange = nil
        guard let length, let size = line.facts?.size, offset < size else { return false }
        self.length = length * 2 < Self.longestLength ? length * 2 : nil
        return true
    }

    private func take(_ piece: [UInt8]) {
        left = left.map { $0 - piece.count }
        guard station != nil else {
            line.window.add(piece, at: offset)
            offset += piece.count
            return line.arrived()
        }
        let sound = station?.take(piece) ?? StationMetadata.Split()
        for found in sound.titles { line.window.add(title: found.title, at: offset + found.offset) }
        line.window.add(sound.bytes, at: offset)
        offset += sound.bytes.count
        line.arrived()
    }

    private func waitForRoom() async {
        while !isOver, !line.window.wants(offset) {
            isPaused = true
            line.paused()
            await withCheckedContinuation { resumption = $0 }
        }
    }

    func goOn() {
        isPaused = false
        resumption?.resume()
        resumption = nil
        line.tellRunning()
    }

    /// Ends it, without notifying the line.
    func close() {
        isOver = true
        end.end(HTTPError(.cancelled, "reading \(line.address) was cancelled"))
        resumption?.resume()
        resumption = nil
        exchange = nil
    }
}
