/** FLV tags out of the program stream that RTP packets of one source bring. */

import type { FlvTag } from '../../wire/flv/flv-tag.ts'
import { createTagWriter } from '../../wire/flv/tag-writer.ts'
import { CLOCK_WRAP } from '../../wire/mpeg-ps/clock.ts'
import { createPsDemuxer } from '../../wire/mpeg-ps/ps-demuxer.ts'
import type { PsItem } from '../../wire/mpeg-ps/ps-item.ts'
import { isAudioId } from '../../wire/mpeg-ps/stream-types.ts'
import type { RtpPacket } from '../../wire/rtp/rtp-packet.ts'

export type PsToTags = {
  /** Takes the next packet in order; `isAfterLoss`: some before it are missing. */
  add(packet: RtpPacket, isAfterLoss: boolean): FlvTag[]
  /** The stream is over: the picture under way. */
  end(): FlvTag[]
  /** Faults of the program stream so far, and codecs that are not shown, by name. */
  problems(): number
  unsupported(): string | undefined
}

const PACK_START = Buffer.from([0, 0, 1, 0xba])
/** Markers in a row that ended a frame, before they are believed: some devices mark packets of all kinds. */
const MARKERS_BELIEVED = 3
/** Pictures without a time come so long after the last one, when nothing better is known: 25 pictures a second. */
const USUAL_STEP = 3600
const TICKS_A_MS = 90

export function createPsToTags(): PsToTags {
  const demuxer = createPsDemuxer()
  const writer = createTagWriter()
  let problems = 0
  let unsupported: string | undefined
  let before: { marker: boolean; timestamp: number } | undefined
  let believed = 0
  const videoTime = createTicks()
  const audioTime = createTicks()

  const tagsOf = (item: PsItem): FlvTag[] => {
    if (item.kind === 'problem') problems++
    if (item.kind === 'audio') {
      const at = audioTime(item.pts) / TICKS_A_MS
      if (item.codec === 'aac') return writer.aac(item.bytes, at)
      if (item.codec === 'pcma' || item.codec === 'pcmu') return writer.g711(item.codec, item.bytes, at)
    }
    if (item.kind === 'video') {
      const { codec, pts, dts } = item
      const at = videoTime(dts ?? pts) / TICKS_A_MS
      const later = pts === undefined || dts === undefined ? 0 : signed(pts - dts)
      if (codec === 'h264' || codec === 'h265')
        return writer.video(codec, item.bytes, at, Math.round(later / TICKS_A_MS))
      unsupported = codec
    }
    return []
  }

  return {
    add(packet, isAfterLoss) {
      const { payload, marker, timestamp } = packet
      if (isAfterLoss) {
        demuxer.lost()
        before = undefined
      }
      if (before?.marker && believed >= 0) {
        const isSame = timestamp === before.timestamp && !isSoundPack(payload)
        const begins = PACK_START.equals(payload.subarray(0, 4)) && !isSame
        believed = begins ? believed + 1 : Number.NEGATIVE_INFINITY
      }
      before = { marker, timestamp }
      const items = demuxer.push(payload)
      if (marker && believed >= MARKERS_BELIEVED) items.push(...demuxer.flush())
      return items.flatMap(tagsOf)
    },
    end: () => demuxer.end().flatMap(tagsOf),
    problems: () => problems,
    unsupported: () => unsupported,
  }
}

/** Whether the first packet behind the pack header is sound: it may have the time of the picture before it. */
function isSoundPack(payload: Uint8Array): boolean {
  const id = payload[14 + ((payload[13] ?? 0) & 7) + 3]
  return id !== undefined && isAudioId(id)
}

/** Times of 33 bits that go on counting; one that is missing follows the last at the usual distance. */
function createTicks(): (ticks: number | undefined) => number {
  let last: { wire: number; at: number } | undefined
  return (ticks) => {
    const wire = ticks ?? (last ? (last.wire + USUAL_STEP) % CLOCK_WRAP : 0)
    const at = last ? Math.max(0, last.at + signed(wire - last.wire)) : wire
    last = { wire, at }
    return at
  }
}

/** A difference of 33 bits: the shorter way round. */
function signed(difference: number): number {
  const forward = ((difference % CLOCK_WRAP) + CLOCK_WRAP) % CLOCK_WRAP
  return forward >= CLOCK_WRAP / 2 ? forward - CLOCK_WRAP : forward
}
