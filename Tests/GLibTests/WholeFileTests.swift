// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("Small files")
struct WholeFileTests {
    @Test("A file rests once nobody has written to it for a time", arguments: [(0, false), (-60, true), (60, true)])
    func rests(age: Int, isResting: Bool) throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("a.conf", "text".utf8)
        if age != 0 {
            var now = timespec()
            clock_gettime(CLOCK_REALTIME, &now)
            let time = timespec(tv_sec: now.tv_sec + age, tv_nsec: now.tv_nsec)
            #expect([time, time].withUnsafeBufferPointer { utimensat(AT_FDCWD, path, $0.baseAddress, 0) } == 0)
        }

        #expect(WholeFile.rests(path, for: .seconds(30)) == isResting)
    }

    @Test("A file that is not there rests")
    func missing() throws {
        #expect(WholeFile.rests(try TemporaryDirectory().file("none"), for: .seconds(1)))
    }
}
