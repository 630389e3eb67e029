// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGdkPixbuf

/// Makes small pictures out of large ones.
///
/// Decoders run in the calling thread with the resources that the picture demands, so untrusted pictures belong in a
/// process with limits.
package enum PictureScaler {
    /// A picture file.
    package struct Scaled: Sendable, Equatable {
        /// PNG if parts are transparent, otherwise JPEG.
        package var bytes: [UInt8]
        package var width: Int
        package var height: Int
        package var isJPEG: Bool
    }

    /// Four bytes for each pixel: red, green, blue, and opacity.
    package struct Pixels: Sendable, Equatable {
        package var bytes: [UInt8]
        package var width: Int
        package var height: Int
    }

    /// Returns the picture, upright, as large as fits into a square.
    ///
    /// - Parameters:
    ///   - side: The side of the square, in pixels; a smaller picture keeps its size.
    ///   - pixelLimit: The most pixels that are decoded, according to the header.
    package static func scale(
        _ bytes: [UInt8], toFit side: Int, pixelLimit: Int = 100_000_000
    ) throws(PictureError) -> Scaled {
        let upright = try unsafe upright(bytes, side, pixelLimit)
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(upright)) }
        return try unsafe encode(upright)
    }

    /// The pixels of the picture, upright, as large as fits into a square.
    ///
    /// - Parameters are those of ``scale(_:toFit:pixelLimit:)``.
    package static func pixels(
        _ bytes: [UInt8], toFit side: Int, pixelLimit: Int = 100_000_000
    ) throws(PictureError) -> Pixels {
        let upright = try unsafe upright(bytes, side, pixelLimit)
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(upright)) }
        guard let picture = unsafe gdk_pixbuf_add_alpha(upright, 0, 0, 0, 0) else { throw .notDecodable }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(picture)) }
        let (width, height) = unsafe (Int(gdk_pixbuf_get_width(picture)), Int(gdk_pixbuf_get_height(picture)))
        let stride = unsafe Int(gdk_pixbuf_get_rowstride(picture))
        guard let start = unsafe gdk_pixbuf_get_pixels(picture) else { throw .notDecodable }
        var result: [UInt8] = []
        result.reserveCapacity(width * height * 4)
        for row in 0..<height {
            unsafe result.append(contentsOf: UnsafeBufferPointer(start: start + row * stride, count: width * 4))
        }
        return Pixels(bytes: result, width: width, height: height)
    }

    /// - Returns: A reference that the caller owns.
    private static func upright(
        _ bytes: [UInt8], _ side: Int, _ pixelLimit: Int
    ) throws(PictureError) -> OpaquePointer {
        let loading = Loading(side: side, pixelLimit: pixelLimit)
        guard let decoded = unsafe decode(bytes, loading) else {
            throw loading.isTooLarge ? .tooLarge : .notDecodable
        }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(decoded)) }
        guard let upright = unsafe gdk_pixbuf_apply_embedded_orientation(decoded) else { throw .notDecodable }
        return unsafe upright
    }

    /// A square that goes from one colour, each part 0 to 255, to another.
    package static func gradient(
        from first: (UInt8, UInt8, UInt8), to last: (UInt8, UInt8, UInt8), side: Int
    ) throws(PictureError) -> Scaled {
        guard let picture = unsafe gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, Int32(side), Int32(side)) else {
            throw .notDecodable
        }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(picture)) }
        let stride = unsafe Int(gdk_pixbuf_get_rowstride(picture))
        guard let pixels = unsafe gdk_pixbuf_get_pixels(picture) else { throw .notDecodable }
        let steps = max(1, 2 * (side - 1))
        for y in 0..<side {
            for x in 0..<side {
                let pixel = unsafe pixels + y * stride + x * 3
                unsafe pixel[0] = mix(first.0, last.0, x + y, steps)
                unsafe pixel[1] = mix(first.1, last.1, x + y, steps)
                unsafe pixel[2] = mix(first.2, last.2, x + y, steps)
            }
        }
        return try unsafe encode(picture)
    }

    private static func mix(_ first: UInt8, _ last: UInt8, _ step: Int, _ steps: Int) -> UInt8 {
        UInt8((Int(first) * (steps - step) + Int(last) * step) / steps)
    }

    // MARK: Decoding

    /// - Returns: A reference that the caller owns.
    private static func decode(_ bytes: [UInt8], _ loading: Loading) -> OpaquePointer? {
        guard let loader = unsafe gdk_pixbuf_loader_new() else { return nil }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(loader)) }
        unsafe g_signal_connect_data(
            UnsafeMutableRawPointer(loader), "size-prepared", unsafeBitCast(onSizePrepared, to: GCallback.self),
            Unmanaged.passRetained(loading).toOpaque(), releaseLoading, GConnectFlags(rawValue: 0))
        let isWritten = unsafe gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), nil) != 0
        // Closing reports whether the picture is complete; it is necessary in either case.
        let isClosed = unsafe gdk_pixbuf_loader_close(loader, nil) != 0
        guard isWritten, isClosed, !loading.isTooLarge, let picture = unsafe gdk_pixbuf_loader_get_pixbuf(loader)
        else { return nil }
        unsafe g_object_ref(UnsafeMutableRawPointer(picture))
        return unsafe picture
    }

    private static func encode(_ picture: OpaquePointer) throws(PictureError) -> Scaled {
        let isJPEG = unsafe gdk_pixbuf_get_has_alpha(picture) == 0
        var buffer: UnsafeMutablePointer<gchar>?
        var size: gsize = 0
        guard
            unsafe gdk_pixbuf_save_to_bufferv(picture, &buffer, &size, isJPEG ? "jpeg" : "png", nil, nil, nil) != 0,
            let start = unsafe buffer
        else { throw .notDecodable }
        defer { unsafe g_free(start) }
        let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: Int(size)))
        return unsafe Scaled(
            bytes: bytes, width: Int(gdk_pixbuf_get_width(picture)), height: Int(gdk_pixbuf_get_height(picture)),
            isJPEG: isJPEG)
    }
}

/// The parameters and the findings of one decoding.
private final class Loading {
    let side: Int
    let pixelLimit: Int
    var isTooLarge = false

    init(side: Int, pixelLimit: Int) {
        self.side = side
        self.pixelLimit = pixelLimit
    }

    /// The size to decode to; nothing for a picture that is too large.
    func target(_ width: Int, _ height: Int) -> (width: Int, height: Int)? {
        guard width > 0, height > 0, width.multipliedReportingOverflow(by: height).partialValue <= pixelLimit,
            !width.multipliedReportingOverflow(by: height).overflow
        else {
            isTooLarge = true
            return nil
        }
        guard max(width, height) > side else { return (width, height) }
        let longest = max(width, height)
        return (max(1, width * side / longest), max(1, height * side / longest))
    }
}

/// Called on the decoding thread when the header has been read, before any pixel.
private let onSizePrepared: @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>?, gint, gint, gpointer?) -> Void = {
    loader, width, height, data in
    guard let data = unsafe data else { return }
    let loading = unsafe Unmanaged<Loading>.fromOpaque(data).takeUnretainedValue()
    let target = loading.target(Int(width), Int(height))
    // No size at all makes the loader stop where the format allows it.
    unsafe gdk_pixbuf_loader_set_size(loader, gint(target?.width ?? 0), gint(target?.height ?? 0))
}

/// Called when the connection to the signal ends.
private let releaseLoading: @convention(c) (gpointer?, UnsafeMutablePointer<GClosure>?) -> Void = { data, _ in
    guard let data = unsafe data else { return }
    unsafe Unmanaged<Loading>.fromOpaque(data).release()
}
