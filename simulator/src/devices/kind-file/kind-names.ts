import type { KindProblem } from './kind-problem.ts'

const PLURALS = { quantity: 'quantities', setting: 'settings' }

/** Type of the alarms of a kind: `chargingPile` raises `ChargingPileAlarm`. */
export const alarmTypeOf = (kind: string) => `${kind[0]!.toUpperCase()}${kind.slice(1)}Alarm`

/** Names every key at a field that is none of `known`. */
export function checkKnown(
  problems: KindProblem[],
  path: readonly PropertyKey[],
  what: keyof typeof PLURALS,
  names: object,
  known: object | undefined,
): void {
  const all = Object.keys(known ?? {})
  for (const name of Object.keys(names)) {
    if (all.includes(name)) continue
    const none = `the file has no ${PLURALS[what]}`
    problems.push({
      path: [...path, name],
      message: all.length > 0 ? `there is no ${what} '${name}' in this file.` : `${none}: '${name}' is none`,
      ...(all.length > 0 ? { unknown: { typed: name, known: all } } : {}),
    })
  }
}
