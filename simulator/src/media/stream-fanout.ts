/**
 * One stream to many viewers: keeps headers and the current group of pictures for new viewers, encodes a tag once for
 * all, and bounds the memory of slow viewers.
 */
import type { MediaEffects } from '../faults/media-faults.ts'
import type { HostClock } from '../kernel/clock.ts'
import { binaryFrame } from '../kernel/websocket-frame.ts'
import {
  encodeTag,
  type FlvTag,
  flvHeader,
  kindOf,
  retimed,
  TAG_HEAD_BYTES,
  type TagKind,
} from '../wire/flv/flv-tag.ts'

/** Where a viewer's bytes go: a WebSocket or an HTTP reply that takes FLV, or another wire that takes its tags. */
export type ViewerSink = (FlvSink | TagSink) & {
  /** Bytes accepted and not yet on the wire. */
  bufferedBytes(): number
  close(reason: ViewerClose): void
}
type FlvSink = {
  send(chunk: Buffer): void
  /** The same chunk as a whole WebSocket frame, made once for all who take frames. */
  sendFrame?(frame: Buffer): void
}
/** It gets the headers that there are, then everything from the next key frame on. One tag is the same object for all. */
type TagSink = { sendTag(tag: FlvTag, kind: TagKind): void }
export type ViewerClose = 'stopped' | 'revoked' | 'tooSlow' | 'cut'

export type Viewer = { leave(): void }

export type Fanout = {
  push(tag: FlvTag): void
  /** Forgets headers and pictures: another source follows. */
  restart(): void
  /** `lateMs`: it gets no picture before a key frame after that time. */
  join(sink: ViewerSink, owner: string, lateMs?: number): Viewer
  /** Closes the viewers of one owner, or all. */
  close(reason: ViewerClose, owner?: string): void
  /** What the network's faults leave of RTP packets over UDP; a viewer is told apart by its `sender`. */
  overUdp<Packet>(sender: object, packets: readonly Packet[]): readonly Packet[]
  viewers(): number
  viewersOf(owner: string): number
  /** Tags left out because a viewer was too slow. */
  dropped(): number
}

/** Beyond this a viewer gets nothing until the next key frame that finds it drained. */
export const VIEWER_LIMIT_BYTES = 1024 * 1024
const DRAINED_BYTES = 128 * 1024
/** A viewer that does not drain for this long is disconnected. */
export const VIEWER_PATIENCE_MS = 8000
const GROUP_LIMIT_BYTES = 6 * 1024 * 1024
/** Pictures that a newcomer gets at once are squeezed to this distance, so that it starts live. */
const CATCH_UP_STEP_MS = 2

/** Sound is written with the next picture, at most this many tags of it: a write for each would cost as much again. */
const RIDING_MOST = 8
/** Most tags held back while a stream stalls; older groups are dropped. */
const STALLED_TAGS_MOST = 3000

type Seat = {
  sink: ViewerSink
  owner: string
  slowSinceMs: number | undefined
  /** It gets no picture before a key frame at or after this host time. */
  lateUntilMs: number | undefined
}

/** Totals of all streams so far, ended ones included: sent, dropped, and viewers disconnected as too slow. */
export type MediaTotals = { sentBytes: number; droppedTags: number; tooSlow: number }

export function createFanout(deps: {
  host: Pick<HostClock, 'now'>
  hasAudio(): boolean
  onViewers(): void
  /** Faults of the streams of a camera. */
  effect?: { effects: MediaEffects; sn: string }
  totals?: MediaTotals | undefined
  /** A viewer's sink threw; the viewer is cut off. */
  onFault?: ((error: unknown) => void) | undefined
}): Fanout {
  const seats = new Set<Seat>()
  const headers: Partial<Record<'script' | 'audioHeader' | 'videoHeader', { tag: FlvTag; bytes: Buffer }>> =
    {}
  let group: { bytes: Buffer; timestampMs: number }[] = []
  let groupBytes = 0
  let dropped = 0
  const totals = deps.totals ?? { sentBytes: 0, droppedTags: 0, tooSlow: 0 }
  /** Time of the newest picture: players freeze forever at one that is older than the one before it. */
  let newestMs = -1
  /** Added since the last change of sources, so that time continues. */
  let shiftMs = 0
  let isRestarted = false
  let stalled: FlvTag[] = []
  let riding: Buffer[] = []
  let tagSeats = 0

  /** The tag at a time after the sent ones. */
  const inOrder = (tag: FlvTag, kind: TagKind): FlvTag => {
    if (isRestarted) shiftMs = Math.max(0, newestMs + 1 - tag.timestampMs)
    isRestarted = false
    const timestampMs = tag.timestampMs + shiftMs
    if (kind !== 'key' && kind !== 'video') return { ...tag, timestampMs }
    newestMs = Math.max(newestMs + 1, timestampMs)
    return { ...tag, timestampMs: newestMs }
  }

  const remember = (kind: TagKind, tag: FlvTag, bytes: Buffer): void => {
    const { timestampMs } = tag
    if (kind === 'script' || kind === 'audioHeader' || kind === 'videoHeader') {
      // Pictures of before are not to be read by another header.
      const isNew = !headers[kind]?.bytes.subarray(TAG_HEAD_BYTES).equals(bytes.subarray(TAG_HEAD_BYTES))
      if (kind === 'videoHeader' && isNew) {
        group = []
        groupBytes = 0
      }
      headers[kind] = { tag, bytes }
    }
    if (kind === 'key') {
      group = []
      groupBytes = 0
    }
    if (kind !== 'key' && !(kind === 'video' && group.length > 0)) return
    group.push({ bytes, timestampMs })
    groupBytes += bytes.length
    if (groupBytes > GROUP_LIMIT_BYTES) group = []
  }

  /**
   * Whether a tag comes too soon for a seat that waits for its first key frame: a picture, and on other wires than FLV
   * sound, which would begin long before the picture.
   */
  const isEarly = (seat: Seat, kind: TagKind): boolean => {
    const isSound = kind === 'audio' && 'sendTag' in seat.sink
    if (seat.lateUntilMs === undefined || (kind !== 'key' && kind !== 'video' && !isSound)) return false
    if (kind !== 'key' || deps.host.now() < seat.lateUntilMs) return true
    seat.lateUntilMs = undefined
    return false
  }

  /** Whether the seat gets this tag; a seat that stays slow is closed. */
  const admits = (seat: Seat, kind: TagKind): boolean => {
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

  const remove = (seat: Seat): boolean => {
    const isGone = seats.delete(seat)
    if (isGone && 'sendTag' in seat.sink) tagSeats--
    return isGone
  }

  const dismiss = (seat: Seat, reason: ViewerClose): void => {
    if (!remove(seat)) return
    if (reason === 'tooSlow') totals.tooSlow++
    seat.sink.close(reason)
    deps.onViewers()
  }

  /** Applies the stream's faults; false when the tag is to wait. */
  const passes = (tag: FlvTag): boolean => {
    const { effect } = deps
    if (!effect || (effect.effects.isQuiet && stalled.length === 0)) return true
    if (effect.effects.isStalled(effect.sn)) {
      stalled.push(tag)
      if (stalled.length > STALLED_TAGS_MOST) stalled = fromLastKey(stalled)
      return false
    }
    const waiting = stalled
    stalled = []
    for (const held of waiting) deliver(held)
    if (kindOf(tag) !== 'key') return true
    const impact = effect.effects.groupImpact(effect.sn)
    if (impact?.jumpMs) shiftMs += impact.jumpMs
    if (impact?.cut) for (const seat of [...seats]) dismiss(seat, 'cut')
    return true
  }

  /** What FLV viewers get with this tag: sound rides with the next picture. */
  const ride = (kind: TagKind, bytes: Buffer): Buffer | undefined => {
    if (kind === 'audio') {
      riding.push(bytes)
      if (riding.length < RIDING_MOST) return undefined
    }
    const chunk =
      kind === 'audio' ? Buffer.concat(riding) : riding.length > 0 ? Buffer.concat([...riding, bytes]) : bytes
    riding = []
    return chunk
  }

  const deliver = (tag: FlvTag): void => {
    const kind = kindOf(tag)
    const { effect } = deps
    const own = inOrder(tag, kind)
    const timed = effect && !effect.effects.isQuiet ? effect.effects.tagOf(effect.sn, own) : own
    const bytes = encodeTag(timed)
    remember(kind, timed, bytes)
    const chunk = ride(kind, bytes)
    if (!chunk && tagSeats === 0) return
    let frame: Buffer | undefined
    for (const seat of seats) {
      const { sink } = seat
      const takesTags = 'sendTag' in sink
      if ((!takesTags && !chunk) || isEarly(seat, kind)) continue
      if (!admits(seat, kind)) {
        dropped++
        totals.droppedTags++
        continue
      }
      totals.sentBytes += takesTags ? bytes.length : chunk!.length
      // What one viewer's wire cannot carry is not to end the stream for all.
      try {
        if (takesTags) sink.sendTag(timed, kind)
        else if (sink.sendFrame) {
          frame ??= binaryFrame(chunk!)
          sink.sendFrame(frame)
        } else sink.send(chunk!)
      } catch (error) {
        dismiss(seat, 'cut')
        deps.onFault?.(error)
      }
    }
  }

  /** Headers and pictures so far, for a player of FLV that starts now. */
  const catchUp = (sink: FlvSink, lateMs: number | undefined): void => {
    sink.send(flvHeader(deps.hasAudio()))
    const last = group.at(-1)?.timestampMs ?? Math.max(0, newestMs)
    const first = Math.max(0, last - group.length * CATCH_UP_STEP_MS)
    for (const header of [headers.script, headers.audioHeader, headers.videoHeader]) {
      if (header) sink.send(retimed(header.bytes, first))
    }
    if (lateMs === undefined)
      group.forEach(({ bytes }, i) => {
        sink.send(retimed(bytes, Math.max(0, last - (group.length - 1 - i) * CATCH_UP_STEP_MS)))
      })
  }

  return {
    push(tag) {
      if (kindOf(tag) !== 'other' && passes(tag)) deliver(tag)
    },
    restart() {
      headers.script = headers.audioHeader = headers.videoHeader = undefined
      group = []
      riding = []
      isRestarted = true
    },
    join(sink, owner, lateMs) {
      const takesTags = 'sendTag' in sink
      // Without a group, tags before the next key frame are useless.
      const waits = takesTags || lateMs !== undefined || group.length === 0
      const lateUntilMs = waits ? deps.host.now() + (lateMs ?? 0) : undefined
      const seat: Seat = { sink, owner, slowSinceMs: undefined, lateUntilMs }
      if (takesTags) {
        tagSeats++
        for (const kind of ['audioHeader', 'videoHeader'] as const) {
          const header = headers[kind]
          if (header) sink.sendTag(header.tag, kind)
        }
      } else catchUp(sink, lateMs)
      seats.add(seat)
      deps.onViewers()
      return {
        leave() {
          if (remove(seat)) deps.onViewers()
        },
      }
    },
    close(reason, owner) {
      for (const seat of [...seats]) if (owner === undefined || seat.owner === owner) dismiss(seat, reason)
    },
    overUdp(sender, packets) {
      const { effect } = deps
      return effect && !effect.effects.isQuiet
        ? effect.effects.packetsOf(effect.sn, sender, packets)
        : packets
    },
    viewers: () => seats.size,
    viewersOf: (owner) => [...seats].filter((seat) => seat.owner === owner).length,
    dropped: () => dropped,
  }
}

/** The tags from the last key frame on, with those that a decoder needs before it. */
function fromLastKey(tags: readonly FlvTag[]): FlvTag[] {
  const key = tags.findLastIndex((tag) => kindOf(tag) === 'key')
  const headers = tags.slice(0, Math.max(0, key)).filter((tag) => /Header|script/.test(kindOf(tag)))
  return [...headers, ...tags.slice(Math.max(0, key))]
}
