/**
 * How live video plays. webCodecs: decoded in a worker (VideoDecoder) and shown as each picture falls due; mse: by the
 * browser's Media Source Extensions, which buffer some pictures, and play sound.
 */
export type LiveWay = { way: 'webCodecs' } | { way: 'mse'; why: MseReason }

/**
 * notSecure: WebCodecs exist in secure contexts only. noWebCodecs, noTracks: this browser has no VideoDecoder, or no
 * track that a script can fill (MediaStreamTrackGenerator). pageSockets: the sockets of this page are not the
 * browser's, so its workers have none. sound: the window plays sound, which MSE keeps together with the picture.
 * codec, decoder, worker: WebCodecs do not decode this stream, or failed.
 */
export type MseReason = 'notSecure' | 'noWebCodecs' | 'noTracks' | 'pageSockets' | 'sound' | DecodingFailure

/** Why decoding in the worker cannot go on. codec: the browser's decoder does not know the stream's codec. */
export type DecodingFailure = 'codec' | 'decoder' | 'worker'

/** What of a page decides it. */
type PageLike = {
  isSecureContext?: boolean
  VideoDecoder?: unknown
  MediaStreamTrackGenerator?: unknown
  WebSocket?: object
}

/** Name on WebSocket where something else takes its place in a page: see cli/page/page-socket.ts. */
const PAGE_SOCKETS = 'isOfPage'

/** Chooses for a stream. `failed`: what ended decoding in this window before; it is not tried again. */
export function chooseLiveWay(
  stream: { withAudio: boolean; failed: DecodingFailure | undefined },
  page: PageLike = globalThis,
): LiveWay {
  const why = whyMse(stream, page)
  return why ? { way: 'mse', why } : { way: 'webCodecs' }
}

function whyMse(
  { withAudio, failed }: { withAudio: boolean; failed: DecodingFailure | undefined },
  page: PageLike,
): MseReason | undefined {
  if (page.isSecureContext === false) return 'notSecure'
  if (page.VideoDecoder === undefined) return 'noWebCodecs'
  if (page.MediaStreamTrackGenerator === undefined) return 'noTracks'
  if (page.WebSocket && PAGE_SOCKETS in page.WebSocket) return 'pageSockets'
  return failed ?? (withAudio ? 'sound' : undefined)
}
