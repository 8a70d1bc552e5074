/**
 * Program streams as GB/T 28181, annex C, wants them: a pack for each picture and each frame of sound, system header
 * and program stream map before key pictures and in the first pack. It adds no access unit delimiters.
 */
import { checkTicks } from './clock.ts'
import { hasKeyPicture, joinNalUnits, type NalCodec, START_CODE_PREFIX } from './nal-units.ts'
import { checkRate, writePackHeader, writeSystemHeader } from './pack-header.ts'
import { PES_MAX_BYTES, type PesTimes, writePesHeader } from './pes-packet.ts'
import { writeStreamMap } from './program-stream-map.ts'
import { START_CODES, STREAM_TYPES } from './stream-types.ts'

export type PsMuxerOptions = {
  video: NalCodec | undefined
  audio: 'pcma' | 'aac' | undefined
  /** Stated rate in units of 50 bytes a second, 1 to 4,194,303; 10 Mbit/s when left out. */
  rate?: number
}

/** Ticks of 90 kHz that go on counting; on the wire they wrap at 33 bits. */
export type UnitTimes = {
  pts: number
  /** Where pictures are not sent in the order in which they are shown. */
  dts?: number
  /** Found in the unit when left out: an IDR picture of H.264, an IRAP picture of H.265. */
  isKey?: boolean
}

export type PsMuxer = {
  /**
   * The pack of one access unit: its bytes with start codes, or its NAL units without. Throws a RangeError when the
   * muxer has no video, the unit is empty or has no start code, or a time is no whole number from 0 on.
   */
  video(unit: Uint8Array | readonly Uint8Array[], times: UnitTimes): Uint8Array
  /**
   * The pack of one frame of sound (of AAC: with its ADTS header), at most 65,521 bytes. Throws a RangeError when
   * the muxer has no audio, the frame is empty or too long, or the time is no whole number from 0 on.
   */
  audio(frame: Uint8Array, pts: number): Uint8Array
  /** The end code (ISO/IEC 13818-1, 2.5.3.1). */
  end(): Uint8Array
}

const DEFAULT_RATE = 25_000
/** The stream runs ahead of its pictures by 40 ms: they must be there before they are shown. */
const LEAD_TICKS = 3600
const AUDIO_MAX_BYTES = PES_MAX_BYTES - 14

/** A muxer. Throws a RangeError without video and audio, or when the rate does not fit. */
export function createPsMuxer({ video, audio, rate = DEFAULT_RATE }: PsMuxerOptions): PsMuxer {
  if (!video && !audio) throw new RangeError('A program stream needs video or audio')
  checkRate(rate)
  const entries = []
  if (video) entries.push({ streamType: STREAM_TYPES[video], streamId: START_CODES.video })
  if (audio) entries.push({ streamType: STREAM_TYPES[audio], streamId: START_CODES.audio })
  const heads = [writeSystemHeader(!!video, !!audio, rate), writeStreamMap(entries)]
  let hasHeads = false

  function pack(streamId: number, bytes: Uint8Array, times: PesTimes, isKey: boolean): Uint8Array {
    const scr = Math.max(0, (times.dts ?? times.pts ?? 0) - LEAD_TICKS)
    const parts = [writePackHeader(scr, rate), ...(isKey || !hasHeads ? heads : [])]
    hasHeads = true
    let current = times
    for (let at = 0; at < bytes.length; ) {
      const head = writePesHeader(streamId, current, at === 0, 0).length
      const payload = bytes.subarray(at, at + PES_MAX_BYTES - head)
      parts.push(writePesHeader(streamId, current, at === 0, payload.length), payload)
      current = { pts: undefined, dts: undefined }
      at += payload.length
    }
    return new Uint8Array(Buffer.concat(parts))
  }

  return {
    video(unit, { pts, dts, isKey }) {
      if (!video) throw new RangeError('The muxer has no video')
      checkTicks(pts)
      if (dts !== undefined) checkTicks(dts)
      const bytes = unit instanceof Uint8Array ? checkUnit(unit) : joinNalUnits(unit)
      if (bytes.length === 0) throw new RangeError('The access unit is empty')
      const times = { pts, dts: dts === pts ? undefined : dts }
      return pack(START_CODES.video, bytes, times, isKey ?? hasKeyPicture(video, bytes))
    },
    audio(frame, pts) {
      if (!audio) throw new RangeError('The muxer has no audio')
      checkTicks(pts)
      if (frame.length === 0 || frame.length > AUDIO_MAX_BYTES) {
        throw new RangeError(`A frame of sound cannot have ${frame.length} bytes`)
      }
      return pack(START_CODES.audio, frame, { pts, dts: undefined }, false)
    },
    end: () => Uint8Array.of(0, 0, 1, START_CODES.programEnd),
  }
}

function checkUnit(unit: Uint8Array): Uint8Array {
  const at = Buffer.from(unit.buffer, unit.byteOffset, unit.length).indexOf(START_CODE_PREFIX)
  if (at !== 0 && !(at === 1 && unit[0] === 0)) {
    throw new RangeError('The access unit does not begin with a start code')
  }
  return unit
}
