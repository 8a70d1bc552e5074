import { randomBytes } from 'node:crypto'
import { readFact } from '../store/facts.ts'
import type { Store } from '../store/store.ts'

/** A secret of this data folder: made once, the same after every restart. `kept` resolves when it is stored. */
export function persistedSecret(store: Store, name: string): { secret: string; kept: Promise<void> } {
  const earlier = readFact(store.read, name)
  if (earlier) return { secret: earlier, kept: Promise.resolve() }
  const secret = randomBytes(24).toString('hex')
  return { secret, kept: store.write('platform.setFacts', { [name]: secret }) }
}
