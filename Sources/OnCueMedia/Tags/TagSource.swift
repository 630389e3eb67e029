// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import TagReading

/// Reads the tags of files; tests replace it to count reads or to invent tags.
package struct TagSource: Sendable {
    /// Receives the result for the path with a number.
    package typealias Take = (_ number: Int, _ outcome: Result<FileTags, TagReadError>) -> Void

    private let readAll: @Sendable (_ paths: [[UInt8]], _ isCancelled: () -> Bool, _ take: Take) -> Void

    /// - Parameter read: Blocks until the file at the path is read.
    package init(read: @escaping @Sendable (_ path: [UInt8]) throws(TagReadError) -> FileTags) {
        readAll = { paths, isCancelled, take in
            for (number, path) in paths.enumerated() where !isCancelled() {
                do throws(TagReadError) { take(number, .success(try read(path))) } catch {
                    take(number, .failure(error))
                }
            }
        }
    }

    private init(readAll: @escaping @Sendable ([[UInt8]], () -> Bool, Take) -> Void) {
        self.readAll = readAll
    }

    /// Returns a source that reads the files themselves, in processes that a file may crash or hang.
    package static func workers(_ workers: MediaWorkers) -> TagSource {
        TagSource { paths, isCancelled, take in
            withoutActuallyEscaping(isCancelled) { isCancelled in
                withoutActuallyEscaping(take) { take in
                    var batch = WorkerBatch(
                        workers, paths.map { .tags(path: $0) }, isCancelled: isCancelled,
                        take: { number, outcome in
                            take(number, outcome.tags(paths[number], deadline: workers.deadline))
                        })
                    batch.run()
                }
            }
        }
    }

    /// Reads one file. Blocks.
    ///
    /// - Throws: The errors of ``TagReader``, and `crashed`, `tookTooLong`, `didNotAnswer`.
    package func read(_ path: [UInt8]) throws(TagReadError) -> FileTags {
        var result: Result<FileTags, TagReadError>?
        readAll([path], { false }, { _, outcome in result = outcome })
        guard let result else { preconditionFailure("a source of tags left out a file") }
        return try result.get()
    }

    /// Reads files one after the other; those that remain after a cancellation are not reported. Blocks.
    package func read(_ paths: [[UInt8]], isCancelled: () -> Bool, take: Take) {
        readAll(paths, isCancelled, take)
    }
}

extension Result<WorkerReply, WorkerBatch.TroubleError> {
    fileprivate func tags(_ path: [UInt8], deadline: Duration) -> Result<FileTags, TagReadError> {
        switch self {
        case .success(.tags(let tags)): .success(tags)
        case .success(.failure(let error)): .failure(error)
        case .success(.artwork), .success(.chapters), .success(.lyrics), .success(.file):
            .failure(TagReadError(.answeredNonsense, path, deadline: deadline))
        case .failure(let error): .failure(TagReadError(error.trouble, path, deadline: deadline))
        }
    }
}

extension TagReadError {
    fileprivate init(_ trouble: WorkerBatch.Trouble, _ path: [UInt8], deadline: Duration) {
        let (code, reason): (Code, String) =
            switch trouble {
            case .crashed(let signal):
                (.crashed, "reading it crashed the tag reader" + (signal.map { " (signal \($0))" } ?? ""))
            case .tookTooLong:
                (.tookTooLong, "reading it took longer than \(Int(deadline / .seconds(1))) s and was cancelled")
            case .didNotAnswer:
                (
                    .didNotAnswer,
                    "the disk did not answer for \(Int(deadline / .seconds(1))) s; the next scan tries again"
                )
            case .answeredNonsense: (.crashed, "the tag reader returned an invalid answer for it")
            case .noWorker(let reason): (.unreadable, reason + "; try again later")
            }
        self.init(code: code, path: path, reason: reason)
    }
}
