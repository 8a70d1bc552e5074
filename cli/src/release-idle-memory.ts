/** Gives memory back that a process needed for a while (simulator/src/kernel/idle-memory.ts). */
import { performance } from 'node:perf_hooks'
import { announceIdle, collectGarbage } from '@backlot/simulator/kernel/idle-memory'

export type ProcessMemory = {
  /** Bytes that are resident, garbage of all threads included. */
  residentBytes(): number
  /** Share of the time since the last question in which the event loop worked, 0 to 1. */
  loopUse(): number
  /** Has every thread collect its garbage. It holds this one's event loop for some 0.1 s. */
  release(): Promise<void>
}

const LOOK_EVERY_MS = 20_000
/** Growth of memory since the last time that makes it worthwhile. */
const WORTH_BYTES = 24 * 2 ** 20
const IDLE_LOOP_USE = 0.1

/**
 * Looks three times a minute; releases memory when nobody watches, the event loop was idle since the last look and more
 * memory is resident than was left. Returns a function that ends it.
 */
export function releaseIdleMemory(
  isWatched: () => boolean,
  every: (intervalMs: number, callback: () => unknown) => () => void = everyUnreferenced,
  memory: ProcessMemory = processMemory(),
): () => void {
  let leftBytes = 0
  return every(LOOK_EVERY_MS, async () => {
    const isIdle = memory.loopUse() < IDLE_LOOP_USE
    const bytes = memory.residentBytes()
    // Other threads are done a little later than this one.
    if (leftBytes > 0) leftBytes = Math.min(leftBytes, bytes)
    if (!isIdle || isWatched() || bytes - leftBytes < WORTH_BYTES) return
    await memory.release()
    leftBytes = memory.residentBytes()
  })
}

export function processMemory(): ProcessMemory {
  let before = performance.eventLoopUtilization()
  return {
    residentBytes: () => process.memoryUsage.rss(),
    loopUse() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
    release() {
      announceIdle()
      return collectGarbage()
    },
  }
}

function everyUnreferenced(intervalMs: number, callback: () => unknown): () => void {
  const timer = setInterval(callback, intervalMs).unref()
  return () => clearInterval(timer)
}
