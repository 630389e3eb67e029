// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An `https` server on a port of its own, whose certificate nobody but itself has signed.
package final class EncryptedServer: Sendable {
    private let folder: TemporaryDirectory
    private let process: ChildProcess
    /// Without a slash at the end.
    package let address: String

    package init() async throws {
        folder = try TemporaryDirectory()
        let (key, certificate) = (folder.file("key.pem"), folder.file("certificate.pem"))
        let environment = ["PATH": "/usr/bin:/bin"]
        let made = try await ChildProcess.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key,
                "-out", certificate,
            ], environment: environment)
        guard made.status == 0 else { throw SupportError("openssl made no certificate: \(made.errors)") }
        process = try ChildProcess(
            "openssl", ["s_server", "-www", "-accept", "127.0.0.1:0", "-key", key, "-cert", certificate],
            environment: environment)
        let line = try await process.output.waitForLine { $0.hasPrefix("ACCEPT ") }
        address = "https://127.0.0.1:" + (line.split(separator: ":").last ?? "")
    }
}
