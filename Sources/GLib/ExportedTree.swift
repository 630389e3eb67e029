// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import OnCueRuntime

/// Objects at a path and right below it that other processes may call, and that are there by their names alone: none
/// of them is exported by itself.
@MediaActor
package protocol ExportedTree: AnyObject {
    /// Introspection XML of exactly one interface each: all interfaces that any of the objects has.
    nonisolated var introspectionXML: [String] { get }

    /// The names of the interfaces of an object; empty if there can be no such object. Called for every call, so
    /// nothing may be looked up.
    ///
    /// - Parameter node: The last part of the path of the object; `nil` for the one at the path of the tree.
    func interfaces(at node: String?) -> [String]

    /// Checks whether to serve a caller.
    ///
    /// - Parameter sender: Its unique name.
    /// - Throws: ``BusError``, which is then the answer.
    func admit(_ sender: String) throws(BusError)

    /// The values of the properties of one interface of an object, as far as it has them.
    ///
    /// - Throws: ``BusError``, which is then the answer.
    func properties(of interface: String, at node: String?) async throws(BusError) -> [String: BusValue]

    /// Answers a method call; arguments have the declared types. `reply` must be answered, now or later.
    func call(_ call: BusMethodCall, of interface: String, at node: String?, reply: BusReply)
}

extension ExportedTree {
    package func admit(_ sender: String) throws(BusError) {}
}
