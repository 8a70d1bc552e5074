// Keeps the control API within the limits of a fuzz run: it may do a lot, and is asked to on purpose.
import type { AnyCall } from '../../../contract/src/call.ts'

/** Most of each field; larger numbers are made the most, which the contract allows all the same. */
const MOST: Readonly<Record<string, number>> = {
  count: 8,
  ratePerSecond: 40,
  forMs: 500,
  refuseForMs: 50,
  rate: 60,
  byMs: 600_000,
  limit: 500,
}

export function tame(call: AnyCall, body: unknown): unknown {
  return call.access.kind === 'control' ? tamed(body, '', 0) : body
}

function tamed(value: unknown, name: string, depth: number): unknown {
  if (typeof value === 'number') {
    if (name === 'toMs') return Math.min(Math.max(value, Date.now() - 600_000), Date.now() + 600_000)
    const most = Object.hasOwn(MOST, name) ? MOST[name]! : undefined
    return most === undefined ? value : Math.max(-most, Math.min(most, value))
  }
  if (typeof value !== 'object' || value === null || depth > 8) return value
  if (Array.isArray(value)) return value.map((each) => tamed(each, name, depth + 1))
  for (const [key, each] of Object.entries(value)) {
    if (key !== '__proto__') (value as Record<string, unknown>)[key] = tamed(each, key, depth + 1)
  }
  return value
}
