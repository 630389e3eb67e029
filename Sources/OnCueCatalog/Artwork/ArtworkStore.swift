// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
package import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import TagReading

/// Keeps pictures as files under the cache home, each once, named by the SHA-256 of its content.
///
/// Other programs read the files later, so nothing is removed here. Files are opened on an own thread.
package actor ArtworkStore: ArtworkProviding {
    /// The largest picture that is taken.
    static let pictureLimit = 16 << 20

    private nonisolated let executor = BlockingExecutor(label: "oncue.artwork")
    private let folder: String
    private var isFolderReady = false

    /// - Parameter folder: An absolute path; made when the first picture is written.
    package init(folder: String) {
        self.folder = folder
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package func file(for reference: ArtworkReference) -> MediaLocation? {
        let picture = picture(for: reference).flatMap { bytes in keep(bytes) }
        return picture ?? keep(PackageResources.default_artwork_png)
    }

    private func picture(for reference: ArtworkReference) -> [UInt8]? {
        switch reference {
        case .picture(let location):
            return location.filePath.flatMap { BoundedFile.read($0, limit: Self.pictureLimit) }
        case .medium(let location):
            guard let path = location.filePath else { return nil }
            return embeddedPicture(in: path) ?? sidecarPicture(beside: path)
        }
    }

    private func embeddedPicture(in path: [UInt8]) -> [UInt8]? {
        // A medium that cannot be read has no picture; its reader tells why it cannot be read.
        let picture = try? TagReader.picture(ofFileAt: path, limit: Self.pictureLimit)
        guard let data = picture?.data, PictureFormat(data) != nil else { return nil }
        return data
    }

    private func sidecarPicture(beside path: [UInt8]) -> [UInt8]? {
        SidecarPicture.path(besideFileAt: path).flatMap { BoundedFile.read($0, limit: Self.pictureLimit) }
    }

    /// The file with this content; written if it is not there yet.
    private func keep(_ bytes: [UInt8]) -> MediaLocation? {
        guard let format = PictureFormat(bytes) else { return nil }
        let path = folder + "/" + Checksum.sha256(bytes) + "." + format.fileNameSuffix
        if !isFolderReady {
            PrivateDirectory.make(folder)
            BoundedFile.removeOldParts(in: folder)
            isFolderReady = true
        }
        // A file that a power cut has cut off is written again.
        if !BoundedFile.isReadable(path, size: bytes.count) {
            PrivateDirectory.make(folder)
            guard BoundedFile.write(bytes, to: path) else { return nil }
        }
        return MediaLocation(filePath: Array(path.utf8))
    }
}
