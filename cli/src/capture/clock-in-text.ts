import { ClockState } from '@backlot/contract/session/entities'

const DEPTH_MAX = 6

/** The platform's clocks in a reply or a frame, in any envelope. */
export function clocksIn(text: string): ClockState[] {
  if (!text.includes('"nowMs"')) return []
  const found: ClockState[] = []
  withClocks(JSON.parse(text), (clock) => {
    found.push(clock)
    return clock
  })
  return found
}

/** A document with each of its clocks changed. */
export function withClocks(value: unknown, change: (clock: ClockState) => ClockState, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return value
  if (Array.isArray(value)) return value.map((one) => withClocks(one, change, depth + 1))
  const clock = 'nowMs' in value ? ClockState.safeParse(value) : undefined
  if (clock?.success) return { ...value, ...change(clock.data) }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withClocks(inner, change, depth + 1)]),
  )
}
