// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import HTTPClient
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("Asking web servers")
@MediaActor
struct HTTPClientTests {
    private let client = HTTPClient(userAgent: "OnCue/test", timeout: .seconds(10))

    private func failure(of request: HTTPRequest, _ client: HTTPClient? = nil) async -> HTTPError? {
        do throws(HTTPError) {
            _ = try await (client ?? self.client).get(request)
            return nil
        } catch {
            return error
        }
    }

    private func code(_ request: HTTPRequest, of client: HTTPClient? = nil) async -> HTTPError.Code? {
        await failure(of: request, client)?.code
    }

    @Test("an answer has status, fields and body; the server learns who asks and on what condition")
    func answers() async throws {
        let server = try HTTPServer { _ in .text("hello", [("ETag", "\"1\""), ("Content-Type", "Text/XML; charset=x")])
        }

        let answer = try await client.get(HTTPRequest(server.address + "/a?b=c", fields: ["If-None-Match": "\"0\""]))

        #expect(answer.head.status == 200)
        #expect(answer.head.fields["etag"] == "\"1\"")
        #expect(answer.head.contentType == "text/xml")
        #expect(answer.body == Array("hello".utf8))
        let request = try #require(server.requests.first)
        #expect(request.path == "/a?b=c")
        #expect(request.fields["user-agent"] == "OnCue/test")
        #expect(request.fields["if-none-match"] == "\"0\"")
    }

    @Test("every status is an answer, with its body", arguments: [304, 404, 410, 500])
    func statuses(status: Int) async throws {
        let server = try HTTPServer { _ in .init(status, [("Retry-After", "120")]) }

        let answer = try await client.get(HTTPRequest(server.address))

        #expect(answer.head.status == status)
        #expect(answer.head.fields["retry-after"] == "120")
    }

    @Test("what is posted arrives with its type, and its redirection is the answer where none is followed")
    func posts() async throws {
        let server = try HTTPServer { request in
            request.path == "/moved" ? .init(307, [("Location", "/there")]) : .text(request.path)
        }
        var request = HTTPRequest(server.address + "/here", fields: ["Content-Type": "application/json"])
        request.body = Array("{\"a\":1}".utf8)
        var moved = HTTPRequest(server.address + "/moved", fields: ["Authorization": "Token t"])
        moved.followsRedirections = false

        #expect(try await client.get(request).body == Array("/here".utf8))
        #expect(try await client.get(moved).head.status == 307)

        #expect(server.requests.first?.body == request.body)
        #expect(server.requests.first?.fields["content-type"] == "application/json")
        #expect(server.requests.map(\.path) == ["/here", "/moved"])
    }

    @Test("a packed body is unpacked, and its limit counts what is unpacked")
    func gzip() async throws {
        let text = [UInt8](repeating: 0x41, count: 100_000)
        let server = try HTTPServer { _ in .init(200, [("Content-Encoding", "gzip")], GzipFile.pack(text)) }

        #expect(try await client.get(HTTPRequest(server.address)).body == text)
        #expect(server.requests.first?.fields["accept-encoding"]?.contains("gzip") == true)
        #expect(await code(HTTPRequest(server.address, limit: 99_999)) == .tooLarge)
    }

    @Test("redirections are followed, and those for good are remembered up to the first that is not")
    func redirections() async throws {
        let server = try HTTPServer { request in
            switch request.path {
            case "/1": .init(301, [("Location", "/2")])
            case "/2": .init(308, [("Location", "3?x=y")])
            case "/3?x=y": .init(302, [("Location", "/4")])
            case "/4": .init(301, [("Location", "/5")])
            default: .text(request.path)
            }
        }

        let answer = try await client.get(HTTPRequest(server.address + "/1"))

        #expect(answer.body == Array("/5".utf8))
        #expect(answer.head.address == server.address + "/5")
        #expect(answer.head.movedTo == server.address + "/3?x=y")
    }

    @Test("redirections in a circle and without an end are told")
    func redirectLoops() async throws {
        let server = try HTTPServer { request in
            let next = request.path.hasPrefix("/n") ? "/n\(request.path.utf8.count)" + request.path : "/loop"
            return .init(302, [("Location", next)])
        }

        #expect(await code(HTTPRequest(server.address + "/loop")) == .redirectLoop)
        #expect(await code(HTTPRequest(server.address + "/n")) == .redirectLoop)
        #expect(
            await failure(of: HTTPRequest(server.address + "/loop"))?.message
                == server.address + "/loop redirects in a circle; check the address")
        #expect(
            await failure(of: HTTPRequest(server.address + "/n"))?.message
                == server.address + "/n redirects more than 10 times; check the address")
        #expect(server.requests.count <= 2 * (2 + HTTPClient.redirectLimit + 1))
    }

    @Test("a server with a certificate of its own making is refused, and it is the certificate that is blamed")
    func selfSigned() async throws {
        let server = try await EncryptedServer()

        let failure = await failure(of: HTTPRequest(server.address + "/song.mp3"))

        #expect(failure?.code == .notTrusted)
        #expect(
            failure?.message
                == "the certificate of 127.0.0.1 is not trusted: it is self-signed, or signed by an authority that this "
                + "machine does not trust; if it is your own server, add its certificate to those that this machine trusts"
        )
    }

    @Test("a redirection to something else than the web is refused")
    func redirectionElsewhere() async throws {
        let server = try HTTPServer { _ in .init(302, [("Location", "file:///etc/passwd")]) }

        #expect(await code(HTTPRequest(server.address)) == .invalidAddress)
    }

    @Test("2 GB that are promised are not read, and neither is more than the limit where nothing is promised")
    func tooLarge() async throws {
        let body = [UInt8](repeating: 0, count: 4096)
        let server = try HTTPServer { _ in .init(200, [], body, promised: 2_000_000_000, isHeldOpen: true) }
        let silent = try HTTPServer { _ in .init(200, [], body) }

        #expect(await code(HTTPRequest(server.address)) == .tooLarge)
        #expect(await code(HTTPRequest(silent.address, limit: 4000)) == .tooLarge)
    }

    /// Keeps what it is given.
    @MediaActor
    private final class Bucket: HTTPBodySink {
        private(set) var bytes: [UInt8] = []

        @MediaActor func begin(_ head: HTTPHead) async throws(HTTPError) -> Bool { true }

        @MediaActor func take(_ piece: [UInt8]) async throws(HTTPError) { bytes += piece }
    }

    @Test("the beginning of a long body is kept where it is wanted, whether its length is announced or not")
    func beginning() async throws {
        let body = (0..<9000).map { UInt8(truncatingIfNeeded: $0) }
        let promising = try HTTPServer { _ in .init(200, [], body, promised: 2_000_000_000, isHeldOpen: true) }
        let chunked = try HTTPServer { _ in
            var response = HTTPServer.Response(200, [], body)
            response.framing = .chunked
            return response
        }
        let exact = try HTTPServer { _ in .init(200, [], Array(body.prefix(4000))) }

        for server in [promising, chunked] {
            var request = HTTPRequest(server.address, limit: 4000)
            request.keepsBeginning = true
            let bucket = Bucket()
            let error = await #expect(throws: HTTPError.self) { try await client.send(request, into: bucket) }
            #expect(error?.code == .tooLarge)
            #expect(bucket.bytes == Array(body.prefix(4000)))
        }
        var whole = HTTPRequest(exact.address, limit: 4000)
        whole.keepsBeginning = true
        #expect(try await client.get(whole).body.count == 4000)
    }

    @Test("a body that ends too early, and a server that falls silent, are told apart")
    func broken() async throws {
        let cut = try HTTPServer { _ in .init(200, [], [1, 2, 3], promised: 10) }
        let silent = try HTTPServer { _ in .init(200, [], [1, 2, 3], promised: 10, isHeldOpen: true) }
        let hasty = HTTPClient(userAgent: "OnCue/test", timeout: .milliseconds(500))

        #expect(await code(HTTPRequest(cut.address)) == .cutOff)
        #expect(await code(HTTPRequest(silent.address), of: hasty) == .timedOut)
        #expect(await code(HTTPRequest(silent.address, deadline: .milliseconds(50))) == .timedOut)
    }

    private func error(_ request: HTTPRequest) async -> HTTPError? {
        do throws(HTTPError) {
            _ = try await client.get(request)
            return nil
        } catch {
            return error
        }
    }

    @Test("a server that does not answer is not waited for longer than the request says, at any address on the way")
    func patience() async throws {
        var mute = HTTPServer.Response()
        mute.isMute = true
        let answer = mute
        let server = try HTTPServer { $0.path == "/on" ? .init(302, [("Location", "/mute")]) : answer }

        for path in ["/mute", "/on"] {
            var request = HTTPRequest(server.address + path, deadline: nil)
            request.patience = .seconds(1)
            let error = await error(request)
            #expect(error?.code == .timedOut)
            // On a busy machine the first address may be the one that is late.
            let late = ["/mute", path].map {
                "\(server.address)\($0) did not answer within 1 s; check the address, or try again later"
            }
            #expect(late.contains(error?.message ?? ""), "\(error?.message ?? "")")
        }
    }

    @Test("a server that sends a byte now and then is given up")
    func pace() async throws {
        let header = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 100000"
        let server = try StreamServer(
            header: header, chunks: Array(repeating: [0x41], count: 10_000), pause: .milliseconds(10))
        var request = HTTPRequest(server.uri)
        request.pace = HTTPPace(bytes: 1000, window: .milliseconds(300))

        let error = await error(request)

        #expect(error?.code == .timedOut)
        #expect(error?.message.hasSuffix("sends too slowly; try again later") == true)
    }

    @Test("servers that say nothing keep no other request waiting, also at the same host")
    func others() async throws {
        var mute = HTTPServer.Response()
        mute.isMute = true
        let answer = mute
        let server = try HTTPServer { $0.path == "/" ? .text("here") : answer }
        let hanging = (0..<7).map { number in
            Task { await code(HTTPRequest(server.address + "/\(number)", deadline: nil)) }
        }
        while server.requests.count < hanging.count { await Task.yield() }

        let found = try await client.get(HTTPRequest(server.address + "/", deadline: .seconds(5)))

        #expect(found.body == Array("here".utf8))
        for task in hanging { task.cancel() }
        for task in hanging { #expect(await task.value == .cancelled) }
    }

    @Test(
        "nobody there, and no address",
        arguments: [
            "nothing", "ftp://a/b", "http://", "http:///x", "http://:80/", "https://u@:1/", "file:///etc/passwd",
        ])
    func invalid(address: String) async {
        #expect(await code(HTTPRequest(address)) == .invalidAddress)
        #expect(await code(HTTPRequest("http://127.0.0.1:1/")) == .unreachable)
    }

    @Test("cancelling the task ends the exchange at once")
    func cancels() async throws {
        let silent = try HTTPServer { _ in .init(200, [], [1], promised: 10, isHeldOpen: true) }
        let address = silent.address
        let task = Task { await code(HTTPRequest(address, deadline: nil)) }

        task.cancel()

        #expect(await task.value == .cancelled)
    }

    @Test(
        "an exchange may be cancelled at any moment, plain or packed, by whoever waits or by its time limit",
        arguments: TestEffort.seeds(2))
    func cancelsAnywhere(seed: Int) async throws {
        let packed = GzipFile.pack([UInt8](repeating: 0x41, count: 400_000))
        let server = try HTTPServer { request in
            request.path.hasPrefix("/packed") ? .init(200, [("Content-Encoding", "gzip")], packed) : .text("here")
        }
        var numbers = SplitMix64(seed: UInt64(seed))
        var client: HTTPClient? = HTTPClient(userAgent: "OnCue/test", timeout: .seconds(10))
        for round in 0..<150 {
            let running = try #require(client)
            let exchanges = (0..<6).map { number in
                let limit = Duration.microseconds(Int(numbers.next() % 3000))
                let address = server.address + (numbers.next() % 2 == 0 ? "/packed" : "/plain")
                let deadline = number % 3 == 0 ? limit : nil
                return (
                    Task { @MediaActor in await code(HTTPRequest(address, deadline: deadline), of: running) }, limit
                )
            }
            for (task, limit) in exchanges {
                // The moments are what is tested, however the machine hits them.
                let end = ContinuousClock.now + limit / 4
                while ContinuousClock.now < end { await Task.yield() }
                task.cancel()
            }
            for (task, _) in exchanges {
                let code = await task.value
                #expect([nil, .cancelled, .timedOut].contains(code))
            }
            // Clients go, too, with what they have begun.
            if round % 10 == 9 { client = HTTPClient(userAgent: "OnCue/test", timeout: .seconds(10)) }
        }
    }

    @Test("a field that would begin another one is left out")
    func fieldInjection() async throws {
        let server = try HTTPServer { _ in .text("") }

        _ = try await client.get(HTTPRequest(server.address, fields: ["If-None-Match": "a\r\nX-Evil: 1"]))

        #expect(server.requests.first?.fields["x-evil"] == nil)
        #expect(server.requests.first?.fields["if-none-match"] == nil)
    }
}
