// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueSuggestions

extension RaisingSettings {
    private static var day: Int { 24 * 60 }

    var busValues: [String: BusValue] {
        var values = BusDictionary()
        values.set("quietFrom", quietHours?.from)
        values.set("quietTo", quietHours?.to)
        values.set("coolDown", coolDown)
        values.set("lifetime", lifetime)
        values.set("stagingGuard", stagingGuard)
        values.set("dismissalLimit", dismissalLimit)
        values.set("stages", .bool(stages))
        values.set("notifies", .bool(notifies))
        values.set("moments", .strings(moments.map(\.rawValue).sorted()))
        return values.values
    }

    /// Applies the given settings.
    ///
    /// - Throws: `InvalidValue`; some may have been applied then.
    mutating func take(_ value: BusValue?) throws(BusError) {
        var options = SuggestionOptions(value)
        try takeQuietHours(&options)
        coolDown = try options.span("coolDown", .zero ... .seconds(86_400)) ?? coolDown
        lifetime = try options.span("lifetime", .seconds(10) ... .seconds(86_400)) ?? lifetime
        stagingGuard = try options.span("stagingGuard", .zero ... .seconds(86_400)) ?? stagingGuard
        dismissalLimit = try options.number("dismissalLimit", in: 0...100) ?? dismissalLimit
        stages = try options.flag("stages") ?? stages
        notifies = try options.flag("notifies") ?? notifies
        if let words = try options.texts("moments") { moments = try Self.moments(words) }
        try options.finish()
    }

    private mutating func takeQuietHours(_ options: inout SuggestionOptions) throws(BusError) {
        let from = try options.number("quietFrom", in: 0...Self.day)
        let to = try options.number("quietTo", in: 0...Self.day)
        switch (from, to) {
        case (nil, nil): break
        case (Self.day, Self.day): quietHours = nil
        case (let from?, let to?):
            guard let hours = QuietHours(from: from, to: to) else {
                throw ControlError.invalidValue("quietFrom and quietTo must be minutes of a day, 0 to 1439")
            }
            quietHours = hours
        default: throw ControlError.invalidValue("quietFrom and quietTo must be set together")
        }
    }

    private static func moments(_ words: [String]) throws(BusError) -> Set<Trigger.Kind> {
        var moments: Set<Trigger.Kind> = []
        for word in words {
            guard let kind = Trigger.Kind(rawValue: word), !kind.lasts, kind != .time else {
                throw ControlError.invalidValue(
                    "\"\(word.prefix(40))\" is not a moment; expected car-left, departure, unlock, wake or boot")
            }
            moments.insert(kind)
        }
        return moments
    }
}

extension SuggestionOptions {
    /// A time in microseconds.
    fileprivate mutating func span(
        _ name: String, _ range: ClosedRange<Duration>
    ) throws(BusError) -> Duration? {
        guard let value = try take(name, "a time in microseconds", { $0.intValue }) else { return nil }
        let span = Duration.microseconds(value)
        guard range.contains(span) else {
            throw ControlError.invalidValue(
                "\(name) must be from \(range.lowerBound.components.seconds) to "
                    + "\(range.upperBound.components.seconds) seconds")
        }
        return span
    }
}
