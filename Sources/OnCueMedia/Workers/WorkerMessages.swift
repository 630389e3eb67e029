// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import TagReading

/// The messages to and from workers. Both sides come from one program file, so there is one version.
enum WorkerProtocol {
    static let version: UInt8 = 1
    /// A path has at most 4096 bytes on Linux.
    static let requestLimit = 64 << 10
    static let replyLimit = 1 << 20

    /// The descriptor of a worker's end of the socket.
    static let socket: Int32 = 0
    /// The descriptor at which a worker reports the request that it has begun.
    static let progress: Int32 = 3
}

/// A request for a worker.
enum WorkerRequest {
    case tags(path: [UInt8])
    case artwork(ArtworkJob)
    case chapters(path: [UInt8])
    case lyrics(path: [UInt8])
    /// Everything about a file.
    case file(path: [UInt8])

    private enum Kind: UInt8 {
        case tags = 1
        case artwork = 2
        case chapters = 3
        case lyrics = 4
        case file = 5
    }

    /// - Parameter serial: A number greater than 0, which the reply repeats.
    func write(_ serial: UInt32, to wire: inout WireWriter) {
        wire.putFrame { wire in
            wire.put(WorkerProtocol.version)
            wire.put(serial)
            switch self {
            case .tags(let path):
                wire.put(Kind.tags.rawValue)
                wire.put(blob: path)
            case .artwork(let job):
                wire.put(Kind.artwork.rawValue)
                job.write(to: &wire)
            case .chapters(let path):
                wire.put(Kind.chapters.rawValue)
                wire.put(blob: path)
            case .lyrics(let path):
                wire.put(Kind.lyrics.rawValue)
                wire.put(blob: path)
            case .file(let path):
                wire.put(Kind.file.rawValue)
                wire.put(blob: path)
            }
        }
    }

    /// Reads a request from a message; `nil` if it is malformed.
    static func read(_ wire: inout WireReader) -> (serial: UInt32, request: WorkerRequest)? {
        guard wire.byte() == WorkerProtocol.version else { return nil }
        let serial: UInt32 = wire.number()
        guard let kind = Kind(rawValue: wire.byte()) else { return nil }
        let request: WorkerRequest
        switch kind {
        case .tags: request = .tags(path: Array(wire.blob()))
        case .chapters: request = .chapters(path: Array(wire.blob()))
        case .lyrics: request = .lyrics(path: Array(wire.blob()))
        case .file: request = .file(path: Array(wire.blob()))
        case .artwork:
            guard let job = ArtworkJob(&wire) else { return nil }
            request = .artwork(job)
        }
        return wire.isBroken ? nil : (serial, request)
    }
}

/// The reply of a worker.
enum WorkerReply {
    case tags(FileTags)
    case failure(TagReadError)
    /// The name of the file in the cache, or `nil` if there is no picture.
    case artwork(name: String?)
    /// The chapters, or `nil` if the file cannot be opened.
    case chapters(ChapterList?)
    case lyrics(LyricsTexts)
    case file(FileFacts)

    private enum Kind: UInt8 {
        case tags = 1
        case failure = 2
        case artwork = 3
        case chapters = 4
        case lyrics = 5
        case file = 6
    }

    func write(_ serial: UInt32, to wire: inout WireWriter) {
        wire.putFrame { wire in
            wire.put(WorkerProtocol.version)
            wire.put(serial)
            switch self {
            case .tags(let tags):
                wire.put(Kind.tags.rawValue)
                tags.write(to: &wire)
            case .failure(let error):
                wire.put(Kind.failure.rawValue)
                wire.put(text: error.code.name)
                wire.put(blob: error.path)
                wire.put(text: error.reason)
            case .artwork(let name):
                wire.put(Kind.artwork.rawValue)
                wire.put(text: name ?? "")
            case .chapters(let list):
                wire.put(Kind.chapters.rawValue)
                wire.put(list)
            case .lyrics(let texts):
                wire.put(Kind.lyrics.rawValue)
                for text in [texts.beside, texts.embedded] { wire.put(blob: Array((text ?? "").utf8)) }
            case .file(let facts):
                wire.put(Kind.file.rawValue)
                facts.write(to: &wire)
            }
        }
    }

    /// Reads a reply from a message; `nil` if it is malformed.
    static func read(_ wire: inout WireReader) -> (serial: UInt32, reply: WorkerReply)? {
        guard wire.byte() == WorkerProtocol.version else { return nil }
        let serial: UInt32 = wire.number()
        guard let kind = Kind(rawValue: wire.byte()) else { return nil }
        switch kind {
        case .tags: return FileTags(&wire).map { (serial, .tags($0)) }
        case .failure:
            let code = TagReadError.Code(name: wire.text())
            let error = TagReadError(code: code, path: Array(wire.blob()), reason: wire.text())
            return wire.isBroken ? nil : (serial, .failure(error))
        case .artwork:
            let name = wire.text()
            // A name that leads out of the folder is not accepted.
            guard !wire.isBroken, !name.contains("/"), !name.hasPrefix(".") else { return nil }
            return (serial, .artwork(name: name.isEmpty ? nil : name))
        case .chapters:
            let list = wire.chapters()
            return wire.isBroken || !wire.isAtEnd ? nil : (serial, .chapters(list))
        case .lyrics:
            let texts = [wire.text(), wire.text()].map { $0.isEmpty ? nil : $0 }
            guard !wire.isBroken, wire.isAtEnd else { return nil }
            return (serial, .lyrics(LyricsTexts(beside: texts[0], embedded: texts[1])))
        case .file: return FileFacts(&wire).map { (serial, .file($0)) }
        }
    }
}

extension ArtworkJob {
    fileprivate func write(to wire: inout WireWriter) {
        switch source {
        case .embedded(let path):
            wire.put(UInt8(1))
            wire.put(blob: path)
        case .file(let path):
            wire.put(UInt8(2))
            wire.put(blob: path)
        case .generated(let seed):
            wire.put(UInt8(3))
            wire.put(seed)
        }
        wire.put(UInt32(side))
        wire.put(blob: Array(folder.utf8))
    }

    fileprivate init?(_ wire: inout WireReader) {
        let source: Source
        switch wire.byte() {
        case 1: source = .embedded(Array(wire.blob()))
        case 2: source = .file(Array(wire.blob()))
        case 3: source = .generated(wire.number())
        default: return nil
        }
        let side = Int(wire.number(UInt32.self))
        self.init(source: source, side: side, folder: wire.text())
        guard !wire.isBroken else { return nil }
    }
}
