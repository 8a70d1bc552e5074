/** Containers to record into, best first: MP4 plays everywhere, WebM where the browser cannot write MP4. */
const FORMATS = [
  { type: 'video/mp4;codecs=avc1.42E01E,mp4a.40.2', extension: 'mp4' },
  { type: 'video/webm;codecs=vp8,opus', extension: 'webm' },
  { type: 'video/webm', extension: 'webm' },
] as const

type CapturingVideo = HTMLVideoElement & { captureStream?: () => MediaStream }

/** Pieces are kept this often, so that a page that breaks loses little. */
const PIECE_MS = 1000
const BITS_PER_SECOND = 2_500_000

/** Whether this browser can record what a video element plays. */
export function canRecord(): boolean {
  return typeof MediaRecorder !== 'undefined' && 'captureStream' in HTMLVideoElement.prototype
}

export type Recording = {
  /** Ends the recording and answers the file, or undefined when nothing was recorded. */
  stop(): Promise<{ blob: Blob; extension: string } | undefined>
}

/** Records what a video element plays from now on, until `stop` or the end of its stream. */
export function record(video: HTMLVideoElement): Recording {
  const stream = (video as CapturingVideo).captureStream?.()
  const format = FORMATS.find(({ type }) => MediaRecorder.isTypeSupported(type))
  if (!stream || !format) throw new Error('recording: not supported by this browser')
  const pieces: Blob[] = []
  const recorder = new MediaRecorder(stream, { mimeType: format.type, videoBitsPerSecond: BITS_PER_SECOND })
  recorder.ondataavailable = (event) => {
    if (event.data.size > 0) pieces.push(event.data)
  }
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve()
  })
  recorder.start(PIECE_MS)
  return {
    async stop() {
      if (recorder.state !== 'inactive') recorder.stop()
      await stopped
      for (const track of stream.getTracks()) track.stop()
      if (pieces.length === 0) return undefined
      return { blob: new Blob(pieces, { type: format.type.split(';')[0]! }), extension: format.extension }
    },
  }
}
