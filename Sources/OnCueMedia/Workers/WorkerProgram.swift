// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import MediaChapters
internal import TagReading

/// The other side of ``MediaWorkers``: a process that reads files, which may crash or block it.
///
/// It answers one request after the other and ends when the daemon is gone, even while a file blocks it.
package enum WorkerProgram {
    /// The only word on the command line of a worker.
    package static let argument = "--tag-worker"

    /// The name of the process.
    private static let name = "oncued-worker"

    /// The longest time that replies wait for others, so that few writes carry many of them.
    private static let patience = Duration.milliseconds(20)
    private static let flushSize = 32 << 10

    /// Sets the name of the process, since the program was started by a path that contains no meaningful one.
    private static func takeName() {
        let file = open("/proc/self/comm", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        _ = Array(name.utf8).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    }

    /// Answers requests until the daemon goes away.
    package static func run() -> Never {
        WorkerLimits.apply()
        TagReader.prepareForMany()
        takeName()
        watchDaemon()
        var inbox = WireInbox(limit: WorkerProtocol.requestLimit)
        var replies = WireWriter()
        var lastFlush = ContinuousClock.now
        let size = 64 << 10
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
        while true {
            flush(&replies)
            WorkerLimits.allowMoreTime()
            let count = read(WorkerProtocol.socket, buffer.baseAddress, size)
            guard count > 0 else { _exit(0) }
            inbox.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            lastFlush = .now
            while let (serial, request) = next(&inbox) {
                // The daemon shares the position of this descriptor, and so learns which request ended the process.
                lseek(WorkerProtocol.progress, off_t(serial), SEEK_SET)
                answer(request).write(serial, to: &replies)
                let now = ContinuousClock.now
                if replies.bytes.count >= flushSize || lastFlush.duration(to: now) >= patience {
                    flush(&replies)
                    lastFlush = now
                }
            }
        }
    }

    private static func next(_ inbox: inout WireInbox) -> (serial: UInt32, request: WorkerRequest)? {
        switch inbox.next() {
        case .incomplete: return nil
        case .tooLarge: _exit(1)
        case .message(var wire):
            guard let request = WorkerRequest.read(&wire) else { _exit(1) }
            return request
        }
    }

    private static func answer(_ request: WorkerRequest) -> WorkerReply {
        switch request {
        case .tags(let path):
            do throws(TagReadError) {
                return .tags(try TagReader.tags(ofFileAt: path))
            } catch {
                return .failure(error)
            }
        case .chapters(let path): return .chapters(MediaChapters.read(fileAt: path))
        case .lyrics(let path): return .lyrics(LyricsTexts(ofFileAt: path))
        case .file(let path):
            do throws(TagReadError) {
                return .file(try FileFacts(ofFileAt: path))
            } catch {
                return .failure(error)
            }
        case .artwork(let job): return .artwork(name: job.perform())
        }
    }

    private static func flush(_ replies: inout WireWriter) {
        var written = 0
        replies.bytes.withUnsafeBytes { bytes in
            while written < bytes.count {
                let count = write(WorkerProtocol.socket, bytes.baseAddress.map { $0 + written }, bytes.count - written)
                guard count > 0 else { _exit(0) }
                written += count
            }
        }
        replies.removeAll()
    }

    /// Ends the process when the daemon does. A death signal by the kernel would belong to the thread that started this
    /// process, and such threads come and go.
    private static func watchDaemon() {
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { _ in
                var socket = pollfd(fd: WorkerProtocol.socket, events: 0, revents: 0)
                while poll(&socket, 1, -1) < 0 && errno == EINTR {}
                _exit(0)
            }, nil)
    }
}
