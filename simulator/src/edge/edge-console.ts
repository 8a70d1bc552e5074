import type { ConsoleLink } from '../channel/console-link.ts'
import { decodeClientFrame, encodeFrame } from '../channel/frame-codec.ts'

/** Pings are answered here: they ask for the line, and the core would have ten thousand of them to read. */
const PING_MAX_BYTES = 128

/** A console of this edge: its socket is here, everything else of it at the core. */
export type EdgeConsole = {
  id: number
  link: ConsoleLink
  /** Stream of shared frames that it gets; 0: none. */
  stream: number
  isSignedIn: boolean
  /** Bytes of frames for it alone that the core has not been told of. */
  untold: number
}

/** Answers a ping of a console. False: the frame is another one, for the core. */
export function answerPing({ isSignedIn, link }: EdgeConsole, text: string): boolean {
  if (!isSignedIn || text.length > PING_MAX_BYTES || !text.includes('"ping"')) return false
  const decoded = decodeClientFrame(text)
  if ('error' in decoded || decoded.frame.type !== 'ping') return false
  link.send(encodeFrame({ type: 'pong', at: decoded.frame.at }))
  return true
}
