// npm run device-kinds: writes the contract's facts of device kinds from their folders in the simulator.
import { writeFileSync } from 'node:fs'
import type { KindFacts } from '@backlot/contract/devices/kind-facts'
import { KINDS, kindFactsOf } from '@backlot/simulator/devices/kinds'
import { INCIDENT_RULES } from '@backlot/simulator/world/incidents/incident-rules'

const FILE = new URL('../contract/src/devices/kinds.ts', import.meta.url)

/** Facts of each kind for the contract. */
export function kindFacts(): [string, KindFacts][] {
  return Object.entries(KINDS).map(([kind, spec]) => [kind, kindFactsOf(spec)])
}

/** Names of incidents of devices, and of quantities that only one kind measures. */
export const incidentNames = (): string[] => [
  ...INCIDENT_RULES.filter(({ isOwn }) => !isOwn).map(({ kind }) => kind),
  ...Object.values(KINDS).flatMap(({ ownIncidents = [] }) => ownIncidents.map(({ kind }) => kind)),
]
export const quantityNames = (): string[] =>
  Object.values(KINDS).flatMap(({ ownReadings = [] }) => ownReadings.map(({ quantity }) => quantity))

function kindsFile(): string {
  const facts = kindFacts()
  return `// Written by 'npm run device-kinds' from simulator/src/devices/kinds.ts; a test holds it against them.
import type { KindFacts } from './kind-facts.ts'

export const DEVICE_KINDS = ${list(facts.map(([kind]) => kind))} as const
export type DeviceKind = (typeof DEVICE_KINDS)[number]

/** Incidents of devices. */
export const INCIDENTS = ${list(incidentNames())} as const

/** Quantities that only one kind of devices measures. */
export const KIND_QUANTITIES = ${list(quantityNames())} as const

export const KIND_FACTS: Readonly<Record<DeviceKind, KindFacts>> = ${JSON.stringify(Object.fromEntries(facts))}
`
}

const list = (names: readonly string[]) => JSON.stringify(names)

if (process.argv[1]?.endsWith('device-kinds.ts')) writeFileSync(FILE, kindsFile())
