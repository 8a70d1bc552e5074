import type { NewsSource } from './follow-alarms.ts'

type Listener = (message: never) => void

/** A channel without a platform: `say` passes a message to the listeners of its type. */
export function createNewsSource() {
  const listeners = new Map<string, Set<Listener>>()
  const source = {
    on(type: string, listener: Listener) {
      const list = listeners.get(type) ?? new Set()
      listeners.set(type, list.add(listener))
      return () => void list.delete(listener)
    },
  } as NewsSource
  return {
    source,
    say(type: string, message: object = {}): void {
      for (const listener of listeners.get(type) ?? []) listener(message as never)
    },
    listening: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
  }
}
