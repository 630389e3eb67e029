// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueActivities
internal import OnCueCore
internal import OnCueRuntime

/// A program that declares types of activities in an installed file `NAME.activities`.
///
/// ```
/// [Activity Program]
/// Name=Concerts
/// BusName=org.example.Concerts
/// ObjectPath=/org/example/Concerts
/// Types=org.example.Concerts.concert;org.example.Concerts.venue
/// ```
struct ActivityProgram: Sendable, Equatable {
    static let deadlines: ClosedRange<Duration> = .milliseconds(100) ... .seconds(20)
    private static let defaultDeadline: Duration = .seconds(5)
    private static let group = "[Activity Program]"

    var busName: String
    var name: String
    /// The object with `org.oncue.ActivityHandler1`; `nil` for a program that does not continue activities.
    var objectPath: String?
    var types: [String]
    /// The time limit of a call, which includes starting a program that does not run.
    var deadline: Duration

    /// Reads a declaration.
    ///
    /// - Returns: The program, or `nil` if the text declares none; and one sentence for each problem.
    static func read(_ text: String) -> (program: ActivityProgram?, problems: [String]) {
        let values = InstalledFiles.values(of: group, in: text)
        guard !values.isEmpty else { return (nil, ["it has no group \(group) with values"]) }
        guard let busName = values["BusName"] else { return (nil, ["BusName is missing"]) }
        guard let identity = ProviderIdentity(busName: String(busName)), identity.busName != ServiceNames.busName else {
            return (nil, ["BusName is \(quoted(busName)), which is not the name of a program on the bus"])
        }
        var problems: [String] = []
        let written = (values["Types"] ?? "").split(separator: ";").map { String($0.filter { $0 != " " }) }
        let types = written.filter { type in
            guard !Activity.isReverseDNS(type) || type.hasPrefix(ServiceNames.busName + ".") else { return true }
            problems.append("Types has \(quoted(type[...])), which is not a name such as \(identity.busName).thing")
            return false
        }
        let path = values["ObjectPath"].map(String.init)
        let isPath = path.map(BusValue.isObjectPath) ?? true
        if let path, !isPath { problems.append("ObjectPath is \(quoted(path[...])), which is not a path on the bus") }
        if let deadline = values["Deadline"], Int(deadline) == nil {
            problems.append("Deadline is \(quoted(deadline)), which is not a number of milliseconds")
        }
        guard !types.isEmpty || isPath && path != nil else {
            return (nil, problems.isEmpty ? ["Types and ObjectPath are missing"] : problems)
        }
        let wanted = values["Deadline"].flatMap { Int($0) }.map { Duration.milliseconds($0) } ?? defaultDeadline
        let program = ActivityProgram(
            busName: identity.busName,
            name: (values["Name"].map(String.init) ?? identity.busName).cut(to: ProviderLimits.nameBytes),
            objectPath: isPath ? path : nil, types: types,
            deadline: min(max(wanted, deadlines.lowerBound), deadlines.upperBound))
        return (program, problems)
    }

    private static func quoted(_ text: Substring) -> String { "\"\(String(text).cut(to: 200))\"" }
}

/// The installed declarations of activities.
struct ActivityDeclarations: Sendable, Equatable {
    /// A problem with a file.
    struct Problem: Sendable, Hashable {
        var path: String
        /// One sentence, which names the file.
        var sentence: String
    }

    private static let largestCount = 64
    private static let largestFile = 65_536

    /// The programs by their names on the bus.
    var programs: [String: ActivityProgram] = [:]
    /// The problems in the order of the files.
    var problems: [Problem] = []

    /// Returns all declarations in folders; if a program is declared twice, the first is used. Blocks.
    static func read(_ folders: [String]) -> ActivityDeclarations {
        var all = ActivityDeclarations()
        for folder in folders {
            for file in InstalledFiles.names(in: folder) where file.hasSuffix(".activities") {
                all.add(folder + "/" + file)
            }
        }
        return all
    }

    private mutating func add(_ path: String) {
        do throws(WholeFile.Failure) {
            // A file that has been removed by now is not a problem.
            guard let bytes = try WholeFile.read(path, limit: Self.largestFile) else { return }
            let (program, problems) = ActivityProgram.read(String(decoding: bytes, as: UTF8.self))
            self.problems += problems.map { Problem(path: path, sentence: path + ": " + $0) }
            guard let program, programs[program.busName] == nil else { return }
            guard programs.count < Self.largestCount else {
                let sentence = "\(path): there are \(Self.largestCount) programs already, which is the limit"
                self.problems.append(Problem(path: path, sentence: sentence))
                return
            }
            programs[program.busName] = program
        } catch {
            problems.append(Problem(path: path, sentence: error.message))
        }
    }
}
