import { untilDue } from '../cluster/until-due.ts'
import { type Column, liveCounters } from './running-swarm.ts'

const LOOK_MS = 1000
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Shows counters every second until the time is over or Ctrl+C. */
export async function watch(
  forMs: number,
  columns: () => readonly Column[] | Promise<readonly Column[]>,
): Promise<void> {
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  for (const signal of SIGNALS) process.once(signal, onSignal)
  const show = liveCounters()
  const endMs = Date.now() + forMs
  try {
    for (let leftMs = forMs; leftMs > 0 && !stop.signal.aborted; leftMs = endMs - Date.now()) {
      await untilDue(Math.min(LOOK_MS, leftMs), stop.signal)
      show(await columns())
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
}
