import { decodeAlaw, encodeAlaw } from './g711-alaw.ts'

/** Sound on the wire: 8 kHz mono in frames of 320 samples (40 ms). */
export const TALK_RATE_HZ = 8000
export const TALK_FRAME_SAMPLES = 320
export const TALK_FRAME_MS = 40

/** pcm: 16-bit little-endian, 640 bytes a frame. alaw: G.711 A-law, 320 bytes. */
export type TalkCodec = 'pcm' | 'alaw'

export const TALK_FRAME_BYTES: Readonly<Record<TalkCodec, number>> = {
  pcm: TALK_FRAME_SAMPLES * 2,
  alaw: TALK_FRAME_SAMPLES,
}

/** The bytes of a frame of samples. */
export function encodeAudio(codec: TalkCodec, samples: Int16Array): Uint8Array {
  if (codec === 'alaw') return encodeAlaw(samples)
  const bytes = new Uint8Array(samples.length * 2)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < samples.length; i++) view.setInt16(i * 2, samples[i]!, true)
  return bytes
}

/** The samples of a frame, or undefined when its length is not that of one frame. */
export function decodeAudio(codec: TalkCodec, bytes: Uint8Array): Int16Array | undefined {
  if (bytes.length !== TALK_FRAME_BYTES[codec]) return undefined
  if (codec === 'alaw') return decodeAlaw(bytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const samples = new Int16Array(TALK_FRAME_SAMPLES)
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(i * 2, true)
  return samples
}
