/**
 * A host clock whose timers cost next to nothing: one timer of the machine turns a wheel that holds all of them. They
 * fire up to a slot late, never early. For thousands of uplinks in one process.
 */
import type { HostClock } from '../../kernel/clock.ts'

const SLOT_MS = 20
/** A turn is about eighty seconds; later entries stay for more turns. */
const SLOTS = 4096

type Entry = {
  dueSlot: number
  callback: (() => void) | undefined
  /** The entry behind it in its slot: a list needs no memory of its own, however the entries move about. */
  next: Entry | undefined
}

export type WheelClock = HostClock & Disposable & { waiting(): number }

export function createWheelClock(host: HostClock): WheelClock {
  const firsts: (Entry | undefined)[] = Array.from({ length: SLOTS })
  const lasts: (Entry | undefined)[] = Array.from({ length: SLOTS })
  let reached = Math.floor(host.now() / SLOT_MS)
  let waiting = 0

  const put = (entry: Entry): void => {
    const index = entry.dueSlot % SLOTS
    const last = lasts[index]
    if (last) last.next = entry
    else firsts[index] = entry
    lasts[index] = entry
  }
  /** It stays where it is, empty, until its slot is passed. */
  const cancel = (entry: Entry): void => {
    if (!entry.callback) return
    entry.callback = undefined
    waiting--
  }
  const turn = (): void => {
    const now = Math.floor(host.now() / SLOT_MS)
    // A clock that leapt passes every slot once at most.
    if (now - reached > SLOTS) reached = now - SLOTS
    while (reached < now) {
      reached++
      const index = reached % SLOTS
      let entry = firsts[index]
      firsts[index] = lasts[index] = undefined
      while (entry) {
        const { next }: Entry = entry
        entry.next = undefined
        if (entry.dueSlot > now) put(entry)
        else entry.callback?.()
        entry = next
      }
    }
  }
  const stop = host.every(SLOT_MS, turn)
  const slotAt = (epochMs: number): number => Math.max(Math.ceil(epochMs / SLOT_MS), reached + 1)

  return {
    now: () => host.now(),
    after(delayMs, callback) {
      const entry: Entry = {
        dueSlot: slotAt(host.now() + Math.max(0, delayMs)),
        callback() {
          cancel(entry)
          callback()
        },
        next: undefined,
      }
      put(entry)
      waiting++
      return () => cancel(entry)
    },
    every(intervalMs, callback) {
      // One entry is reused, on a grid of its own: nothing is allocated for a beat.
      const step = Math.max(1, Math.round(intervalMs / SLOT_MS))
      const entry: Entry = {
        dueSlot: slotAt(host.now() + intervalMs),
        callback() {
          entry.dueSlot = Math.max(entry.dueSlot + step, reached + 1)
          put(entry)
          callback()
        },
        next: undefined,
      }
      put(entry)
      waiting++
      return () => cancel(entry)
    },
    waiting: () => waiting,
    [Symbol.dispose]: stop,
  }
}
