// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import OnCueRuntime

/// Objects at a path and directly below it that other processes may call. They exist through their names only: none of
/// them is exported individually.
@MediaActor
package protocol ExportedTree: AnyObject {
    /// The introspection XML of exactly one interface each, for all interfaces that any of the objects has.
    nonisolated var introspectionXML: [String] { get }

    /// Returns the names of the interfaces of an object; empty if there can be no such object. Called for every call,
    /// so it must not look anything up.
    ///
    /// - Parameter node: The last part of the path of the object; `nil` for the one at the path of the tree.
    func interfaces(at node: String?) -> [String]

    /// Checks whether to serve a caller.
    ///
    /// - Parameter sender: The unique name of the caller.
    /// - Throws: ``BusError``, which then becomes the answer.
    func admit(_ sender: String) throws(BusError)

    /// Returns the values of the properties of one interface of an object, as far as it has them.
    ///
    /// - Throws: ``BusError``, which then becomes the answer.
    func properties(of interface: String, at node: String?) async throws(BusError) -> [String: BusValue]

    /// Answers a method call, whose arguments have the declared types. `reply` must be answered, now or later.
    func call(_ call: BusMethodCall, of interface: String, at node: String?, reply: BusReply)
}

extension ExportedTree {
    package func admit(_ sender: String) throws(BusError) {}
}
