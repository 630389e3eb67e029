// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CSoup
internal import OnCueRuntime

/// Resolves the name of a host to the addresses that a connection would use.
@MediaActor
enum HostLookup {
    /// Returns the addresses of a host at this moment; empty if it is unknown.
    static func addresses(of host: String) async -> [NetworkAddress] {
        guard let resolver = unsafe g_resolver_get_default() else { return [] }
        defer { unsafe g_object_unref(resolver) }
        let reply = unsafe await SoupReply.wait { data in
            unsafe g_resolver_lookup_by_name_async(resolver, host, nil, onSoupReply, data)
        }
        let found = unsafe g_resolver_lookup_by_name_finish(resolver, reply.result, nil)
        defer { unsafe g_resolver_free_addresses(found) }
        var addresses: [NetworkAddress] = []
        var entry = unsafe found
        while let node = unsafe entry {
            if let address = unsafe node.pointee.data {
                unsafe addresses.append(NetworkAddress(reading: address.assumingMemoryBound(to: GInetAddress.self)))
            }
            unsafe entry = node.pointee.next
        }
        return addresses
    }
}
