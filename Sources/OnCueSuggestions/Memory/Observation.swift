// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// One play, as the memory keeps it; names are numbers of a ``NameTable``.
struct Observation: Sendable, Equatable {
    var item: Int32
    /// The two items before it, and the one before it in the same surroundings.
    var before: Int32
    var beforeThat: Int32
    var beforeHere: Int32
    var place: Int32
    var trigger: Int32
    var device: Int32
    var weekday: Int32
    /// Seconds, and hours of the day.
    var time: Double
    var hour: Double
    /// ln(1 + number of preceding plays in its session), and the same for plays of this item only.
    var position: Double
    var repetition: Double
    /// The number of plays up to this one, from which the number of later ones follows.
    var number: Int

    var isWeekend: Bool { weekday >= 5 }
    var beganSession: Bool { position == 0 }
}
