/**
 * Gives memory back that a process needed for a while: V8 keeps the pages of a heap that has grown, and collects the
 * garbage in them only when it needs room.
 */
import { Session } from 'node:inspector'
import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

export type ProcessMemory = {
  /** Bytes of the heap, garbage included. */
  heapBytes(): number
  /** Share of the time since the last question in which the event loop worked, 0 to 1. */
  loopUse(): number
  /** Collects all garbage and hands empty pages back to the system. It holds the event loop for some 0.1 s. */
  release(): Promise<void>
}

const LOOK_EVERY_MS = 60_000
/** Heap beyond what was left after the last time that makes it worth while. */
const WORTH_BYTES = 24 * 2 ** 20
const IDLE_LOOP_USE = 0.1

/**
 * Looks once a minute; releases memory when nobody watches, the event loop was idle in that minute and the heap has
 * grown. Answers how to end it.
 */
export function releaseIdleMemory(
  isWatched: () => boolean,
  every: (intervalMs: number, callback: () => unknown) => () => void = everyUnreferenced,
  memory: ProcessMemory = processMemory(),
): () => void {
  let leftBytes = 0
  return every(LOOK_EVERY_MS, async () => {
    const isIdle = memory.loopUse() < IDLE_LOOP_USE
    if (!isIdle || isWatched() || memory.heapBytes() - leftBytes < WORTH_BYTES) return
    await memory.release()
    leftBytes = memory.heapBytes()
  })
}

export function processMemory(): ProcessMemory {
  let before = performance.eventLoopUtilization()
  return {
    heapBytes: () => getHeapStatistics().total_heap_size,
    loopUse() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
    release() {
      const session = new Session()
      session.connect()
      // The one way to V8's full collection that needs no flag at the start (Chrome DevTools Protocol).
      return new Promise((resolve) => {
        session.post('HeapProfiler.collectGarbage', () => {
          // Not within the answer: Node 20 waits for ever in disconnect() there.
          setImmediate(() => {
            session.disconnect()
            resolve()
          })
        })
      })
    },
  }
}

function everyUnreferenced(intervalMs: number, callback: () => unknown): () => void {
  const timer = setInterval(callback, intervalMs).unref()
  return () => clearInterval(timer)
}
