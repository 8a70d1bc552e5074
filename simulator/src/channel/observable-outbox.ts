import type { Alarm } from '@backlot/contract/alarms/entities'
import type { Outbox } from './outbox.ts'

export type ObservableOutbox = Outbox & {
  /** Calls back with alarms as they are published. Returns a function that stops it. */
  onAlarms(listener: (list: readonly Alarm[], updateOnly: boolean) => void): () => void
}

/** An outbox whose alarms others than consoles may hear too. */
export function observableOutbox(outbox: Outbox): ObservableOutbox {
  const listeners = new Set<(list: readonly Alarm[], updateOnly: boolean) => void>()
  return {
    ...outbox,
    alarms(list, updateOnly) {
      outbox.alarms(list, updateOnly)
      for (const listener of listeners) listener(list, updateOnly)
    },
    onAlarms(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
