// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// Recognises phrases in sound, for oncue. It is a program of its own, so that neither oncue nor the daemon loads a
// recogniser and its model, and so that a recording can do no harm to them.
//
//   oncue-recognise [MODELS]
//
// Standard input has requests as messages in the form of the Wyoming protocol, standard output an answer to each.

internal import Glibc
internal import OnCueVoice

/// The folder of Debian's package pocketsphinx-en-us with the models.
let models = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "/usr/share/pocketsphinx/model/en-us"

/// Limits the resources of one request: 768 MiB of memory and 20 s more of the processor.
func setLimits() {
    var used = rusage()
    getrusage(0, &used)
    let seconds = rlim_t(used.ru_utime.tv_sec + used.ru_stime.tv_sec + 20)
    for (resource, limit) in [(RLIMIT_AS, rlim_t(768 << 20)), (RLIMIT_CPU, seconds), (RLIMIT_CORE, 0)] {
        var value = rlimit()
        getrlimit(__rlimit_resource_t(resource.rawValue), &value)
        value.rlim_cur = min(limit, value.rlim_max)
        setrlimit(__rlimit_resource_t(resource.rawValue), &value)
    }
}

/// A file of at most 16 MiB.
func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while bytes.count <= 16 << 20 {
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        guard count >= 0 else { return nil }
        if count == 0 { return bytes }
        bytes += buffer[..<count]
    }
    return nil
}

guard let dictionary = read(models + "/cmudict-en-us.dict"), let phrases = PhraseList.builtIn(for: "en") else {
    fail("there is no dictionary in \(models); install pocketsphinx-en-us", 3)
}

signal(SIGPIPE, SIG_IGN)
var reader = WyomingReader()
var listener: Listener?
var buffer = [UInt8](repeating: 0, count: 1 << 16)
while true {
    let count = Glibc.read(0, &buffer, buffer.count)
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { exit(0) }
    reader.add(buffer[..<count])
    do throws(WyomingMessage.Failure) {
        while let message = try reader.next() {
            guard let request = RecognitionRequest(message) else { fail("this is not a request", 2) }
            setLimits()
            let current =
                listener.flatMap { $0.names == request.names ? $0 : nil }
                ?? Listener(request.names, phrases, dictionary, models: models)
            listener = current
            write(current.hear(request.sound).message.bytes, to: 1)
        }
    } catch {
        fail("the request cannot be read: \(error)", 2)
    }
}
