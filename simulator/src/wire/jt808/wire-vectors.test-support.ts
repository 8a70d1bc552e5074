/** Frames of other implementations (fixtures/wire/jt808.json), and helpers of tests for bytes. */
import { readFileSync } from 'node:fs'
import type { Jt808Frame } from './frame.ts'
import { type FrameItem, FrameReader } from './frame-reader.ts'
import { decodeBody, type Jt808Message } from './message.ts'

export type Vector = {
  hex: string
  decoded: {
    msgId: string
    version?: number
    phone?: string
    flow?: number
    lat?: number
    lng?: number
    [key: string]: unknown
  }
  checksumOk: boolean
  lengthOk: boolean
}
export const VECTORS = JSON.parse(
  readFileSync(new URL('../../../../fixtures/wire/jt808.json', import.meta.url), 'utf8'),
) as Vector[]

export const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
export const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

export function framesOf(...chunks: Uint8Array[]): FrameItem[] {
  const reader = new FrameReader()
  return chunks.flatMap((chunk) => reader.push(chunk))
}
export function frameOf(hex: string): Jt808Frame {
  const [item] = framesOf(bytesOf(hex))
  if (item?.kind !== 'frame') throw new Error(`no frame: ${JSON.stringify(item)}`)
  return item.frame
}
export function messageOf(hex: string): Jt808Message {
  const { header, body } = frameOf(hex)
  const result = decodeBody(header, body)
  if (!result.ok) throw new Error(result.problem.message)
  return result.value
}
export const vector = (msgId: string, at = 0) => VECTORS.filter((v) => v.decoded.msgId === msgId)[at]!.hex
