import type { HostClock } from '../kernel/clock.ts'
import { isStorageError } from '../kernel/storage-error.ts'

/** Interval of retries after a full disk. */
const AGAIN_MS = 1000
/** Writes that wait at most: a disk that stays full never fills the memory. */
const WAITING_MAX = 10_000

/**
 * Writes of the platform's own observations that nobody waits for: one after the other, in the order given. While the
 * disk is full they wait for room; beyond their limit the newest is given to `onError`, as any other failure is.
 */
export function createRetryingWrites(host: HostClock, onError: (error: unknown) => void) {
  const waiting: (() => Promise<unknown>)[] = []
  let isWorking = false

  const work = async (): Promise<void> => {
    isWorking = true
    for (let next = waiting[0]; next; next = waiting[0]) {
      try {
        await next()
      } catch (error) {
        if (isStorageError(error)) {
          host.after(AGAIN_MS, () => void work())
          return
        }
        onError(error)
      }
      waiting.shift()
    }
    isWorking = false
  }
  return {
    add(write: () => Promise<unknown>): void {
      if (waiting.length >= WAITING_MAX) {
        onError(new Error(`${WAITING_MAX} writes wait for room on the disk: one more is lost`))
        return
      }
      waiting.push(write)
      if (!isWorking) void work()
    },
  }
}
