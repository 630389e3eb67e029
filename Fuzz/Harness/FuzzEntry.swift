// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The parser that this run is about, as the environment names it.
private let target: FuzzTarget = {
    let name = getenv("ONCUE_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: " ")
        let words = Array("ONCUE_FUZZ_TARGET names no parser; there are: \(names)\n".utf8)
        _ = write(STDERR_FILENO, words, words.count)
        exit(2)
    }
    return target
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    target.take(Array(UnsafeBufferPointer(start: data, count: count)))
    return 0
}
