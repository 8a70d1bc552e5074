import type { ArchiveState } from '../../archive/archive-messages.ts'
import type { HostClock } from '../../kernel/clock.ts'
import { readFact } from '../../store/facts.ts'
import type { Store } from '../../store/store.ts'

const FACT = 'archive.behindSinceMs'
/** A shorter lag is not worth a write. */
const NOTED_MS = 10_000

/** Since when rows wait for the archive, which a start has to know: two writes for each time that it falls behind. */
export function createBehindSince(store: Store, host: HostClock, onError: (error: unknown) => void) {
  const readMs = () => {
    const value = readFact(store.read, FACT)
    return value === undefined ? undefined : Number(value)
  }
  let noted = readMs() !== undefined
  const write = (value: string | null) => {
    noted = value !== null
    // A full disk refuses it: the next report tries again.
    store.write('platform.setFacts', { [FACT]: value }).catch((error: unknown) => {
      noted = value === null
      onError(error)
    })
  }
  return {
    readMs,
    note({ condition, waiting, lagSeconds }: ArchiveState): void {
      const isCaughtUp = condition === 'connected' && Object.values(waiting).every((rows) => rows === 0)
      if (noted && isCaughtUp) write(null)
      else if (!noted && lagSeconds * 1000 >= NOTED_MS)
        write(String(Math.round(host.now() - lagSeconds * 1000)))
    },
  }
}
