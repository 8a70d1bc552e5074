/**
 * A host clock whose timers cost next to nothing: one timer of the machine turns a wheel that holds all of them. They
 * fire up to a slot late, never early. For thousands of uplinks in one process.
 */
import type { HostClock } from '../../timeline/clock.ts'

const SLOT_MS = 20
/** A turn is about eighty seconds; what lies further ahead stays for more turns. */
const SLOTS = 4096

type Entry = { dueSlot: number; callback: () => void }

export type WheelClock = HostClock & Disposable & { waiting(): number }

export function createWheelClock(host: HostClock): WheelClock {
  const wheel: (Set<Entry> | undefined)[] = Array.from({ length: SLOTS })
  let reached = Math.floor(host.now() / SLOT_MS)
  let waiting = 0

  const put = (entry: Entry): void => {
    const index = entry.dueSlot % SLOTS
    const slot = wheel[index]
    if (slot) slot.add(entry)
    else wheel[index] = new Set([entry])
    waiting++
  }
  const take = (entry: Entry): boolean => {
    const taken = wheel[entry.dueSlot % SLOTS]?.delete(entry) ?? false
    if (taken) waiting--
    return taken
  }
  const turn = (): void => {
    const now = Math.floor(host.now() / SLOT_MS)
    // A clock that leapt passes every slot once at most.
    if (now - reached > SLOTS) reached = now - SLOTS
    while (reached < now) {
      reached++
      const slot = wheel[reached % SLOTS]
      if (!slot || slot.size === 0) continue
      for (const entry of [...slot]) {
        if (entry.dueSlot > now || !take(entry)) continue
        entry.callback()
      }
    }
  }
  const stop = host.every(SLOT_MS, turn)

  const after = (delayMs: number, callback: () => void): (() => void) => {
    const due = Math.ceil((host.now() + Math.max(0, delayMs)) / SLOT_MS)
    const entry = { dueSlot: Math.max(due, reached + 1), callback }
    put(entry)
    return () => void take(entry)
  }
  return {
    now: () => host.now(),
    after,
    every(intervalMs, callback) {
      // One entry goes round and round: nothing is made anew for a beat.
      const next = () => Math.max(Math.ceil((host.now() + intervalMs) / SLOT_MS), reached + 1)
      const entry: Entry = {
        dueSlot: next(),
        callback() {
          entry.dueSlot = next()
          put(entry)
          callback()
        },
      }
      put(entry)
      return () => void take(entry)
    },
    waiting: () => waiting,
    [Symbol.dispose]: stop,
  }
}
