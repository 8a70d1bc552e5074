/**
 * One stream to many viewers: keeps headers and the current group of pictures for those who join, encodes a tag
 * once for all, and lets no slow viewer grow.
 */
import type { HostClock } from '../timeline/clock.ts'
import { encodeTag, type FlvTag, flvHeader, kindOf, retimed } from './flv-tag.ts'

/** Where a viewer's bytes go: a WebSocket or an HTTP reply. */
export type ViewerSink = {
  send(chunk: Buffer): void
  /** Bytes accepted and not yet on the wire. */
  bufferedBytes(): number
  close(reason: ViewerClose): void
}
export type ViewerClose = 'stopped' | 'revoked' | 'tooSlow'

export type Viewer = { leave(): void }

export type Fanout = {
  push(tag: FlvTag): void
  /** Forgets headers and pictures: another source follows. */
  restart(): void
  join(sink: ViewerSink, owner: string): Viewer
  /** Closes the viewers of one owner, or all. */
  close(reason: ViewerClose, owner?: string): void
  viewers(): number
  viewersOf(owner: string): number
  /** Tags left out because a viewer was too slow. */
  dropped(): number
}

/** Beyond this a viewer gets nothing until the next key frame that finds it drained. */
export const VIEWER_LIMIT_BYTES = 1024 * 1024
const DRAINED_BYTES = 128 * 1024
/** A viewer that does not drain for so long is let go. */
export const VIEWER_PATIENCE_MS = 8000
const GROUP_LIMIT_BYTES = 6 * 1024 * 1024
/** Pictures that a newcomer gets at once are squeezed to this distance, so that it starts live. */
const CATCH_UP_STEP_MS = 2

type Seat = { sink: ViewerSink; owner: string; slowSinceMs: number | undefined }

export function createFanout(deps: {
  host: Pick<HostClock, 'now'>
  hasAudio(): boolean
  onViewers(): void
}): Fanout {
  const seats = new Set<Seat>()
  const headers: { script?: Buffer; audioHeader?: Buffer; videoHeader?: Buffer } = {}
  let group: { bytes: Buffer; timestampMs: number }[] = []
  let groupBytes = 0
  let dropped = 0
  /** Time of the newest picture: players stand still for ever at one that is older than the one before it. */
  let newestMs = -1
  /** Added since the last change of sources, so that time goes on. */
  let shiftMs = 0
  let isRestarted = false

  /** The tag at a time that follows what was sent. */
  const inOrder = (tag: FlvTag, kind: ReturnType<typeof kindOf>): FlvTag => {
    if (isRestarted) shiftMs = Math.max(0, newestMs + 1 - tag.timestampMs)
    isRestarted = false
    const timestampMs = tag.timestampMs + shiftMs
    if (kind !== 'key' && kind !== 'video') return { ...tag, timestampMs }
    newestMs = Math.max(newestMs + 1, timestampMs)
    return { ...tag, timestampMs: newestMs }
  }

  const remember = (kind: ReturnType<typeof kindOf>, bytes: Buffer, timestampMs: number): void => {
    if (kind === 'script' || kind === 'audioHeader' || kind === 'videoHeader') headers[kind] = bytes
    if (kind === 'key') {
      group = []
      groupBytes = 0
    }
    if (kind !== 'key' && !(kind === 'video' && group.length > 0)) return
    group.push({ bytes, timestampMs })
    groupBytes += bytes.length
    if (groupBytes > GROUP_LIMIT_BYTES) group = []
  }

  /** Whether the seat gets this tag; a seat that stays slow is closed. */
  const admits = (seat: Seat, kind: ReturnType<typeof kindOf>): boolean => {
    const buffered = seat.sink.bufferedBytes()
    if (seat.slowSinceMs === undefined) {
      if (buffered <= VIEWER_LIMIT_BYTES) return true
      seat.slowSinceMs = deps.host.now()
    }
    if (kind === 'key' && buffered < DRAINED_BYTES) {
      seat.slowSinceMs = undefined
      return true
    }
    if (deps.host.now() - seat.slowSinceMs > VIEWER_PATIENCE_MS) dismiss(seat, 'tooSlow')
    return false
  }

  const dismiss = (seat: Seat, reason: ViewerClose): void => {
    if (!seats.delete(seat)) return
    seat.sink.close(reason)
    deps.onViewers()
  }

  return {
    push(tag) {
      const kind = kindOf(tag)
      if (kind === 'other') return
      const timed = inOrder(tag, kind)
      const bytes = encodeTag(timed)
      remember(kind, bytes, timed.timestampMs)
      for (const seat of seats) {
        if (admits(seat, kind)) seat.sink.send(bytes)
        else dropped++
      }
    },
    restart() {
      headers.script = headers.audioHeader = headers.videoHeader = undefined
      group = []
      isRestarted = true
    },
    join(sink, owner) {
      const seat: Seat = { sink, owner, slowSinceMs: undefined }
      sink.send(flvHeader(deps.hasAudio()))
      const last = group.at(-1)?.timestampMs ?? 0
      const first = Math.max(0, last - group.length * CATCH_UP_STEP_MS)
      for (const header of [headers.script, headers.audioHeader, headers.videoHeader]) {
        if (header) sink.send(retimed(header, first))
      }
      group.forEach(({ bytes }, i) => {
        sink.send(retimed(bytes, Math.max(0, last - (group.length - 1 - i) * CATCH_UP_STEP_MS)))
      })
      seats.add(seat)
      deps.onViewers()
      return {
        leave() {
          if (seats.delete(seat)) deps.onViewers()
        },
      }
    },
    close(reason, owner) {
      for (const seat of [...seats]) if (owner === undefined || seat.owner === owner) dismiss(seat, reason)
    },
    viewers: () => seats.size,
    viewersOf: (owner) => [...seats].filter((seat) => seat.owner === owner).length,
    dropped: () => dropped,
  }
}
