// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer
internal import Synchronization

/// The GStreamer library of this process.
package enum MediaFramework {
    // GStreamer may be initialised only once; a lazy global ensures that, and makes other threads wait for it.
    private static let initialized: Bool = {
        // Plug-ins that have changed are examined in a separate process, so one that crashes does no harm, and none of
        // them stays in memory. When nothing has changed, reading the registry is enough.
        gst_registry_fork_set_enabled(1)
        guard gst_init_check(nil, nil, nil) != 0 else { return false }
        removeSlowTypeFinders()
        if !needsAll.withLock({ $0 }) { UnneededPlugins.remove() }
        passOverFaultyParser()
        return true
    }()

    private static let needsAll = Mutex(false)

    /// Keeps the elements of all plug-ins, for an element chosen by the user, which may make others. Must be called
    /// before the first use.
    package static func keepAllPlugins() { needsAll.withLock { $0 = true } }

    /// Loads the library and its registry of plug-ins; later calls return at once.
    ///
    /// The first call reads files and may take some tens of milliseconds, much longer when plug-ins have changed.
    /// Safe from any thread. Returns false when the library cannot be used.
    @discardableResult
    package static func initialize() -> Bool { initialized }

    /// Prevents decoders from choosing `aiffparse` if libav's demuxer of AIFF can take its place.
    ///
    /// Its output exists from the beginning, so decodebin of GStreamer 1.22 lets it run before it is linked; it then
    /// fails silently. One of three files did not open. Code that links it before it runs may use it.
    private static func passOverFaultyParser() {
        let registry = unsafe gst_registry_get()
        guard hasFeature("avdemux_aiff"), let feature = unsafe gst_registry_lookup_feature(registry, "aiffparse") else {
            return
        }
        unsafe gst_plugin_feature_set_rank(feature, 0)
        unsafe gst_object_unref(UnsafeMutableRawPointer(feature))
    }

    private static func hasFeature(_ name: String) -> Bool {
        guard let feature = unsafe gst_registry_lookup_feature(gst_registry_get(), name) else { return false }
        unsafe gst_object_unref(UnsafeMutableRawPointer(feature))
        return true
    }

    /// Removes the type finders of the libav plug-in from this process's registry.
    ///
    /// GStreamer calls every type finder to determine the type of a picture in a tag. Those of libav recognise no
    /// format in a library that GStreamer's own do not, and calling them loads FFmpeg with everything that it links to.
    /// On Debian 12 a daemon that has played a FLAC file with a picture then has 69 MB resident instead of 32, and its
    /// first sound comes after 120 ms instead of 24. The decoders stay, and are loaded when one is used.
    private static func removeSlowTypeFinders() {
        let registry = unsafe gst_registry_get()
        let features = unsafe gst_registry_get_feature_list_by_plugin(registry, "libav")
        defer { unsafe gst_plugin_feature_list_free(features) }
        var next = unsafe features
        while let link = unsafe next {
            if let feature = unsafe link.pointee.data,
                unsafe g_type_check_instance_is_a(
                    feature.assumingMemoryBound(to: GTypeInstance.self), gst_type_find_factory_get_type()) != 0
            {
                unsafe gst_registry_remove_feature(registry, OpaquePointer(feature))
            }
            unsafe next = link.pointee.next
        }
    }
}
