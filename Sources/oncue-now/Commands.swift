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

    /// Where it is: in `libexec` if this program is installed, as `oncue`; beside this program in a build folder. Never
    /// this program itself.
    private static var path: String? {
        guard let own = program, let slash = own.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        let folder = String(decoding: own[..<slash], as: UTF8.self)
        let name = String(decoding: own[(slash + 1)...], as: UTF8.self)
        return folder + (name == "oncue" ? "/../libexec/oncue" : "/oncue")
    }

    /// The path of this program; where there is no `/proc`, as the kernel was given it.
    private static var program: [UInt8]? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        if length > 0, length < buffer.count { return buffer[..<length].map { UInt8(bitPattern: $0) } }
        guard let given = UnsafePointer<CChar>(bitPattern: getauxval(UInt(AT_EXECFN))),
            realpath(given, &buffer) != nil
        else { return nil }
        return buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    }
}
