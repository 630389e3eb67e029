// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer
internal import Glibc

/// Plug-ins without any element that can take part in playing sound: encoders, muxers, everything for pictures, RTP.
///
/// The registry's description of an element stays in memory as long as the process runs, about 2 kB each. On Debian 12
/// with all plug-ins these are about 360 of 1,351 elements.
enum UnneededPlugins {
    /// Removes their elements from this process's registry.
    ///
    /// Plug-ins are kept or removed as a whole: one that is loaded registers each of its elements, which is quick for
    /// those in the registry and slow for others (with the encoders removed, loading libav takes 120 ms instead of 60).
    static func remove() {
        let registry = unsafe gst_registry_get()
        let type = gst_element_factory_get_type()
        let factories = unsafe gst_registry_get_feature_list(registry, type)
        var needed: Set<UInt> = []
        var others: [(factory: OpaquePointer, plugin: UInt)] = unsafe []
        var next = unsafe factories
        while let link = unsafe next {
            unsafe next = link.pointee.next
            guard let data = unsafe link.pointee.data else { continue }
            let factory = OpaquePointer(data)
            // GLib keeps each of these names once, so the address of the name identifies the plug-in.
            let name = unsafe gst_plugin_feature_get_plugin_name(factory)
            let plugin = UInt(bitPattern: name)
            if needed.contains(plugin) { continue }
            if unsafe isNeeded(factory) || isAlwaysNeeded(name) {
                needed.insert(plugin)
            } else {
                unsafe others.append((factory, plugin))
            }
        }
        for index in unsafe others.indices where unsafe !needed.contains(others[index].plugin) {
            unsafe gst_registry_remove_feature(registry, others[index].factory)
        }
        unsafe gst_plugin_feature_list_free(factories)
        // The registry caches the list that it returned last, which keeps the removed features alive, so it must build
        // a new one.
        unsafe gst_plugin_feature_list_free(gst_registry_get_feature_list(registry, type))
    }

    private static func isAlwaysNeeded(_ plugin: UnsafePointer<CChar>?) -> Bool {
        guard let plugin = unsafe plugin else { return true }
        return unsafe strcmp(plugin, "coreelements") == 0 || strcmp(plugin, "staticelements") == 0
    }

    private static func isNeeded(_ factory: OpaquePointer) -> Bool {
        guard let kind = unsafe gst_element_factory_get_metadata(factory, "klass") else { return true }
        func has(_ word: StaticString) -> Bool {
            unsafe strstr(kind, UnsafeRawPointer(word.utf8Start).assumingMemoryBound(to: CChar.self)) != nil
        }
        if has("Demux") { return true }
        // "ayloader" is the end of two names for RTP.
        if has("Video") || has("Image") || has("Encoder") || has("Muxer") || has("ayloader") { return false }
        if has("Sink") { return true }
        if has("Source") { return has("Audio") }
        if has("Network") || has("Subtitle") || has("Visualization") { return false }
        return has("Decoder") || has("Parser") || has("Audio")
    }
}
