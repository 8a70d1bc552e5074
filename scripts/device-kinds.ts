// npm run device-kinds: writes what the contract says of kinds of devices from their folders in the simulator.
import { writeFileSync } from 'node:fs'
import type { KindFacts } from '@backlot/contract/devices/kind-facts'
import { KINDS } from '@backlot/simulator/devices/kinds'

const FILE = new URL('../contract/src/devices/kinds.ts', import.meta.url)

/** What the contract says of each kind. */
export function kindFacts(): [string, KindFacts][] {
  return Object.entries(KINDS).map(([kind, spec]) => [
    kind,
    {
      name: spec.name,
      icon: spec.icon,
      marker: spec.marker,
      speaks: spec.speaks,
      typeProtocols: spec.typeProtocols ?? spec.speaks,
      ...(spec.wire ? { wire: spec.wire } : {}),
      moves: spec.moves !== undefined,
      hasLine: spec.line !== undefined,
      ...(spec.onlyItsModels ? { models: Object.keys(spec.models) } : {}),
    },
  ])
}

function kindsFile(): string {
  const facts = kindFacts()
  return `// Written by 'npm run device-kinds' from simulator/src/devices/kinds.ts; a test holds it against them.
import type { KindFacts } from './kind-facts.ts'

export const DEVICE_KINDS = ${list(facts.map(([kind]) => kind))} as const
export type DeviceKind = (typeof DEVICE_KINDS)[number]

export const KIND_FACTS: Readonly<Record<DeviceKind, KindFacts>> = ${JSON.stringify(Object.fromEntries(facts))}
`
}

const list = (names: readonly string[]) => JSON.stringify(names)

if (process.argv[1]?.endsWith('device-kinds.ts')) writeFileSync(FILE, kindsFile())
