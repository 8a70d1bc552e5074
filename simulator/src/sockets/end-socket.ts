import type { Socket } from 'node:net'
import type { HostClock } from '../kernel/clock.ts'

/** Why any gateway ends a connection from its side; each wire has reasons of its own besides. */
export type CommonCutReason =
  | 'full'
  | 'silent'
  | 'flood'
  | 'notReading'
  | 'badFrames'
  | 'refused'
  | 'replaced'
  | 'removed'
  | 'closing'
  | 'fault'

/** Reasons of cuts before which the device gets the last answer, and how long that may take. */
const LAST_WORDS: ReadonlySet<string> = new Set<CommonCutReason>(['refused', 'full', 'replaced', 'badFrames'])
const LAST_WORDS_MS = 1000

/** Cuts that are nobody's fault, or of which there may be any number: the log is quiet about them. */
const FAULTLESS: ReadonlySet<string> = new Set<CommonCutReason>(['closing', 'full', 'replaced', 'removed'])
export const cutLogLevel = (reason: string): 'debug' | 'warn' => (FAULTLESS.has(reason) ? 'debug' : 'warn')

/** Ends a device's socket; `flush` sends waiting bytes, for reasons that the device should learn. */
export function endSocket(socket: Socket, reason: string, hostClock: HostClock, flush: () => void): void {
  if (!LAST_WORDS.has(reason)) {
    socket.destroy()
    return
  }
  flush()
  socket.destroySoon()
  hostClock.after(LAST_WORDS_MS, () => socket.destroy())
}
