// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CSoup
package import OnCueRuntime

/// Finds the hosts of a service of a domain by its SRV records (RFC 2782).
@MediaActor
package enum ServiceLookup {
    private static let limit: Duration = .seconds(5)

    /// Returns the hosts in the order in which they are to be tried, which is another one each time for those of the same
    /// weight; empty if there are none, or if no answer comes.
    ///
    /// - Parameter service: Its name without an underscore, such as `api`.
    package static func hosts(of service: String, in domain: String) async -> [String] {
        await MediaActor.value(within: limit) { await lookUp(service, domain) } ?? []
    }

    private static func lookUp(_ service: String, _ domain: String) async -> [String] {
        guard let resolver = unsafe g_resolver_get_default() else { return [] }
        defer { unsafe g_object_unref(resolver) }
        let reply = unsafe await SoupReply.wait { data in
            unsafe g_resolver_lookup_service_async(resolver, service, "tcp", domain, nil, onSoupReply, data)
        }
        let found = unsafe g_resolver_lookup_service_finish(resolver, reply.result, nil)
        defer { unsafe g_resolver_free_targets(found) }
        var hosts: [String] = []
        var entry = unsafe found
        while let node = unsafe entry {
            if let target = unsafe node.pointee.data, let host = unsafe g_srv_target_get_hostname(OpaquePointer(target))
            {
                unsafe hosts.append(String(cString: host))
            }
            unsafe entry = node.pointee.next
        }
        return hosts
    }
}
