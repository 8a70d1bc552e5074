/** What conditions of devices have in common. */
import type { DeviceKind } from '@backlot/contract/devices/kinds'
import { onKind } from '../../devices/kinds.ts'

/** Kinds of devices on the mains. */
export const MAINS: readonly DeviceKind[] = mains()

function mains(): DeviceKind[] {
  const kinds: DeviceKind[] = []
  onKind((kind, { onMains }) => {
    if (onMains && !kinds.includes(kind)) kinds.push(kind)
  })
  return kinds
}

export const NIGHT = (hour: number) => hour < 5 || hour >= 22
export const DAYTIME = (hour: number) => hour >= 7

/** Nothing that is found lasts longer: how far back those in progress can have begun. */
export const LONGEST_CONDITION_MS = 150 * 60_000

/** The last moment, from `fromMs` on in steps, at which a condition still holds; at most `limitMs`. */
export function lastHolding(
  holds: (atMs: number) => boolean,
  fromMs: number,
  stepMs: number,
  limitMs: number,
): number {
  let lastMs = fromMs
  for (let atMs = fromMs + stepMs; atMs <= limitMs && holds(atMs); atMs += stepMs) lastMs = atMs
  return lastMs
}
