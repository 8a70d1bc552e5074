/** Formats this browser can play, queried from MSE once. */
type MediaSupport = {
  /** Media Source Extensions are there, with H.264: without them there is no live video at all. */
  live: boolean
  /** H.265, which few browsers decode. */
  hevc: boolean
}

/** H.265 main profile, level 4.0. */
const HEVC = 'video/mp4; codecs="hvc1.1.6.L120.B0"'
const AVC = 'video/mp4; codecs="avc1.42E01E"'

type MediaSourceLike = { isTypeSupported(type: string): boolean }

/** Reads the capabilities of a page's MediaSource (or ManagedMediaSource, on phones). */
export function mediaSupport(
  page: { MediaSource?: MediaSourceLike; ManagedMediaSource?: MediaSourceLike } = globalThis,
): MediaSupport {
  const source = page.MediaSource ?? page.ManagedMediaSource
  return {
    live: source?.isTypeSupported(AVC) ?? false,
    hevc: source?.isTypeSupported(HEVC) ?? false,
  }
}
