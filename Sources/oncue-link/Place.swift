// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import Glibc
internal import MachineLink
internal import OnCueCore
internal import OnCueRuntime
internal import PairedMachines

/// This machine, and the location of its files.
struct Place {
    let files: LinkFiles
    let name: String
    private let fetched: String

    init() {
        let directories = UserDirectories(
            environment: ProcessEnvironment.variables(UserDirectories.variableNames),
            userID: ProcessEnvironment.userID, homeFallback: ProcessEnvironment.homeDirectory)
        files = LinkFiles(state: directories.state)
        fetched = directories.cache + "/" + MachineBook.fetchedFolder
        var buffer = [CChar](repeating: 0, count: 256)
        gethostname(&buffer, buffer.count - 1)
        let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        name = MachineName.clean(String(text.prefix { $0 != "." }))
    }

    func identity() throws(LinkFault) -> LinkIdentity {
        try files.identity(name: "OnCue", now: Int64(time(nil)))
    }

    /// Removes the files that were fetched from some machines.
    func removeFetched(of machines: [PairedMachine]) {
        let prefixes = machines.map { MachineIdentifier.filePrefix($0.identifier.text) }
        FileSystem.forEachName(in: Array(fetched.utf8)) { bytes in
            let name = String(decoding: bytes, as: UTF8.self)
            if prefixes.contains(where: name.hasPrefix) { unlink(fetched + "/" + name) }
            return true
        }
    }

    /// Returns the folder of this program.
    static func programFolder() -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                text.baseAddress.map { readlink("/proc/self/exe", $0, text.count) } ?? -1
            }
        }
        guard length > 0, let slash = buffer[..<length].lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return String(decoding: buffer[..<slash], as: UTF8.self)
    }
}
