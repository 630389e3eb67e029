// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueRuntime
internal import Scrobbling

/// Stores accounts and their progress in a file that only this user can read.
struct ScrobblingFile: Sendable {
    let path: String
    private let executor = BlockingExecutor(label: "oncue.scrobbling")

    init(path: String) { self.path = path }

    /// The path to which a damaged file is copied.
    var damagedPath: String { path + ".damaged" }

    /// - Returns: The book, which is empty if there is no file, and keeps everything private if the file is damaged;
    ///   the reason why it cannot be read; and whether the file must not be replaced.
    func load() async -> (book: ScrobblingBook, problem: String?, isBlocked: Bool) {
        await executor.run { [path, damagedPath] in
            let bytes: [UInt8]?
            do throws(WholeFile.Failure) {
                bytes = try WholeFile.read(path, limit: ScrobblingBook.largest)
            } catch {
                return (ScrobblingBook(), error.message, true)
            }
            guard let bytes else { return (ScrobblingBook(), nil, false) }
            // A restored copy may have other permissions.
            chmod(path, 0o600)
            if let book = ScrobblingBook(bytes: bytes) { return (book, nil, false) }
            guard !ScrobblingBook.isNewer(bytes) else {
                return (ScrobblingBook(), "\(path) was written by a later version; upgrade oncued", true)
            }
            let rescued = ScrobblingBook(damaged: bytes)
            do throws(WholeFile.Failure) {
                // At every moment there is a complete file, because without one nothing would be private.
                try WholeFile.replace(damagedPath, with: bytes)
                try WholeFile.replace(path, with: rescued.bytes)
                return (rescued, nil, false)
            } catch {
                return (rescued, "\(path) is damaged, and cannot be replaced: \(error.message)", true)
            }
        }
    }

    /// - Returns: The reason why the book could not be stored, in which case the file is unchanged; `nil` if it was.
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
