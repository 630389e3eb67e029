// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
package import OnCueCore
internal import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// Checks the folders of the library, each separately, so that one that hangs does not hide the others.
@MediaActor
package final class LibraryHealth: HealthProbing {
    /// The time limit, which is shorter than that of a whole part.
    private static let limit = Duration.seconds(3)

    package let name = "library"
    private let library: any LibraryManaging
    /// The checks in progress: a disk that hangs blocks only one thread, however many checks are requested.
    private var looks: [MediaLocation: Task<LibraryChecks.Folder, Never>] = [:]

    package init(_ library: any LibraryManaging) {
        self.library = library
    }

    package func checks() async -> [HealthCheck] {
        do throws(LibraryError) {
            let status = try await library.libraryStatus()
            let failed = try await library.scanFailures(offset: 0, limit: 0).total
            let looks = status.folders.map { folder in
                Task { @MediaActor in (location: folder, state: await self.look(at: folder)) }
            }
            var folders: [(location: MediaLocation, state: LibraryChecks.Folder)] = []
            for look in looks { folders.append(await look.value) }
            // The scan knows whether an empty folder contained tracks before.
            let noted = Set((status.lastReport?.failures ?? []).map(\.location))
            for index in folders.indices where folders[index].state == .empty && noted.contains(folders[index].location)
            {
                folders[index].state = .emptied
            }
            return LibraryChecks.checks(status, folders, failed: failed)
        } catch {
            return [
                HealthCheck(
                    name, .failed, "the library cannot be read: \(error.message)",
                    advice: "see databases.catalog")
            ]
        }
    }

    private func look(at folder: MediaLocation) async -> LibraryChecks.Folder {
        let look =
            looks[folder]
            ?? Task { @MediaActor in
                let state = await BlockingExecutor(label: "oncue.library.look").run {
                    Self.state(of: folder.filePath ?? [])
                }
                looks[folder] = nil
                return state
            }
        looks[folder] = look
        return await MediaActor.value(within: Self.limit) { await look.value } ?? .silent(Self.limit)
    }

    private nonisolated static func state(of path: [UInt8]) -> LibraryChecks.Folder {
        guard let status = FileSystem.status(path).0 else {
            return FileSystem.isAbsent(path) ? .absent : .unreadable
        }
        guard status.isFolder else { return .notAFolder }
        guard FileSystem.isListable(path) else { return .unreadable }
        return FileSystem.isEmpty(path) ? .empty : .there
    }
}
