// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import Glibc

/// The contents of one folder that concern the library.
struct FolderContent: Sendable {
    var identity: FolderIdentity
    /// Media files by name, in byte order.
    var files: [FoundFile] = []
    /// CUE sheets, which describe the parts of the media in the same folder.
    var sheets: [FoundFile] = []
    /// Names of folders.
    var folders: [[UInt8]] = []
    /// Names of symbolic links that lead to folders.
    var linkedFolders: [[UInt8]] = []
    /// Media files whose status is not available.
    var failures: [(name: [UInt8], reason: String)] = []
    /// Whether the folder is completely empty, like the mount point of a disconnected disk.
    var isEmpty = true
    /// Whether to leave out the folder, because it contains a file called `.nomedia`, or is in a file system of the
    /// kernel.
    var isExcluded = false
}

/// A folder that could not be read.
struct FolderFailure: Error, Sendable {
    var error: Int32
    /// The message, for a failure without a system error number.
    var words: String?
    var reason: String { words ?? FileSystem.text(of: error) }
    /// Whether its disk or its server does not answer, so that other requests for it would not be answered either.
    var isSilence: Bool { error == ETIMEDOUT }
}

/// Reads folders; tests replace it with folders that fail.
struct FolderReader: Sendable {
    var read: @Sendable ([UInt8]) -> Result<FolderContent, FolderFailure>

    /// The file system.
    static let system = FolderReader { path in
        do throws(FolderFailure) { return .success(try readFolder(path)) } catch { return .failure(error) }
    }

    private static func readFolder(_ path: [UInt8]) throws(FolderFailure) -> FolderContent {
        let descriptor = (path + [0]).withUnsafeBytes { bytes -> Int32 in
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return -1 }
            return open(start, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard descriptor >= 0 else { throw FolderFailure(error: errno) }
        guard let stream = fdopendir(descriptor) else {
            let error = errno
            close(descriptor)
            throw FolderFailure(error: error)
        }
        defer { closedir(stream) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FolderFailure(error: errno) }
        var content = FolderContent(
            identity: FolderIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)))
        if PseudoFileSystems.devices.contains(content.identity.device) {
            content.isExcluded = true
            return content
        }
        errno = 0
        while let entry = readdir(stream) {
            take(entry, descriptor, &content)
            errno = 0
        }
        guard errno == 0 else { throw FolderFailure(error: errno) }
        content.sort()
        return content
    }

    private static func take(
        _ entry: UnsafeMutablePointer<dirent>, _ descriptor: Int32, _ content: inout FolderContent
    ) {
        guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
        let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
        let name = UnsafeRawBufferPointer(start: start, count: strlen(start))
        let isDots = name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8)
        if !isDots { content.isEmpty = false }
        if name.first == UInt8(ascii: ".") {
            if name.elementsEqual(".nomedia".utf8) { content.isExcluded = true }
            return
        }
        switch Int32(entry.pointee.d_type) {
        case Int32(DT_DIR): content.folders.append(Array(name))
        case Int32(DT_REG):
            if MediaSuffixes.isMedia(name) {
                takeFile(start, Array(name), descriptor, &content)
            } else if MediaSuffixes.isSheet(name) {
                takeSheet(start, Array(name), descriptor, &content)
            }
        case Int32(DT_LNK): takeUnclear(start, Array(name), descriptor, isLink: true, &content)
        case Int32(DT_UNKNOWN): takeUnclear(start, Array(name), descriptor, isLink: false, &content)
        default: break
        }
    }

    private static func takeFile(
        _ start: UnsafePointer<CChar>, _ name: [UInt8], _ descriptor: Int32, _ content: inout FolderContent
    ) {
        var status = stat()
        guard fstatat(descriptor, start, &status, 0) == 0 else {
            // A file that vanished since it was listed, or a dangling link, does not exist.
            if errno != ENOENT && errno != ELOOP {
                content.failures.append((name, FileSystem.text(of: errno)))
            }
            return
        }
        if status.st_mode & S_IFMT == S_IFREG {
            content.files.append(FoundFile(name: name, fingerprint: FileFingerprint(status)))
        }
    }

    private static func takeSheet(
        _ start: UnsafePointer<CChar>, _ name: [UInt8], _ descriptor: Int32, _ content: inout FolderContent
    ) {
        var status = stat()
        guard fstatat(descriptor, start, &status, 0) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        content.sheets.append(FoundFile(name: name, fingerprint: FileFingerprint(status)))
    }

    /// Handles a symbolic link, or an entry of a file system that does not report types in listings.
    private static func takeUnclear(
        _ start: UnsafePointer<CChar>, _ name: [UInt8], _ descriptor: Int32, isLink: Bool,
        _ content: inout FolderContent
    ) {
        var status = stat()
        if fstatat(descriptor, start, &status, isLink ? 0 : AT_SYMLINK_NOFOLLOW) == 0 {
            switch status.st_mode & S_IFMT {
            case S_IFDIR where isLink: return content.linkedFolders.append(name)
            case S_IFDIR: return content.folders.append(name)
            case S_IFLNK: return takeUnclear(start, name, descriptor, isLink: true, &content)
            default: break
            }
        }
        if name.withUnsafeBytes(MediaSuffixes.isMedia) { takeFile(start, name, descriptor, &content) }
        if name.withUnsafeBytes(MediaSuffixes.isSheet) { takeSheet(start, name, descriptor, &content) }
    }
}

extension FolderContent {
    fileprivate mutating func sort() {
        files.sort { $0.name.precedes($1.name) }
        sheets.sort { $0.name.precedes($1.name) }
        folders.sort { $0.precedes($1) }
        linkedFolders.sort { $0.precedes($1) }
    }
}

extension [UInt8] {
    fileprivate func precedes(_ other: [UInt8]) -> Bool {
        let order = withUnsafeBytes { left in
            other.withUnsafeBytes { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return Int32(0) }
                return memcmp(left, right, Swift.min(count, other.count))
            }
        }
        return order == 0 ? count < other.count : order < 0
    }
}
