import { setTimeout as delay } from 'node:timers/promises'

/** Resolves after a time, or when the signal is aborted. */
export async function untilDue(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
