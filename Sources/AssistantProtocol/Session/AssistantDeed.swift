// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Something that a session asks its owner to do.
package enum AssistantDeed: Sendable, Equatable {
    /// Write this line, followed by a line break. It contains none itself.
    case send(String)
    /// Call a tool, and report its outcome to the session. Calls may run at the same time and end in any order.
    case call(AssistantCall)
    /// Read a resource, and report the outcome to the session.
    case read(AssistantReading)
    /// Stop the call or reading with this number, as far as that is still possible. Its outcome is not needed; if it
    /// is reported all the same, it is ignored.
    case cancel(number: Int)
    /// Watch these resources from now on, and no others; report their changes to the session. The addresses are sorted
    /// and each occurs once.
    case watch([String])
}
