/** Alarms that devices raise by their condition: a row says whose, how often, and how the cause is found. */

import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { Device } from '../../fleet/device.ts'
import type { Quantity, World } from '../../world/types.ts'

/** A stretch of time in which a cause holds; ends are those of the alarm, the quantity is the one that shows it. */
export type Held = { startMs: number; endMs: number; quantity?: Quantity }

/** A device in an hour; `atMs` is a moment of that hour, drawn for this look. */
export type Look = { world: World; device: Device; fromMs: number; toMs: number; atMs: number }

/** When in the hour the device has cause for the alarm; undefined when it has none. Of world and device alone: no commands. */
export type FindCause = (look: Look) => Held | undefined

export type ConditionRow = {
  type: string
  subType: string
  kinds: readonly DeviceKind[]
  /** Of these models alone, where a kind has several. */
  models?: readonly string[]
  /** Searched for in one of this many hours among `perDevices` devices; a larger fleet has more by the square root. */
  everyHours: number
  perDevices: number
  /** Hours of the day in which it is looked for; any when left out. */
  hours?: (hour: number) => boolean
  /** Most devices asked, one after the other, until one has cause. */
  tries: number
  /** The platform notices it, not the device: it is raised though the device is offline. */
  byServer?: true
  find: FindCause
}

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
