// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer
internal import COnCueGStreamerShims

extension PipelineMessage {
    /// Decodes the messages that players use; `nil` for all others. The message is borrowed.
    init?(_ message: UnsafeMutablePointer<GstMessage>) {
        switch unsafe message.pointee.type {
        case GST_MESSAGE_EOS: self = .endOfStream
        case GST_MESSAGE_ERROR: self = unsafe .error(PipelineFailure(message, parsedBy: gst_message_parse_error))
        case GST_MESSAGE_WARNING: self = unsafe .warning(PipelineFailure(message, parsedBy: gst_message_parse_warning))
        case GST_MESSAGE_STATE_CHANGED:
            var newState = GST_STATE_NULL
            unsafe gst_message_parse_state_changed(message, nil, &newState, nil)
            guard let state = ElementState(newState) else { return nil }
            self = .stateChanged(state)
        case GST_MESSAGE_DURATION_CHANGED: self = .durationChanged
        case GST_MESSAGE_ASYNC_DONE: self = .asyncDone
        case GST_MESSAGE_BUFFERING:
            var percent: gint = 0
            unsafe gst_message_parse_buffering(message, &percent)
            self = .buffering(percent: Int(percent))
        case GST_MESSAGE_TAG: unsafe self.init(tagMessage: message)
        case GST_MESSAGE_ELEMENT:
            guard unsafe gst_is_missing_plugin_message(message) != 0 else { return nil }
            self = unsafe .missingPlugin(MissingPlugin(message))
        case GST_MESSAGE_REQUEST_STATE:
            var requested = GST_STATE_NULL
            unsafe gst_message_parse_request_state(message, &requested)
            guard let state = ElementState(requested) else { return nil }
            self = .stateRequested(state)
        case GST_MESSAGE_LATENCY: self = .latencyChanged
        case GST_MESSAGE_CLOCK_LOST: self = .clockLost
        case GST_MESSAGE_APPLICATION: unsafe self.init(applicationMessage: message)
        default: return nil
        }
    }

    private init?(tagMessage message: UnsafeMutablePointer<GstMessage>) {
        var list: UnsafeMutablePointer<GstTagList>?
        unsafe gst_message_parse_tag(message, &list)
        guard let tags = unsafe list else { return nil }
        defer {
            unsafe gst_mini_object_unref(UnsafeMutableRawPointer(tags).assumingMemoryBound(to: GstMiniObject.self))
        }
        var found = StreamTags()
        found.title = unsafe firstText(of: tags, GST_TAG_TITLE)
        found.organization = unsafe firstText(of: tags, GST_TAG_ORGANIZATION)
        found.nominalBitRate = unsafe firstCount(of: tags, GST_TAG_NOMINAL_BITRATE)
        found.averageBitRate = unsafe firstCount(of: tags, GST_TAG_BITRATE)
        found.trackGain = unsafe firstNumber(of: tags, GST_TAG_TRACK_GAIN)
        found.trackPeak = unsafe firstNumber(of: tags, GST_TAG_TRACK_PEAK)
        found.albumGain = unsafe firstNumber(of: tags, GST_TAG_ALBUM_GAIN)
        found.albumPeak = unsafe firstNumber(of: tags, GST_TAG_ALBUM_PEAK)
        // GStreamer 1.22 has no tags for the gains of Opus.
        for index in 0..<(unsafe gst_tag_list_get_tag_size(tags, GST_TAG_EXTENDED_COMMENT)) {
            if let comment = unsafe text(of: tags, GST_TAG_EXTENDED_COMMENT, at: index) { found.take(comment: comment) }
        }
        guard found != StreamTags() else { return nil }
        self = .tags(found)
    }

    private init?(applicationMessage message: UnsafeMutablePointer<GstMessage>) {
        guard let structure = unsafe gst_message_get_structure(message),
            unsafe gst_structure_has_name(structure, ONCUE_GST_MARKER) != 0
        else { return nil }
        var number: guint64 = 0
        guard unsafe gst_structure_get_uint64(structure, ONCUE_GST_MARKER_NUMBER, &number) != 0 else { return nil }
        self = .marker(UInt64(number))
    }
}

extension MissingPlugin {
    fileprivate init(_ message: UnsafeMutablePointer<GstMessage>) {
        let description = unsafe gst_missing_plugin_message_get_description(message)
        defer { unsafe g_free(description) }
        // gstreamer|1.0|application|description|requirement
        let detail = unsafe gst_missing_plugin_message_get_installer_detail(message)
        defer { unsafe g_free(detail) }
        unsafe self.init(
            description: description.map { unsafe String(cString: $0) } ?? "",
            detail: unsafe detail.map { unsafe String(cString: $0) }?.split(separator: "|").last.map(String.init) ?? "")
    }
}

private typealias FailureParser = (
    UnsafeMutablePointer<GstMessage>?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?,
    UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?
) -> Void

extension PipelineFailure {
    fileprivate init(_ message: UnsafeMutablePointer<GstMessage>, parsedBy parse: FailureParser) {
        var error: UnsafeMutablePointer<GError>?
        var debug: UnsafeMutablePointer<gchar>?
        unsafe parse(message, &error, &debug)
        defer {
            unsafe g_clear_error(&error)
            unsafe g_free(debug)
        }
        unsafe self.init(
            domain: Domain(error?.pointee.domain ?? 0), code: Int(error?.pointee.code ?? 0),
            text: error?.pointee.message.map { unsafe String(cString: $0) } ?? "",
            debug: unsafe debug.map { unsafe String(cString: $0) } ?? "",
            isFromSource: unsafe oncue_gst_is_source(message.pointee.src) != 0,
            httpStatus: unsafe Self.httpStatus(of: message))
    }

    private static func httpStatus(of message: UnsafeMutablePointer<GstMessage>) -> Int? {
        guard unsafe message.pointee.type == GST_MESSAGE_ERROR else { return nil }
        var details: UnsafePointer<GstStructure>?
        unsafe gst_message_parse_error_details(message, &details)
        var status: guint = 0
        guard let details = unsafe details,
            unsafe gst_structure_get_uint(details, "http-status-code", &status) != 0
        else { return nil }
        return Int(status)
    }
}

extension PipelineFailure.Domain {
    fileprivate init(_ quark: GQuark) {
        switch quark {
        case gst_core_error_quark(): self = .core
        case gst_library_error_quark(): self = .library
        case gst_resource_error_quark(): self = .resource
        case gst_stream_error_quark(): self = .stream
        default: self = unsafe .other(g_quark_to_string(quark).map { unsafe String(cString: $0) } ?? "")
        }
    }
}

private func firstText(of tags: UnsafeMutablePointer<GstTagList>, _ tag: String) -> String? {
    unsafe text(of: tags, tag, at: 0)
}

private func text(of tags: UnsafeMutablePointer<GstTagList>, _ tag: String, at index: guint) -> String? {
    var value: UnsafeMutablePointer<gchar>?
    guard unsafe gst_tag_list_get_string_index(tags, tag, index, &value) != 0, let found = unsafe value else {
        return nil
    }
    defer { unsafe g_free(found) }
    return unsafe String(cString: found)
}

private func firstNumber(of tags: UnsafeMutablePointer<GstTagList>, _ tag: String) -> Double? {
    var value: gdouble = 0
    return unsafe gst_tag_list_get_double(tags, tag, &value) != 0 && value.isFinite ? value : nil
}

private func firstCount(of tags: UnsafeMutablePointer<GstTagList>, _ tag: String) -> Int? {
    var value: guint = 0
    return unsafe gst_tag_list_get_uint(tags, tag, &value) != 0 ? Int(value) : nil
}
