// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// Draws a picture file in a terminal, for oncue. It is a program of its own, so that commands start without the
// libraries that it needs, and so that a picture can do no harm to them.
//
//   oncue-picture FILE COLUMNS ROWS [CELLWIDTH CELLHEIGHT]

internal import Chafa
internal import Glibc
internal import Pictures

/// Limits the resources of decoding: 512 MiB of memory and 2 s of the processor.
func setLimits() {
    for (resource, limit) in [(RLIMIT_AS, rlim_t(512 << 20)), (RLIMIT_CPU, 2), (RLIMIT_CORE, 0)] {
        var value = rlimit(rlim_cur: limit, rlim_max: limit)
        setrlimit(__rlimit_resource_t(resource.rawValue), &value)
    }
}

/// A file of at most 32 MiB.
func read(_ path: UnsafePointer<CChar>) -> [UInt8]? {
    let largest = 32 << 20
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_size <= largest else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(info.st_size))
    var count = 0
    while count < bytes.count {
        let got = bytes.withUnsafeMutableBytes {
            Glibc.read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count)
        }
        guard got > 0 else { return nil }
        count += got
    }
    return bytes
}

func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { exit(1) }
        rest = rest.dropFirst(count)
    }
}

func variables() -> [String] {
    var result: [String] = []
    var next = environ
    while let variable = next.pointee {
        result.append(String(cString: variable))
        next += 1
    }
    return result
}

let numbers = CommandLine.arguments.dropFirst(2).map { Int($0) ?? 0 }
guard numbers.count == 2 || numbers.count == 4, numbers.allSatisfy({ (1...1000).contains($0) }),
    let path = CommandLine.unsafeArgv[1]
else {
    write(Array("oncue-picture: expected FILE COLUMNS ROWS [CELLWIDTH CELLHEIGHT]\n".utf8), to: 2)
    exit(2)
}
setLimits()
var frame = TerminalPicture.Frame(columns: numbers[0], rows: numbers[1])
if numbers.count == 4 { (frame.cellWidth, frame.cellHeight) = (numbers[2], numbers[3]) }
do {
    guard let bytes = read(path) else { throw PictureError.notDecodable }
    let side = min(2048, max(frame.columns * frame.cellWidth, frame.rows * frame.cellHeight))
    let picture = try PictureScaler.pixels(bytes, toFit: side)
    write(
        TerminalPicture.draw(
            picture.bytes, width: picture.width, height: picture.height, in: frame, environment: variables()), to: 1)
} catch {
    write(Array("oncue-picture: cannot draw this picture\n".utf8), to: 2)
    exit(1)
}
