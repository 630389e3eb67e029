// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import Glibc
internal import JSON
internal import OnCueCore
internal import OnCueDesk
internal import OnCueHandoff
internal import OnCueInterface
internal import OnCueRuntime
internal import OnCueSession
internal import PairedMachines
internal import ServiceDiscovery
internal import SystemServices

/// The other machines of the user, reached through `oncue handoff`: that program has the keys and access to ssh, and
/// this process does not.
enum HandoffMachines {
    private static let executor = BlockingExecutor(label: "oncue.handoff")
    private static let largestConfiguration = 1 << 20
    private static let largestAnswer = 1 << 16
    /// For all paired machines, each of which has up to 4 KiB of text.
    private static let largestListing = 1 << 20
    /// Callers on the bus do not wait longer.
    private static let patience: Duration = .seconds(22)
    /// More than all steps of a handoff may take, each asked twice. If it were ended in its last steps, this machine
    /// could be left paused and the other one silent.
    private static let limit: Duration = .seconds(600)

    /// Returns access to the machines that are paired with this one, and to the hosts in the user's ssh configuration.
    ///
    /// - Parameter state: The folder of this user's state.
    static func machines(state: String) -> OtherMachines {
        let home = ProcessEnvironment.variable("HOME") ?? "/nonexistent"
        var machines = OtherMachines(
            names: {
                await executor.run {
                    let pairs = text(of: MachineBook.path(state: state), limit: MachineBook.fileLimit)
                    let paired = MachineBook(text: pairs)?.machines.map(\.name) ?? []
                    let hosts = SSHHosts.names(in: text(of: home + "/.ssh/config", limit: largestConfiguration))
                    return paired + hosts.filter { !paired.contains($0) }
                }
            },
            move: { try await done(["handoff", $0 ? "from" : "to", $1], with: $1) },
            together: { deed in
                switch deed {
                case .join(let machine): try await done(["together", "join", machine], with: machine)
                case .invite(let machine): try await done(["together", "invite", machine], with: machine)
                case .leave: try await done(["together", "leave"], with: "this machine")
                }
            })
        machines.paired = { Array(await pairedNames(state: state).values) }
        machines.playing = {
            let run = BackgroundRun(OwnProgram.oncue, ["handoff", "--json"], limit: limit, largest: largestListing)
            guard let outcome = await run.start(patience: patience) else {
                throw ServiceError(.notAvailable, "the paired machines take too long to answer")
            }
            guard outcome.status == 0, let json = try? JSONValue(parsing: outcome.text) else {
                throw ServiceError(
                    .notAvailable, reason(outcome.text.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""))
            }
            return (json["items"]?.arrayValue ?? []).compactMap(MachineRecord.init(json:))
        }
        return machines
    }

    /// Returns access to the queues and activities left at the machines that are paired with this one.
    static func leaving(state: String) -> LeavingMachines {
        LeavingMachines(
            left: {
                let isPaired = await executor.run {
                    MachineBook(text: text(of: MachineBook.path(state: state), limit: MachineBook.fileLimit))?
                        .machines.isEmpty == false
                }
                guard isPaired else { return [] }
                let run = BackgroundRun(
                    OwnProgram.oncue, ["handoff", "--json"], limit: limit, largest: largestListing)
                guard let outcome = await run.start(patience: patience), outcome.status == 0 else { return [] }
                return LeftElsewhere.all(json: outcome.text)
            },
            take: { left in
                _ = try await done(
                    ["handoff", "from", left.machine] + (left.part == .activity ? ["--activity"] : []),
                    with: left.machine)
            })
    }

    /// Runs `oncue` with arguments that move playback, or play in step.
    ///
    /// - Returns: The lines of its output.
    private static func done(_ words: [String], with machine: String) async throws -> [String] {
        let run = BackgroundRun(OwnProgram.oncue, words, limit: limit, largest: largestAnswer)
        guard let outcome = await run.start(patience: patience) else {
            throw ServiceError(
                .notAvailable,
                "\(machine) takes long, and is still being asked; oncue now shows whether it still plays here")
        }
        let lines = outcome.text.split(whereSeparator: \.isNewline).map(String.init)
        guard outcome.status == 0 else {
            throw ServiceError(
                .notAvailable,
                lines.last.map(reason) ?? "\(machine) did not answer; oncue now shows whether it still plays here")
        }
        return lines
    }

    /// Follows a machine through `oncue together follow`, which can reach it, until that ends or this task is
    /// cancelled.
    ///
    /// - Returns: The reason why it ended; empty if it was meant to end.
    static func follow(_ machine: String) async -> String {
        guard let stop = StopSign() else { return "no more files can be opened" }
        return await withTaskCancellationHandler {
            // Each has its own thread, which waits for as long as the machine is followed.
            await BlockingExecutor(label: "oncue.together").run {
                guard let process = HelperProcess(OwnProgram.oncue, ["together", "follow", machine], errors: .read)
                else { return "oncue is not installed" }
                let bytes = process.readAll(
                    within: .seconds(10 * 365 * 86_400), largest: largestAnswer, unless: stop)
                let status = process.end()
                let lines = String(decoding: bytes ?? [], as: UTF8.self).split(whereSeparator: \.isNewline)
                    .map(String.init)
                return status == 0 ? "" : lines.last.map(reason) ?? "the program that follows it has ended"
            }
        } onCancel: {
            stop.set()
        }
    }

    /// Returns the identifiers of the machines that are paired with this one.
    static func paired(state: String) async -> Set<String> { Set(await pairedNames(state: state).keys) }

    /// Returns the identifier by which paired machines know this one; `nil` before it has a key.
    static func own(state: String) async -> String? {
        await executor.run {
            MachineBook(text: text(of: MachineBook.path(state: state), limit: MachineBook.fileLimit))?.own?.text
        }
    }

    /// Returns the names of the machines that are paired with this one, by their identifiers.
    static func pairedNames(state: String) async -> [String: String] {
        await executor.run {
            let text = text(of: MachineBook.path(state: state), limit: MachineBook.fileLimit)
            let machines = MachineBook(text: text)?.machines ?? []
            return Dictionary(machines.map { ($0.identifier.text, $0.name) }) { first, _ in first }
        }
    }

    /// Exchanges listening with a paired machine, if it can be reached.
    ///
    /// - Parameter name: Its name.
    /// - Returns: The reason why that failed; empty if it succeeded.
    static func exchangeListening(with name: String) async -> String {
        let run = BackgroundRun(
            OwnProgram.oncue, ["handoff", "sync", "--", name], limit: limit, largest: largestAnswer)
        guard let outcome = await run.start(patience: .seconds(120)) else { return "" }
        guard outcome.status != 0 else { return "" }
        let line = outcome.text.split(whereSeparator: \.isNewline).last.map(String.init)
        return reason(line ?? "oncue handoff sync has ended")
    }

    /// Returns a function that starts a watch, which calls its argument with the digits that a listening machine
    /// announces, and returns the function that ends it.
    @MediaActor
    static func watch(
        _ system: SystemBus
    ) -> @MediaActor (@escaping @MediaActor (String) -> Void) -> @MediaActor () async -> Void {
        { appeared in
            let watch = ServiceWatch(LinkService.listening, system: system) { service in
                if let digits = service.texts["id"] { appeared(digits) }
            }
            watch.start()
            return { await watch.stop() }
        }
    }

    /// Returns the text of a file; empty if it cannot be read.
    private static func text(of path: String, limit: Int) -> String {
        String(decoding: (try? WholeFile.read(path, limit: limit)) ?? [], as: UTF8.self)
    }

    /// Returns a line of output without the name of the program at its beginning.
    private static func reason(_ line: String) -> String {
        line.hasPrefix("oncue: ") ? String(line.dropFirst("oncue: ".count)) : line
    }
}

extension LeftElsewhere {
    /// Returns the queues and activities that `oncue handoff --json` lists as left at other machines.
    fileprivate static func all(json text: String) -> [LeftElsewhere] {
        let items = (try? JSONValue(parsing: text))?["items"]?.arrayValue ?? []
        return items.flatMap { item in
            let machine = item["name"]?.stringValue ?? ""
            // Activities of OnCue itself need a terminal.
            let isOwn = item["activity"]?["type"]?.stringValue?.hasPrefix(ServiceNames.busName + ".") == true
            return [
                one(.queue, machine, item), isOwn ? nil : item["activity"].flatMap { one(.activity, machine, $0) },
            ].compactMap(\.self)
        }
    }

    private static func one(_ part: Part, _ machine: String, _ json: JSONValue) -> LeftElsewhere? {
        guard let absence = json["absence"]?.doubleValue, (0...1e9).contains(absence),
            let title = json["title"]?.stringValue, !title.isEmpty
        else { return nil }
        return LeftElsewhere(part, at: machine, title: printable(title), absence: .seconds(absence))
    }

    /// Returns a text of another machine in a form that can be shown: one line of bounded length.
    fileprivate static func printable(_ text: String) -> String {
        String(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
            .shortened(toBytes: 200)
    }
}

extension MachineRecord {
    /// Creates the record of a machine from the output of `oncue handoff --json`.
    fileprivate init?(json: JSONValue) {
        guard let name = json["name"]?.stringValue, !name.isEmpty else { return nil }
        self.init(name, isReachable: json["reachable"]?.boolValue ?? false)
        title = LeftElsewhere.printable(json["title"]?.stringValue ?? "")
        artists = (json["artists"]?.arrayValue ?? []).prefix(20).compactMap(\.stringValue).map(LeftElsewhere.printable)
        (position, absence) = (Self.time(json["position"]), Self.time(json["absence"]))
        isPlaying = json["playing"]?.boolValue ?? false
    }

    private static func time(_ json: JSONValue?) -> Duration? {
        guard let seconds = json?.doubleValue, (0...1e9).contains(seconds) else { return nil }
        return .seconds(seconds)
    }
}

/// The programs of this installation.
enum OwnProgram {
    /// The path of `oncue`: in the folder of this program, or else from the search path.
    static var oncue: String {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let beside = own.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/oncue"
        return access(beside, X_OK) == 0 ? beside : "oncue"
    }
}
