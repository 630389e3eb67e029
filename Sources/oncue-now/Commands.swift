// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The program with all commands.
enum Commands {
    /// Takes the place of this process, with the same arguments.
    static func run() -> Never {
        if let path { execv(path, CommandLine.unsafeArgv) }
        let message = "oncue: cannot start \(path ?? "oncue"): \(String(cString: strerror(errno)))\n"
        _ = message.utf8.withContiguousStorageIfAvailable { write(2, $0.baseAddress, $0.count) }
        exit(1)
    }

    /// The path of `oncue`: in `libexec` if this program is installed as `oncue`; next to this program in a build
    /// folder. Never this program itself.
    private static var path: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        guard length > 0, length < buffer.count else { return nil }
        let own = buffer[..<length].map { UInt8(bitPattern: $0) }
        guard let slash = own.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        let folder = String(decoding: own[..<slash], as: UTF8.self)
        let name = String(decoding: own[(slash + 1)...], as: UTF8.self)
        return folder + (name == "oncue" ? "/../libexec/oncue" : "/oncue")
    }
}
