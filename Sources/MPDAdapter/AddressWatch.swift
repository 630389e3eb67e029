// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueSocketShims
internal import GLib
package import OnCueRuntime

/// Reports when the network addresses of this machine change, as long as the process lives.
@MediaActor
package final class AddressWatch {
    private let descriptor = oncue_sockets_make_address_watch()
    private var source: DescriptorSource?
    private var addresses = Set(MachineAddresses.all())

    package init() {}

    package func start(_ report: @escaping @MediaActor () -> Void) {
        guard descriptor >= 0 else { return }
        source = DescriptorSource(descriptor, .reading) { [unowned self] in
            oncue_sockets_take_address_news(descriptor)
            // The system also reports addresses whose lifetime was only extended.
            let now = Set(MachineAddresses.all())
            guard now != addresses else { return }
            addresses = now
            report()
        }
    }
}
