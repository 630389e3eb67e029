// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// Records from the default source of the sound server, for oncue. It is a program of its own, so that commands start
// without the library that it needs.
//
//   oncue-record SECONDS
//
// Writes 16-bit samples to standard output, the lower byte first, 16,000 a second, until the time is over or there is
// no reader.

internal import CPulseSimple
internal import Glibc

func fail(_ message: String, _ status: Int32) -> Never {
    let line = Array("oncue-record: \(message)\n".utf8)
    _ = write(2, line, line.count)
    exit(status)
}

guard CommandLine.arguments.count == 2, let seconds = Int(CommandLine.arguments[1]), (1...60).contains(seconds) else {
    fail("expected SECONDS, 1 to 60", 2)
}
let rate = 16_000
let part = rate / 25 * 2
var format = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: UInt32(rate), channels: 1)
var latency = pa_buffer_attr(
    maxlength: .max, tlength: .max, prebuf: .max, minreq: .max, fragsize: UInt32(part))
var code: Int32 = 0
guard
    let stream = pa_simple_new(
        nil, "OnCue", PA_STREAM_RECORD, nil, "Listening", &format, nil, &latency, &code)
else { fail("nothing can be recorded: \(String(cString: pa_strerror(code)))", 1) }
signal(SIGPIPE, SIG_IGN)
var samples = [UInt8](repeating: 0, count: part)
for _ in 0..<(seconds * 25) {
    guard pa_simple_read(stream, &samples, part, &code) == 0 else {
        fail("recording was broken off: \(String(cString: pa_strerror(code)))", 1)
    }
    var rest = samples[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
        guard count > 0 else { exit(0) }
        rest = rest.dropFirst(count)
    }
}
pa_simple_free(stream)
