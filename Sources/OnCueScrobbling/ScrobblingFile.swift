// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueRuntime
internal import Scrobbling

/// Keeps accounts and how far they are in a file that only this user can read.
struct ScrobblingFile: Sendable {
    let path: String
    private let executor = BlockingExecutor(label: "oncue.scrobbling")

    init(path: String) { self.path = path }

    /// The place to which a damaged file goes.
    var damagedPath: String { path + ".damaged" }

    /// - Returns: The book, empty if there is none, and one in which everything is private in place of a damaged one; why
    ///   it cannot be read; and whether the file must not be replaced.
    func load() async -> (book: ScrobblingBook, problem: String?, isBlocked: Bool) {
        await executor.run { [path, damagedPath] in
            let bytes: [UInt8]?
            do throws(WholeFile.Failure) {
                bytes = try WholeFile.read(path, limit: ScrobblingBook.largest)
            } catch {
                return (ScrobblingBook(), error.message, true)
            }
            guard let bytes else { return (ScrobblingBook(), nil, false) }
            // A copy that was put back may have other rights.
            chmod(path, 0o600)
            if let book = ScrobblingBook(bytes: bytes) { return (book, nil, false) }
            guard !ScrobblingBook.isNewer(bytes) else {
                return (ScrobblingBook(), "\(path) was written by a later version; upgrade oncued", true)
            }
            let rescued = ScrobblingBook(damaged: bytes)
            do throws(WholeFile.Failure) {
                // There is a file with all of it at every moment: without one, nothing would be private.
                try WholeFile.replace(damagedPath, with: bytes)
                try WholeFile.replace(path, with: rescued.bytes)
                return (rescued, nil, false)
            } catch {
                return (rescued, "\(path) is damaged, and cannot be replaced: \(error.message)", true)
            }
        }
    }

    /// - Returns: Why it could not be kept; the file is as it was then.
    func save(_ book: ScrobblingBook) async -> String? {
        await executor.run { [path] in
            do throws(WholeFile.Failure) {
                try WholeFile.replace(path, with: book.bytes)
                return nil
            } catch {
                return error.message
            }
        }
    }
}
