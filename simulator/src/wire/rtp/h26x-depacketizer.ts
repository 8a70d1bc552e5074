/**
 * Pictures out of RTP packets: H.264 (RFC 6184: single 5.6, STAP-A 5.7.1, FU-A 5.8) and H.265 (RFC 7798: single 4.4.1, AP
 * 4.4.2, FU 4.4.3), without decoding order numbers.
 */
import type { RtpPacket } from './rtp-packet.ts'

export type PictureUnit = {
  /** NAL units without start codes. */
  units: Uint8Array[]
  /** Of RTP. */
  timestamp: number
}

export type H26xDepacketizer = {
  /** Takes the next packet in order and answers the pictures that it completes; `isAfterLoss`: some before it are missing. */
  add(packet: RtpPacket, isAfterLoss: boolean): PictureUnit[]
  /** Pictures dropped because a part was missing or broken. */
  damaged(): number
}

/** A key picture of 4K has a megabyte at most. */
const PICTURE_BYTES = 4_194_304
/** Units and fragments of a picture, empty ones too; each costs memory besides its bytes. */
const PARTS_MOST = 8192
const [STAP_A, FU_A] = [24, 28]
const [AP, FU] = [48, 49]

export function createH26xDepacketizer(codec: 'h264' | 'h265'): H26xDepacketizer {
  let units: Uint8Array[] = []
  let bytes = 0
  let parts = 0
  let timestamp: number | undefined
  let fragments: Uint8Array[] | undefined
  let isDamaged = false
  let damaged = 0

  const clear = (): void => {
    units = []
    bytes = 0
    parts = 0
    fragments = undefined
    isDamaged = false
    timestamp = undefined
  }
  const damage = (): void => {
    units = []
    fragments = undefined
    isDamaged = true
  }
  const complete = (): PictureUnit[] => {
    const done = { units, timestamp: timestamp ?? 0 }
    const isWhole = !isDamaged && !fragments
    if (!isWhole) damaged++
    clear()
    return isWhole && done.units.length > 0 ? [done] : []
  }
  const keep = (unit: Uint8Array): void => {
    bytes += unit.length
    parts++
    if (unit.length === 0 || bytes > PICTURE_BYTES || parts > PARTS_MOST) damage()
    else units.push(unit)
  }
  const aggregated = (payload: Uint8Array): void => {
    for (let at = codec === 'h264' ? 1 : 2; at + 2 <= payload.length && !isDamaged; ) {
      const end = at + 2 + ((payload[at]! << 8) | payload[at + 1]!)
      if (end <= payload.length) keep(payload.subarray(at + 2, end))
      else damage()
      at = end
    }
  }
  const fragment = (payload: Uint8Array): void => {
    const headBytes = codec === 'h264' ? 1 : 2
    const mark = payload[headBytes] ?? 0
    const [isStart, isEnd] = [(mark & 0x80) !== 0, (mark & 0x40) !== 0]
    const data = payload.subarray(headBytes + 1)
    // One begins where none is open, and nothing else goes on.
    if (isStart === (fragments !== undefined)) {
      damage()
      return
    }
    if (isStart) {
      const head =
        codec === 'h264'
          ? [(payload[0]! & 0xe0) | (mark & 31)]
          : [(payload[0]! & 0x81) | ((mark & 63) << 1), payload[1]!]
      fragments = [Uint8Array.from(head), data]
    } else fragments?.push(data)
    bytes += data.length
    parts++
    if (bytes > PICTURE_BYTES || parts > PARTS_MOST) damage()
    if (!isEnd || !fragments) return
    const unit = Buffer.concat(fragments)
    fragments = undefined
    bytes -= unit.length
    keep(unit)
  }
  const take = (payload: Uint8Array): void => {
    const type = codec === 'h264' ? payload[0]! & 31 : (payload[0]! >> 1) & 63
    if (type === (codec === 'h264' ? FU_A : FU)) fragment(payload)
    else if (type === (codec === 'h264' ? STAP_A : AP)) aggregated(payload)
    else if (codec === 'h264' ? type >= 1 && type <= 23 : type < AP) keep(payload)
    else damage()
  }

  return {
    add(packet, isAfterLoss) {
      const done: PictureUnit[] = []
      // Without its last packet a picture ends where the time changes.
      if (timestamp !== undefined && packet.timestamp !== timestamp) {
        if (isAfterLoss) damage()
        done.push(...complete())
      }
      // Whose packets are missing does not show: the picture of before, or the beginning of this one.
      if (isAfterLoss) damage()
      timestamp = packet.timestamp
      if (!isDamaged && packet.payload.length > (codec === 'h264' ? 0 : 1)) take(packet.payload)
      if (packet.marker) done.push(...complete())
      return done
    },
    damaged: () => damaged,
  }
}
