// Values that fields of a name usually have, so that most calls meet something that there is.
import { createHash } from 'node:crypto'
import { DEMO_PASSWORD } from '../../../testing/operator.ts'
import type { Rig } from './rig.ts'
import type { KnownValues } from './schema-arbitrary.ts'

const DAY_S = 86_400

/** Identities of a fresh platform are small numbers. */
const IDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 20, 40, 100] as const

export function knownValues(rig: Rig): KnownValues {
  const nowS = Math.floor(Date.now() / 1000)
  const seconds = [nowS, nowS - 60, nowS - 3600, nowS - DAY_S, nowS - 6 * DAY_S, nowS + 3600]
  const dates = seconds.map(dateText)
  const [sns, cameras] = [rig.sns.slice(0, 60), rig.cameras.slice(0, 12)]
  const ofAnyDevice = [...cameras, ...sns]
  return (name, schema) => {
    if (schema.enum || schema.const !== undefined) return undefined
    if (schema.type === 'string') {
      if (/^(sn|sns|list|device|devices|mn)$/i.test(name)) return ofAnyDevice
      if (/password/i.test(name)) return [DEMO_DIGEST]
      if (/(time|begin|end|start|date|from|to|at)$/i.test(name) && !schema.pattern) return dates
      return undefined
    }
    if (schema.type !== 'integer' && schema.type !== 'number') return undefined
    if (name === 'chnId') return [0, 1, 2]
    if (name === 'version') return [0, 1, 2]
    if (/ids?$/i.test(name)) return IDS
    if (/time/i.test(name) && (schema.maximum ?? 0) > 1e9) return seconds
    if (name === 'toMs') return seconds.map((each) => each * 1000)
    return undefined
  }
}

/** SHA-256 of the demo's password: a change to it changes nothing. */
export const DEMO_DIGEST = createHash('sha256').update(DEMO_PASSWORD).digest('hex')

function dateText(seconds: number): string {
  return new Date(seconds * 1000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}
