// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing
import WebAccess

@Suite("Parts that are asked for")
struct ByteRangeTests {
    @Test("One part is read in each of its forms; everything else is answered as a whole")
    func reading() {
        #expect(ByteRange("bytes=0-") == .from(0, nil))
        #expect(ByteRange("bytes=5-9") == .from(5, 9))
        #expect(ByteRange("Bytes=7-7") == .from(7, 7))
        #expect(ByteRange("bytes=-4") == .last(4))
        for field in [
            nil, "", "bytes", "bytes=", "bytes=-", "bytes=9-5", "bytes=0-1,3-4", "bytes=a-b", "items=0-1", "bytes=+1-2",
            "bytes=--1", "bytes=1-2-3", "bytes=99999999999999999999-", "bytes=0-99999999999999999999", "bytes= 1-2",
        ] {
            #expect(ByteRange(field) == nil, "\(field ?? "none")")
        }
    }

    @Test("A part has the bytes that there are, and none behind the end")
    func bytes() {
        #expect(ByteRange.from(0, nil).bytes(of: 10) == 0..<10)
        #expect(ByteRange.from(3, 5).bytes(of: 10) == 3..<6)
        #expect(ByteRange.from(3, .max).bytes(of: 10) == 3..<10)
        #expect(ByteRange.from(9, 9).bytes(of: 10) == 9..<10)
        #expect(ByteRange.from(10, nil).bytes(of: 10) == nil)
        #expect(ByteRange.last(4).bytes(of: 10) == 6..<10)
        #expect(ByteRange.last(40).bytes(of: 10) == 0..<10)
        #expect(ByteRange.last(0).bytes(of: 10) == nil)
        #expect(ByteRange.from(0, nil).bytes(of: 0) == nil)
        #expect(ByteRange.last(.max).bytes(of: .max) == 0..<(.max))
    }
}
