// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import OnCueCore

extension RemoteCommand {
    /// Reads a command as `Perform` of `org.oncue.RemoteCommands1` takes it.
    ///
    /// - Throws: `InvalidValue` for an unknown name, and for options that are missing, wrong or not accepted.
    init(name: String, options: [String: BusValue]) throws(ServiceError) {
        guard let kind = Kind(rawValue: name) else {
            let names = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ServiceError(.invalidValue, "there is no command \"\(name.prefix(40))\"; expected one of \(names)")
        }
        let options = RemoteOptions(kind, options)
        try options.checkNames()
        switch kind {
        case .play: self = .play
        case .pause: self = .pause
        case .toggle: self = .toggle
        case .stop: self = .stop
        case .next: self = .next
        case .previous: self = .previous
        case .nextChapter: self = .nextChapter
        case .previousChapter: self = .previousChapter
        case .seek: self = try options.seek()
        case .skipForward: self = .skipForward(try options.duration("interval"))
        case .skipBackward: self = .skipBackward(try options.duration("interval"))
        case .rate: self = .setRate(try options.required("rate", "a number") { $0.doubleValue })
        case .shuffle:
            self = .setShuffleMode(try options.mode())
        case .repeat:
            self = .setRepeatMode(try options.mode())
        case .like: self = .like(try options.required("liked", "true or false") { $0.boolValue })
        case .dislike: self = .dislike(try options.required("disliked", "true or false") { $0.boolValue })
        case .bookmark: self = .bookmark(name: try options.name())
        }
    }
}

extension RemoteCommand {
    /// The options with which `Perform` takes the command.
    var options: [String: BusValue] {
        switch self {
        case .seek(let position): ["position": .int64(position.wholeMicroseconds)]
        case .seekBy(let offset): ["offset": .int64(offset.wholeMicroseconds)]
        case .skipForward(let interval?), .skipBackward(let interval?):
            ["interval": .int64(interval.wholeMicroseconds)]
        case .setRate(let rate): ["rate": .double(rate)]
        case .setShuffleMode(let mode): ["mode": .string(mode.rawValue)]
        case .setRepeatMode(let mode): ["mode": .string(mode.rawValue)]
        case .like(let isLiked): ["liked": .bool(isLiked)]
        case .dislike(let isDisliked): ["disliked": .bool(isDisliked)]
        case .bookmark(let name?): ["name": .string(name)]
        default: [:]
        }
    }
}

/// The options of one command.
private struct RemoteOptions {
    let kind: RemoteCommand.Kind
    let values: [String: BusValue]

    init(_ kind: RemoteCommand.Kind, _ values: [String: BusValue]) {
        self.kind = kind
        self.values = values
    }

    private var names: [String] {
        switch kind {
        case .seek: ["position", "offset"]
        case .skipForward, .skipBackward: ["interval"]
        case .rate: ["rate"]
        case .shuffle, .repeat: ["mode"]
        case .like: ["liked"]
        case .dislike: ["disliked"]
        case .bookmark: ["name"]
        case .play, .pause, .toggle, .stop, .next, .previous, .nextChapter, .previousChapter: []
        }
    }

    func checkNames() throws(ServiceError) {
        guard let name = values.keys.sorted().first(where: { !names.contains($0) }) else { return }
        let taken = names.isEmpty ? "no options" : names.joined(separator: " or ")
        throw ServiceError(.invalidValue, "\(kind.rawValue) takes \(taken), not \"\(name.prefix(40))\"")
    }

    func seek() throws(ServiceError) -> RemoteCommand {
        switch (try duration("position"), try duration("offset")) {
        case (let position?, nil): return .seek(to: position)
        case (nil, let offset?): return .seekBy(offset)
        default: throw ServiceError(.invalidValue, "seek takes either position or offset, in microseconds")
        }
    }

    func duration(_ name: String) throws(ServiceError) -> Duration? {
        guard let value = values[name] else { return nil }
        guard let number = value.intValue else {
            throw ServiceError(.invalidValue, "\(name) must be a number of microseconds")
        }
        return .microseconds(number)
    }

    /// Returns the name; `nil` for one without a visible character.
    func name() throws(ServiceError) -> String? {
        guard let value = values["name"] else { return nil }
        guard let text = value.stringValue, text.count <= Bookmark.longestName else {
            throw ServiceError(.invalidValue, "name must be text of at most \(Bookmark.longestName) characters")
        }
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }

    func mode<Mode: RawRepresentable & CaseIterable>() throws(ServiceError) -> Mode where Mode.RawValue == String {
        let text = Mode.allCases.map(\.rawValue).joined(separator: ", ")
        return try required("mode", "one of \(text)") { $0.stringValue.flatMap(Mode.init) }
    }

    func required<T>(_ name: String, _ meaning: String, _ read: (BusValue) -> T?) throws(ServiceError) -> T {
        guard let value = values[name].flatMap(read) else {
            throw ServiceError(.invalidValue, "\(kind.rawValue) needs the option \(name), \(meaning)")
        }
        return value
    }
}
