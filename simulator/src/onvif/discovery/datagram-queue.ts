import type { HostClock } from '../../kernel/clock.ts'

export type DatagramQueue = {
  /** False when the queue is full: the message is dropped. */
  put(text: string, port: number, address: string): boolean
  waiting(): number
} & Disposable

const WAITING_MOST = 2048
/** A turn's messages fit into the buffer of an ordinary socket. */
const TURN = { messages: 20, everyMs: 20 } as const

/** Sends messages in small groups, so that the sockets of those who asked keep up. */
export function createDatagramQueue(
  hostClock: HostClock,
  send: (text: string, port: number, address: string) => void,
): DatagramQueue {
  let waiting: { text: string; port: number; address: string }[] = []
  let stop: (() => void) | undefined
  const turn = () => {
    for (const { text, port, address } of waiting.splice(0, TURN.messages)) send(text, port, address)
    stop = waiting.length > 0 ? hostClock.after(TURN.everyMs, turn) : undefined
  }
  return {
    put(text, port, address) {
      if (waiting.length >= WAITING_MOST) return false
      waiting.push({ text, port, address })
      stop ??= hostClock.after(0, turn)
      return true
    },
    waiting: () => waiting.length,
    [Symbol.dispose]() {
      stop?.()
      waiting = []
    },
  }
}
