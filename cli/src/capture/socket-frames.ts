import type { Writable } from 'node:stream'
import * as ws from 'ws'

/** Longer messages end the reading of a socket: nothing of the contract is. */
export const FRAME_MAX_BYTES = 16 * 1024 * 1024

export type FrameListeners = {
  message(data: Buffer, isBinary: boolean): void
  closed(code: number): void
  /** Nothing more is read of it: it is no WebSocket, or a message was too long. */
  unreadable(reason: string): void
}

type ReceiverOptions = { isServer: boolean; maxPayload: number; skipUTF8Validation: boolean }
/** ws exports its reader of frames (RFC 6455, section 5); its types leave it out. */
const { Receiver } = ws as unknown as { Receiver: new (options: ReceiverOptions) => Writable }

/** Reads the frames of one direction of a socket from its bytes, whatever their pieces. `isMasked`: from a client. */
export function createFrameReader(isMasked: boolean, listeners: FrameListeners): (bytes: Buffer) => void {
  const reader = new Receiver({ isServer: isMasked, maxPayload: FRAME_MAX_BYTES, skipUTF8Validation: true })
  let reads = true
  reader.on('message', (data: Buffer, isBinary: boolean) => listeners.message(data, isBinary))
  reader.on('conclude', (code: number) => {
    reads = false
    listeners.closed(code)
  })
  reader.on('error', (error: Error) => {
    reads = false
    listeners.unreadable(error.message)
  })
  // The bytes are somebody else's to keep: the reader unmasks in place.
  return (bytes) => void (reads && reader.write(Buffer.from(bytes)))
}
