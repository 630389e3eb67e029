// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// How long an assistant waits after starting `oncue mcp`.
struct AssistantTime: Measurement {
    let name = "assistant"
    let summary = "oncue mcp starts, answers the handshake and lists its tools"

    private static let aim = Figure.Aim.atMost(60)
    private static let handshake = """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},\
        "clientInfo":{"name":"bench","version":"1"}}}

        """
    private static let discovery = """
        {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{\
        "io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}

        """
    private static let tools = #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"# + "\n"

    func measure(_ bench: Bench) async throws -> [Figure] {
        let host = try await Host(in: bench.sandbox)
        defer { host.remove() }
        let runs = bench.options.runs(100, quick: 20)
        var (starts, lists, discoveries) = (Samples(), Samples(), Samples())
        // The first start reads the program from the disk.
        for run in 0...runs {
            let times = try Self.times(of: [Self.handshake, Self.tools], host)
            let discovery = try Self.times(of: [Self.discovery], host)
            guard run > 0 else { continue }
            starts.add(milliseconds: times[0])
            lists.add(milliseconds: times[1])
            discoveries.add(milliseconds: discovery[0])
        }
        return [
            Figure("oncue mcp, from its start to the answer of initialize", starts, "ms"),
            Figure("the same, 95th percentile", starts, "ms", quantile: 0.95, aim: Self.aim),
            Figure("oncue mcp, from its start to the answer of server/discover", discoveries, "ms"),
            Figure("the same, 95th percentile", discoveries, "ms", quantile: 0.95, aim: Self.aim),
            Figure("its list of tools after that", lists, "ms"),
        ]
    }

    /// The time until each request is answered: that of the first from the start of the program on.
    private static func times(of requests: [String], _ host: Host) throws(BenchError) -> [Duration] {
        let (input, output) = (try pipe(), try pipe())
        var open = [input.read, input.write, output.read, output.write]
        func close(_ end: Int32) {
            guard let index = open.firstIndex(of: end) else { return }
            Glibc.close(open.remove(at: index))
        }
        defer { for end in open { Glibc.close(end) } }
        var begin = ContinuousClock.now
        let process = try host.command("mcp", input: input.read, output: .descriptor(output.write)).start()
        close(input.read)
        close(output.write)
        var times: [Duration] = []
        for request in requests {
            let bytes = Array(request.utf8)
            guard write(input.write, bytes, bytes.count) == bytes.count else { throw .system("ask oncue mcp", errno) }
            try readLine(output.read)
            times.append(begin.duration(to: .now))
            begin = .now
        }
        close(input.write)
        let status = host.wait(for: process)
        guard status == 0 else { throw BenchError("oncue mcp ended with status \(status)") }
        return times
    }

    private static func pipe() throws(BenchError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw .system("make a pipe", errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func readLine(_ descriptor: Int32) throws(BenchError) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { throw BenchError("oncue mcp does not answer") }
            if buffer[count - 1] == UInt8(ascii: "\n") { return }
        }
    }
}
