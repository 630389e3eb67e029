// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueActivities
internal import OnCueCore

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
    private static let largestCount = 64

    var busName: String
    var name: String
    /// The object with `org.oncue.ActivityHandler1`; `nil` for a program that takes nothing up again.
    var objectPath: String?
    var types: [String]
    /// The time limit of a call, in which a program that does not run is started as well.
    var deadline: Duration

    /// `nil` if the text declares nothing.
    init?(_ text: String) {
        let values = InstalledFiles.values(of: Self.group, in: text)
        guard let busName = values["BusName"], let identity = ProviderIdentity(busName: String(busName)),
            identity.busName != ServiceNames.busName
        else { return nil }
        let types = (values["Types"] ?? "").split(separator: ";").map { String($0.filter { $0 != " " }) }
        self.types = types.filter { Activity.isReverseDNS($0) && !$0.hasPrefix(ServiceNames.busName + ".") }
        self.busName = identity.busName
        name = (values["Name"].map(String.init) ?? identity.busName).cut(to: ProviderLimits.nameBytes)
        objectPath = values["ObjectPath"].map(String.init).flatMap { BusValue.isObjectPath($0) ? $0 : nil }
        guard !self.types.isEmpty || objectPath != nil else { return nil }
        let wanted = values["Deadline"].flatMap { Int($0) }.map { Duration.milliseconds($0) } ?? Self.defaultDeadline
        deadline = min(max(wanted, Self.deadlines.lowerBound), Self.deadlines.upperBound)
    }

    /// Returns all declarations in folders; of two of one program the first is used. Blocks.
    static func read(_ folders: [String]) -> [String: ActivityProgram] {
        var programs: [String: ActivityProgram] = [:]
        for folder in folders {
            for file in InstalledFiles.names(in: folder) where file.hasSuffix(".activities") {
                guard programs.count < largestCount, let text = InstalledFiles.contents(folder + "/" + file),
                    let program = ActivityProgram(text), programs[program.busName] == nil
                else { continue }
                programs[program.busName] = program
            }
        }
        return programs
    }
}
