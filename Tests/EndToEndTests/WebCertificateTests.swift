// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("The certificate of the page", .timeLimit(.minutes(10)))
struct WebCertificateTests {
    private static let hasNetworks =
        getuid() == 0 && access("/usr/bin/nsenter", X_OK) == 0
        && (access("/sbin/ip", X_OK) == 0 || access("/usr/bin/ip", X_OK) == 0)

    private func shell(_ command: String, within limit: Duration = .seconds(60)) async throws -> String {
        try await ChildProcess.run("/bin/sh", ["-c", command], within: limit).output
    }

    /// The hash of the certificate at a port, seen from the network of a process.
    private func fingerprint(_ port: Int, behind words: String = "") async throws -> String {
        try await shell(
            "\(words) openssl s_client -connect 127.0.0.1:\(port) </dev/null 2>/dev/null"
                + " | openssl x509 -noout -fingerprint -sha256 2>/dev/null")
    }

    @Test("It is renewed while the page is served, thirty days before it ends, by the same authority")
    func renewal() async throws {
        let stage = try await WebPageStage(["a.wav"])
        try await stage.machine.done("web", "on", "--network")
        let former = try await fingerprint(stage.port)
        try #require(former.contains("sha256 Fingerprint"))
        try await stage.machine.done("web", "off")
        let place = "state/oncue/web/certificate.json"
        let note = try JSONValue(parsing: try Machine.text(of: stage.machine.directory.file(place)))
        // A busy machine needs some seconds until it is served and looked at.
        let soon: JSONValue = ["end": .int(time(nil) + 30 * 86_400 + 20), "hosts": note["hosts"] ?? []]
        try stage.machine.directory.write(place, soon.text().utf8)
        let authority = try Machine.text(of: stage.machine.directory.file("state/oncue/web/authority.pem"))

        try await stage.machine.done("web", "on", "--network")

        #expect(try await fingerprint(stage.port) == former)
        try await waitUntil("it is another one") { try await fingerprint(stage.port) != former }
        let end = try JSONValue(parsing: try Machine.text(of: stage.machine.directory.file(place)))["end"]?.intValue
        #expect(try #require(end) > time(nil) + 396 * 86_400)
        #expect(try Machine.text(of: stage.machine.directory.file("state/oncue/web/authority.pem")) == authority)
    }

    @Test("It is for another address as soon as the machine has that", .enabled(if: hasNetworks))
    func address() async throws {
        let machine = try await Machine(["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
        let port = Int(try FreePort.next())
        let program = Products.program("oncue-web")
        let set = try await ChildProcess.run(
            program, ["set", "\(port)", "network", "tls"], environment: machine.environment)
        #expect(set.status == 0)
        let server = try ChildProcess(
            "unshare",
            [
                "--net", "/bin/sh", "-c",
                "ip link set lo up && ip link add one type veth peer name two && ip link set one up && exec \"$0\" serve",
                program,
            ], environment: machine.environment)
        _ = try await server.output.waitForLine { $0.contains("serving") }
        let inside = "nsenter --target \(server.identifier) --net"
        let former = try await fingerprint(port, behind: inside)
        try #require(former.contains("sha256 Fingerprint"))

        _ = try await shell("\(inside) ip address add 10.77.3.9/24 dev one")

        try await waitUntil("it is another one") {
            try await fingerprint(port, behind: inside) != former
        }
        let names = try await shell(
            "\(inside) openssl s_client -connect 10.77.3.9:\(port) </dev/null 2>/dev/null"
                + " | openssl x509 -noout -ext subjectAltName")
        #expect(names.contains("IP Address:10.77.3.9"))

        // Another network, and back in the first one: the certificate is for both.
        let first = try await fingerprint(port, behind: inside)
        _ = try await shell(
            "\(inside) ip address del 10.77.3.9/24 dev one && \(inside) ip address add 10.88.4.1/24 dev one")
        try await waitUntil("it is for the other network, too") {
            try await fingerprint(port, behind: inside) != first
        }
        let both = try await shell(
            "\(inside) openssl s_client -connect 10.88.4.1:\(port) </dev/null 2>/dev/null"
                + " | openssl x509 -noout -ext subjectAltName")
        #expect(both.contains("IP Address:10.77.3.9") && both.contains("IP Address:10.88.4.1"))
    }

    @Test("Encrypted connections after each other, some of which end in their handshakes, leave the server as it was")
    func connections() async throws {
        let stage = try await WebPageStage(["a.wav"])
        try await stage.machine.done("web", "on", "--network")
        let server = try stage.server.identifier
        let first = try await fingerprint(stage.port)
        let before = try stage.descriptorCount()

        _ = try await shell(
            "for n in $(seq 100); do openssl s_client -connect 127.0.0.1:\(stage.port) </dev/null >/dev/null 2>&1; done",
            within: .seconds(300))
        for number in 0..<100 {
            let caller = try WebCaller(port: stage.port)
            // The beginning of a handshake, and what is none.
            if number.isMultiple(of: 2) { caller.send([0x16, 3, 1, 2, 0, 1, 0, 1]) } else { caller.send("GET /") }
            if number.isMultiple(of: 3) { caller.reset() }
        }

        try await waitUntil("all of them are released") { try stage.descriptorCount() <= before }
        #expect(try await fingerprint(stage.port) == first)
        #expect(try stage.server.identifier == server)
    }

    @Test("The authority can sign servers and nothing else")
    func authority() async throws {
        let stage = try await WebPageStage(["a.wav"])
        try await stage.machine.done("web", "on", "--network")
        let place = stage.machine.directory.file("state/oncue/web/authority.pem")
        let text = try await shell(
            "openssl x509 -in \(place) -noout -ext basicConstraints,keyUsage,extendedKeyUsage")
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.contains("CA:TRUE, pathlen:0"), "\(text)")
        #expect(lines.contains("Certificate Sign") && lines.contains("TLS Web Server Authentication"), "\(text)")
    }
}
