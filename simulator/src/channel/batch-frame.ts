import { textFrame } from '../kernel/websocket-frame.ts'
import { type BatchHead, encodeBatch } from './frame-codec.ts'
import type { HubContext } from './hub-context.ts'

/** A batch as a whole frame that many consoles are sent. */
export function batchFrame(
  context: Pick<HubContext, 'reform'>,
  head: BatchHead,
  messages: readonly string[],
): Buffer {
  const text = encodeBatch(head, messages)
  return textFrame(context.reform?.(text) ?? text)
}
