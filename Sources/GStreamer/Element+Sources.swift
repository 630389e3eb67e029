// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer
internal import COnCueGStreamerShims

/// The sources of decoders' data.
extension Element {
    /// Makes an element that reads a local file; `nil` if there is none for its address.
    package convenience init?(readingFile uri: String) {
        guard MediaFramework.initialize(), WebSources.fileSource != 0,
            let made = unsafe g_object_new_with_properties(WebSources.fileSource, 0, nil, nil)
        else { return nil }
        unsafe self.init(sinking: UnsafeMutableRawPointer(made).assumingMemoryBound(to: GstElement.self))
        guard unsafe gst_uri_handler_set_uri(OpaquePointer(pointer), uri, nil) != 0 else { return nil }
    }
}

extension Element {
    /// Makes reads beyond the end of this source fail, so that readers stop there. Must be called before it is started.
    package func endsReading() { unsafe oncue_gst_end_reading(pointer) }
}

/// Removes every element that reads addresses from GStreamer's registry, and registers our own source for those on the
/// web.
enum WebSources {
    /// The schemes of media that this program supplies itself.
    private static let schemes: Set<String> = ["appsrc"]

    /// The type of the element that reads a file, which only this program can make from now on; 0 if there is none.
    static let fileSource: GType = {
        // Loaded before its removal: GStreamer looks up the plug-ins that it loads in the registry.
        let found = unsafe gst_element_factory_find("filesrc")
        let loaded = unsafe found.flatMap { unsafe gst_plugin_feature_load($0) }
        let type = unsafe loaded.map { unsafe gst_element_factory_get_element_type($0) } ?? 0
        if let found = unsafe found { unsafe gst_object_unref(UnsafeMutableRawPointer(found)) }
        if let loaded = unsafe loaded { unsafe gst_object_unref(UnsafeMutableRawPointer(loaded)) }
        removeOthers()
        registerWebSource()
        return type
    }()

    /// Returns when all other sources have been removed and ours is registered.
    static func makeSure() {
        _ = fileSource
    }

    private static func removeOthers() {
        let registry = unsafe gst_registry_get()
        let factories = unsafe gst_registry_get_feature_list(registry, gst_element_factory_get_type())
        defer { unsafe gst_plugin_feature_list_free(factories) }
        var next = unsafe factories
        while let link = unsafe next {
            if let factory = unsafe link.pointee.data.map(OpaquePointer.init), unsafe readsElsewhere(factory) {
                unsafe gst_registry_remove_feature(registry, factory)
            }
            unsafe next = link.pointee.next
        }
    }

    private static func readsElsewhere(_ factory: OpaquePointer) -> Bool {
        guard unsafe gst_element_factory_get_uri_type(factory) == GST_URI_SRC,
            var scheme = unsafe gst_element_factory_get_uri_protocols(factory)
        else { return false }
        while let name = unsafe scheme.pointee {
            if unsafe !schemes.contains(String(cString: name)) { return true }
            unsafe scheme += 1
        }
        return false
    }
}
