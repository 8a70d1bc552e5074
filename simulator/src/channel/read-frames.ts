/**
 * Frames of a WebSocket, read one after the other: at a bounded rate for each socket, and for all sockets of a service
 * together a bounded share of work in a turn of the event loop. Nothing is read from a socket whose frames wait.
 */
import type { RawData, WebSocket } from 'ws'
import type { HostClock } from '../kernel/clock.ts'
import type { WorkBudget } from '../kernel/work-budget.ts'
import type { ReadRate } from './read-rate.ts'

/** Frames, or this many bytes of a long one, that a service reads in a turn: some milliseconds of parsing. */
export const FRAMES_A_TURN = 100
const BYTES_A_FRAME = 4096

export type FrameDeps = {
  hostClock: HostClock
  /** Shared by all sockets of the service. */
  budget: WorkBudget
  /** How much the socket may send; undefined: any amount. */
  rate: ReadRate | undefined
  /** A frame of this size has arrived. */
  received(bytes: number): void
  /** It is its turn. */
  take(data: RawData, isBinary: boolean): void
}

/** Reads until the answer is called, which is when the socket has closed. */
export function readFrames(socket: WebSocket, deps: FrameDeps): () => void {
  const { hostClock, budget, rate } = deps
  const waiting: { data: RawData; isBinary: boolean; units: number }[] = []
  let isTaking = false
  let isOver = false
  let isPaused = false
  let endRest: (() => void) | undefined

  const pause = () => {
    isPaused = true
    socket.pause()
  }
  const readOn = () => {
    if (!isPaused || isTaking || endRest || isOver) return
    isPaused = false
    socket.resume()
  }
  const takeAll = async () => {
    isTaking = true
    for (let frame = waiting.shift(); frame; frame = waiting.shift()) {
      const turn = budget.take(frame.units)
      if (turn) {
        pause()
        await turn
      }
      if (isOver) return
      deps.take(frame.data, frame.isBinary)
    }
    isTaking = false
    readOn()
  }
  socket.on('message', (data: RawData, isBinary: boolean) => {
    const bytes = sizeOf(data)
    deps.received(bytes)
    const restMs = rate?.count(bytes, hostClock.now()) ?? 0
    if (restMs > 0) {
      pause()
      endRest?.()
      endRest = hostClock.after(restMs, () => {
        endRest = undefined
        readOn()
      })
    }
    waiting.push({ data, isBinary, units: 1 + Math.floor(bytes / BYTES_A_FRAME) })
    if (!isTaking) void takeAll()
  })
  return () => {
    isOver = true
    endRest?.()
    waiting.length = 0
  }
}

function sizeOf(data: RawData): number {
  return Array.isArray(data) ? data.reduce((sum, part) => sum + part.length, 0) : data.byteLength
}
