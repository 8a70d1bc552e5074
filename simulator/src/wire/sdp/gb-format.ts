/**
 * The f= line of GB/T 28181 (annex F of 2016, annex G of 2022): `v/2/6/25/1/4000a/1/8/1`. Each part may be empty:
 * `v/////a/1/8/1` is sound alone.
 */
import { type SdpRead, sdpProblem } from './sdp-problem.ts'

export type GbVideoFormat = {
  /** 1 MPEG-4, 2 H.264, 3 SVAC, 4 3GP, 5 H.265 (2022). */
  codec?: number
  /** 1 QCIF, 2 CIF, 3 4CIF, 4 D1, 5 720P, 6 1080P; since 2022 also width x height. */
  resolution?: string
  framesPerSecond?: number
  /** 1 constant, 2 variable. */
  rateType?: number
  rateKbps?: number
}
/**
 * Codec: 1 G.711, 2 G.723.1, 3 G.729, 4 G.722.1. Rate and sampling are the standard's codes: rate 8 is 64 kbit/s,
 * sampling 1 is 8 kHz.
 */
export type GbAudioFormat = { codec?: number; rate?: number; sampling?: number }
export type GbFormat = { video: GbVideoFormat; audio: GbAudioFormat }

const FORM = /^v\/([^/]*)\/([^/]*)\/([^/]*)\/([^/]*)\/([^/]*?)a\/([^/]*)\/([^/]*)\/([^/]*)$/i
const NUMBER = /^(\d{1,6})?$/

/** Reads the text behind f=. */
export function readGbFormat(text: string): SdpRead<GbFormat> {
  const [, codec, resolution, frames, rateType, rate, sound, soundRate, sampling] =
    FORM.exec(text.trim()) ?? []
  const numbers = [codec, frames, rateType, rate, sound, soundRate, sampling]
  if (codec === undefined || !numbers.every((part) => NUMBER.test(part!))) {
    return sdpProblem('value', 0, `f=${text.slice(0, 60)}`)
  }
  const video = given({
    codec: number(codec),
    resolution: resolution || undefined,
    framesPerSecond: number(frames!),
    rateType: number(rateType!),
    rateKbps: number(rate!),
  })
  const audio = given({ codec: number(sound!), rate: number(soundRate!), sampling: number(sampling!) })
  return { ok: true, value: { video, audio } }
}

/** Throws a RangeError for numbers that are no whole ones of up to six digits, and for a / in the resolution. */
export function writeGbFormat({ video, audio }: GbFormat): string {
  const { codec, resolution = '', framesPerSecond, rateType, rateKbps } = video
  if (/[/\s]/.test(resolution)) throw new RangeError(`resolution '${resolution}'`)
  const picture = [digits(codec), resolution, digits(framesPerSecond), digits(rateType), digits(rateKbps)]
  const sound = [digits(audio.codec), digits(audio.rate), digits(audio.sampling)]
  return `v/${picture.join('/')}a/${sound.join('/')}`
}

const number = (text: string) => (text === '' ? undefined : Number(text))

function digits(value: number | undefined): string {
  const text = value === undefined ? '' : String(value)
  if (!NUMBER.test(text)) throw new RangeError(`${text} in f=`)
  return text
}

/** The fields that have a value. */
function given<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}
