/** How GB/T 28181 describes speech: G.711 A-law alone (annexes C and F of 2016). */
import type { GbPayload } from './gb-payloads.ts'

export const PCMA: GbPayload = { type: 8, encoding: 'PCMA', clockHz: 8000 }
/** What a description of such sound has as f=. */
export const PCMA_FORMAT = 'v/////a/1/8/1'

export const hasPcma = (payloads: readonly GbPayload[]): boolean =>
  payloads.some(({ type, encoding }) => type === PCMA.type && encoding.toUpperCase() === PCMA.encoding)
