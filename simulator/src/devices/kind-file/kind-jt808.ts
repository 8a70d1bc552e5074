/** JT/T 808 of a kind file: readings as additional items of position reports. */
import type { KindExtra } from '../../wire/jt808/kind-extras.ts'
import { checkKnown } from './kind-names.ts'
import type { KindProblem } from './kind-problem.ts'
import type { KindFile } from './kind-schema.ts'

/** A kind's items by quantity, with their mistakes; undefined: it has none. */
export function kindExtrasOf(
  file: KindFile,
  problems: KindProblem[],
): Readonly<Record<string, KindExtra>> | undefined {
  const { jt808, protocols, quantities } = file
  if (protocols.includes('jt808') && protocols.includes('hj212')) {
    const path = ['protocols', protocols.indexOf('jt808')]
    problems.push({ path, message: 'a kind has one wire: choose jt808 or hj212' })
  }
  if (!jt808) return undefined
  if (!protocols.includes('jt808')) {
    problems.push({ path: ['jt808'], message: "needs 'jt808' among the protocols" })
  }
  checkKnown(problems, ['jt808', 'readings'], 'quantity', jt808.readings, quantities)
  const owners = new Map<number, string>()
  for (const [name, { id }] of Object.entries(jt808.readings)) {
    const owner = owners.get(id)
    const shown = `0x${id.toString(16).toUpperCase()}`
    if (owner) {
      const message = `${shown} is the id of '${owner}' too: choose another`
      problems.push({ path: ['jt808', 'readings', name, 'id'], message })
    }
    owners.set(id, name)
  }
  return jt808.readings
}
