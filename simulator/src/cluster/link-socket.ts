import { WebSocket } from 'ws'

/** What a link carries. */
export const LINK_KINDS = ['cameras', 'edge'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

export const CLUSTER_PATH = '/cluster'
/** Who asks for a link, and for which. */
export const LINK_HEADERS = {
  kind: 'x-backlot-link',
  id: 'x-backlot-member',
  name: 'x-backlot-name',
} as const
/** Longest message of a link. */
export const LINK_MAX_BYTES = 16 * 1024 * 1024

const BEAT_MS = 500
/** Neither side waits longer for one that stands still. */
const SILENT_MS = 2000

/** Ends a link whose other side says nothing for two seconds. */
export function watchLink(socket: WebSocket): void {
  let heardMs = performance.now()
  const heard = () => {
    heardMs = performance.now()
  }
  socket.on('message', heard).on('ping', heard).on('pong', heard)
  let beatMs = heardMs
  const timer = setInterval(() => {
    const nowMs = performance.now()
    // It was this side that stood still: what the other said meanwhile waits to be read.
    const stoodStill = nowMs - beatMs > SILENT_MS / 2
    beatMs = nowMs
    // The same while it does not read, because it has more to do than fits in a turn.
    if (stoodStill || socket.isPaused) heardMs = nowMs
    if (nowMs - heardMs > SILENT_MS) socket.terminate()
    else if (socket.readyState === WebSocket.OPEN) socket.ping()
  }, BEAT_MS)
  timer.unref()
  socket.on('close', () => clearInterval(timer))
  socket.on('error', () => socket.terminate())
}
