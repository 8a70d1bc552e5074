/** Frames cut into packets of JT/T 1078 (JT/T 1078-2016, 5.5). */
import { DATA_TYPES, type DataType, hasTime, isVideo, SPLIT_MARKS, type SplitMark } from './payload-types.ts'
import { BODY_MAX, encodeRtpPacket, type SimBytes } from './rtp-packet.ts'

export type RtpFrame = {
  /** 0–127, see PAYLOAD_TYPES. */
  payloadType: number
  dataType: DataType
  /** Milliseconds; left out of transparent data. */
  timestampMs?: number
  /** At least one byte. */
  bytes: Uint8Array
}

export type RtpPacketizerOptions = {
  /** Decimal digits; zeros are put in front. */
  sim: string
  /** 6 when left out. */
  simBytes?: SimBytes
  /** 0–255. */
  channel: number
  /** Serial number of the first packet; 0 when left out. */
  serial?: number
  /** Longest body of a packet, 1 to 65,535; the standard's 950 when left out. */
  bodyMax?: number
}

const INTERVAL_MAX = 65_535

/**
 * The packets of frame after frame of one channel: serial numbers run on and wrap at 65,536; the intervals since the
 * last I picture and the last picture come from the times of the frames, at most 65,535 ms. Throws a RangeError when a
 * value does not fit its field, a frame is empty, or a frame other than transparent data has no time.
 */
export function createRtpPacketizer(options: RtpPacketizerOptions): (frame: RtpFrame) => Uint8Array[] {
  const { sim, simBytes = 6, channel, bodyMax = BODY_MAX } = options
  if (!(Number.isInteger(bodyMax) && bodyMax >= 1 && bodyMax <= 65_535)) {
    throw new RangeError(`${bodyMax} is no length of a body`)
  }
  let serial = options.serial ?? 0
  let lastI: number | undefined
  let lastPicture: number | undefined

  const since = (earlier: number | undefined, now: number) =>
    Math.min(INTERVAL_MAX, Math.max(0, now - (earlier ?? now)))

  return function packetsOf({ payloadType, dataType, timestampMs, bytes }) {
    if (bytes.length === 0) throw new RangeError('The frame is empty')
    if (hasTime(dataType) && timestampMs === undefined) throw new RangeError('The frame has no time')
    const now = timestampMs ?? 0
    const head = {
      simBytes,
      sim: sim.padStart(simBytes * 2, '0'),
      payloadType,
      channel,
      dataType,
      timestampMs,
      lastIMs: since(lastI, now),
      lastFrameMs: since(lastPicture, now),
    }
    const count = Math.ceil(bytes.length / bodyMax)
    const packets = Array.from({ length: count }, (_, i) =>
      encodeRtpPacket({
        ...head,
        serial: (serial + i) % 65_536,
        marker: i === count - 1,
        split: markOf(i, count),
        body: bytes.subarray(i * bodyMax, (i + 1) * bodyMax),
      }),
    )
    serial = (serial + count) % 65_536
    if (isVideo(dataType)) lastPicture = now
    if (dataType === DATA_TYPES.iPicture) lastI = now
    return packets
  }
}

function markOf(index: number, count: number): SplitMark {
  if (count === 1) return SPLIT_MARKS.whole
  if (index === 0) return SPLIT_MARKS.first
  return index === count - 1 ? SPLIT_MARKS.last : SPLIT_MARKS.middle
}
