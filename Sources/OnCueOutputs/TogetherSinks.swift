// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import PulseAudio

/// The modules that a sound server must load or unload to play the same sound on several of its sinks.
///
/// `module-combine-sink` makes one sink of several; a sink that disappears leaves it, and rejoins when it is back.
struct TogetherSinks: Sendable, Equatable {
    /// The prefix of the names of combined sinks.
    static let prefix = "oncue_together_"

    /// The sinks to combine; `nil` if nothing is to be combined, or the wanted sink exists.
    private(set) var load: [String]?
    /// The modules whose combined sinks are no longer needed.
    private(set) var unload: [UInt32] = []
    /// The wanted combined sink.
    private(set) var sink: PulseSink?

    /// - Parameters:
    ///   - wanted: The devices that are to play together; at least two, or none.
    ///   - process: The process whose streams keep a combined sink in use.
    ///   - isRunning: Whether a process runs; the sinks of other running processes are not touched.
    init(_ state: PulseState, wanted: [ChosenOutput], process: Int32, isRunning: (Int32) -> Bool) {
        let identifier = wanted.isEmpty ? nil : OutputSelection.identifier(together: wanted.map(\.identifier))
        let single = state.sinks.filter { $0.together == nil }
        let names = Set(single.map(\.name))
        let present = wanted.compactMap { output in
            single.first { AudioOutputDescription($0, isDefault: false).identifier == output.identifier }?.name
        }
        let own = state.sinks.filter { $0.together?.process == process }
        sink = own.last { sink in
            sink.together?.identifier == identifier && !present.isEmpty
                && Set(present).isSubset(of: sink.together?.members ?? [])
        }
        if sink == nil, !present.isEmpty { load = present }
        for other in own where other.index != sink?.index {
            let isInUse = state.streams.contains { $0.process == process && $0.sink == other.index }
            let isHeard = other.together?.members.contains(where: names.contains) ?? false
            if let module = other.module, !isInUse || !isHeard { unload.append(module) }
        }
        for other in state.sinks {
            guard let owner = other.together?.process, owner != process, !isRunning(owner), let module = other.module
            else { continue }
            unload.append(module)
        }
    }

    /// Returns the arguments of the module that combines sinks; `nil` if a name does not fit in.
    static func arguments(_ sinks: [String], wanted: [ChosenOutput], process: Int32, number: Int) -> String? {
        guard sinks.allSatisfy(isPlain), wanted.map(\.identifier).allSatisfy(isPlain) else { return nil }
        let selection = OutputSelection(wanted)
        let title = (selection.title ?? "").filter { $0.isLetter || $0.isNumber || " -.,_()".contains($0) }
        let properties = [
            "device.description": title, "oncue.process": "\(process)", "oncue.members": sinks.joined(separator: ","),
            "oncue.together": selection.identifier ?? "",
        ]
        let list = properties.sorted { $0.key < $1.key }.map { "\($0.key)=\"\($0.value)\"" }.joined(separator: " ")
        return
            "sink_name=\(prefix)\(process)_\(number) slaves=\(sinks.joined(separator: ",")) sink_properties='\(list)'"
    }

    /// Returns whether a name has no characters with a special meaning in arguments.
    private static func isPlain(_ name: String) -> Bool {
        name.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "._-:+@".utf8.contains(byte)
        }
    }
}
