import type { EdgeMessage } from '../channel/edges/link-messages.ts'
import type { HostClock } from '../kernel/clock.ts'
import type { EdgeConsole } from './edge-console.ts'

export type TakenBytes = Disposable & {
  /** A frame for this console alone was given to its socket. */
  sent(console: EdgeConsole, bytes: number): void
  forget(console: EdgeConsole): void
}

/** How often consoles that read slowly are looked at. */
const SLOW_LOOK_MS = 50

/** The core counts what waits for a console: it hears what does no longer, of all consoles of a turn at once. */
export function tellTakenBytes(hostClock: HostClock, send: (message: EdgeMessage) => void): TakenBytes {
  const slow = new Set<EdgeConsole>()
  let told = new Map<EdgeConsole, number>()

  const tell = (console: EdgeConsole): void => {
    if (told.size === 0) setImmediate(flush)
    told.set(console, (told.get(console) ?? 0) + console.untold)
    console.untold = 0
  }
  const flush = (): void => {
    const taken = told
    told = new Map()
    send({ type: 'taken', consoles: [...taken].map(([{ id }, bytes]) => ({ console: id, bytes })) })
  }
  const stop = hostClock.every(SLOW_LOOK_MS, () => {
    for (const console of slow) {
      if (console.link.isOpen && !console.link.isEasy) continue
      slow.delete(console)
      tell(console)
    }
  })
  return {
    sent(console, bytes) {
      console.untold += bytes
      if (console.link.isEasy) tell(console)
      else slow.add(console)
    },
    forget: (console) => void slow.delete(console),
    [Symbol.dispose]: stop,
  }
}
