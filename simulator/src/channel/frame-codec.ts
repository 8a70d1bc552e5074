import { type ChannelMessage, ClientFrame, type ServerFrame } from '@backlot/contract/channel/frames'
import type { z } from 'zod'
import { JsonFault, parseJson } from '../calls/parse-json.ts'

export type DecodedFrame = { frame: z.output<typeof ClientFrame> } | { error: string }

/** A frame of a console from its text. Malformed input is an ordinary value. */
export function decodeClientFrame(text: string): DecodedFrame {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    return { error: `The frame is refused: ${error.message}.` }
  }
  const parsed = ClientFrame.safeParse(value)
  if (parsed.success) return { frame: parsed.data }
  const issue = parsed.error.issues[0]
  return { error: `${issue?.path.map(String).join('.') || 'frame'}: ${issue?.message ?? 'not valid'}` }
}

export function encodeFrame(frame: ServerFrame): string {
  return JSON.stringify(frame)
}

export type BatchHead = { boot: string; epoch: number; at: number }

/** A batch of messages that are JSON already: rows are written once, however many audiences hear of them. */
export function encodeBatch(head: BatchHead, messages: readonly string[]): string {
  return `{"type":"batch","boot":${JSON.stringify(head.boot)},"epoch":${head.epoch},"at":${head.at},"messages":[${messages.join(',')}]}`
}

export function encodeMessage(message: ChannelMessage): string {
  return JSON.stringify(message)
}

/** gps and status messages from rows that are JSON already. */
export function encodeList(type: 'gps' | 'status', rows: readonly string[]): string {
  return `{"type":"${type}","list":[${rows.join(',')}]}`
}

export function encodeAlarms(rows: readonly string[], updateOnly: boolean, cursor: number): string {
  return `{"type":"alarm","updateOnly":${updateOnly},"cursor":${cursor},"list":[${rows.join(',')}]}`
}
