/** Packets of terminals and of other implementations, and helpers of tests for them. */
import type { RtpPacket } from './rtp-packet.ts'
import { createRtpReader, type RtpItem, type RtpReaderOptions } from './rtp-reader.ts'

export const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex.replace(/\s/g, ''), 'hex'))
export const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
export const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

/** A P picture of H.264 and a frame of G.726 sound, both whole, from one terminal. */
export const PICTURE = bytesOf(`
  3031636481e2108801123456781001100000016bb392ca7c02800028002e0000000161e1a2bf0098cfc0ee1e1728340778
  8e39a403fddbd1d546bfb063013f59ac34c97a021ab96a28a42c08`)
export const SOUND = bytesOf(`
  30316364818810ba01123456781001300000016bb392cf8d0078fe6d3bbeef3e4e7dffb76d5ff56fc7be6fdf77dcdf8eed3b
  6fe33fb573df6fecf8fdfffebeefdbf76fdbbffdd7bf6ffb6f6ef7ff5fdfbfd3f78ffdfab2ef3ef75ffff15d3fbffb26beed
  c7b77d3faee3fbef1d3bae93feef7fdf7793feb6653bbdfae68eedf8f7efdbb1ffc66f7cffeffddb717fff6eee3e`)
/** The next picture. */
export const PICTURE_2 = bytesOf(`
  3031636481e210bb01123456781001100000016bb392cf2c07300028001d0000000161e462bf0032be88823b946f41ee7c28
  7d82a59c2949a84cbf`)
/** The picture as a terminal of 2019 sends it: ten bytes of phone number. */
export const PICTURE_2019 = bytesOf(`
  3031636481e210880000000001123456781001100000016bb392ca7c0280002800050000000161`)
/** Transparent data has neither time nor intervals. */
export const DATA = bytesOf('3031636481db000101123456781001400003aabbcc')

export function itemsOf(chunks: readonly Uint8Array[], options?: RtpReaderOptions): RtpItem[] {
  const reader = createRtpReader(options)
  return [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()]
}
export const packetsOf = (items: readonly RtpItem[]) =>
  items.flatMap((item) => (item.kind === 'packet' ? [item.packet] : []))
export const problemsOf = (items: readonly RtpItem[]) =>
  items.flatMap((item) => (item.kind === 'problem' ? [item.problem] : []))

/** A packet with some fields of its own. */
export const packetWith = (fields: Partial<RtpPacket>): RtpPacket => ({
  simBytes: 6,
  sim: '013912345678',
  marker: false,
  payloadType: 98,
  serial: 0,
  channel: 1,
  dataType: 0,
  split: 0,
  timestampMs: 1000,
  lastIMs: 0,
  lastFrameMs: 0,
  body: Uint8Array.of(1, 2, 3),
  ...fields,
})
