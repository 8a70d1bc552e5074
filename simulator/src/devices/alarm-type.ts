/** Types of alarms: names, levels, and what raises them by themselves. */
import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { Name } from '../world/city/types.ts'
import type { LeakingGas } from '../world/interventions.ts'
import type { IncidentKind, Quantity, World } from '../world/types.ts'

/** 1 critical, 2 important, 3 ordinary, 4 notice. */
export type AlarmLevel = 1 | 2 | 3 | 4

export type AlarmType = {
  type: string
  name: Name
  level: AlarmLevel
  /** Devices raise it on their alarm input, not on their first channel. */
  onInput?: true
  /** Cameras raise it for what happens before them. */
  isSeen?: true
  subTypes: readonly AlarmSubType[]
}

/**
 * A sub-type of alarms. Without incident, companion and condition it is raised by people and scenarios, or by contacts
 * of controllers (history/button-alarms.ts).
 */
export type AlarmSubType = {
  subType: string
  name: Name
  level: AlarmLevel
  /** Incident of the world whose device raises it; for leaks, the gas. */
  incident?: Exclude<IncidentKind, 'gasLeak'> | LeakingGas
  /** Quantity of that device that shows it: nothing is raised while its line does not bring it. */
  quantity?: Quantity
  companion?: AlarmCompanion
  condition?: AlarmCondition
}

/** Second alarm of an incident that nobody ordered, raised by another part of the same device. */
export type AlarmCompanion = {
  incident: IncidentKind
  /** Share of the incidents: from this up to that per cent; companions of one incident share nothing. */
  percent: readonly [number, number]
  /** After the incident began; it ends with it, or after `mostMs`. */
  afterMs?: number
  mostMs?: number
  /** Least value of the sub-type's quantity when it begins. */
  limit?: number
}

/** Warning of devices by their own condition: whose, how often, and how the cause is found. */
export type AlarmCondition = {
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

/** When in the hour the device has cause for the alarm; undefined when it has none. Of world and device alone: no commands. */
export type FindCause = (look: Look) => Held | undefined

/** A device in an hour; `atMs` is a moment of that hour, drawn for this look. */
export type Look = {
  world: World
  device: { entity: number; x: number; y: number; trafficIndex?: number }
  fromMs: number
  toMs: number
  atMs: number
}

/** A stretch of time in which a cause holds; ends are those of the alarm, the quantity is the one that shows it. */
export type Held = { startMs: number; endMs: number; quantity?: Quantity }
