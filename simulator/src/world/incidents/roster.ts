/**
 * Possible subjects of incidents: how many devices of each kind there are and the positions of the fixed ones. Plain
 * data, so that a worker can be given it; a device keeps its index for life.
 */
import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { TrackRide } from '../traffic/track-line.ts'

export type Roster = {
  /** Vehicles ride roster indexes 0 … vehicles - 1 of the traffic. */
  vehicles: number
  /** Body cameras ride the traffic indexes that follow those of the vehicles. */
  bodyCameras: number
  /** Positions of fixed devices by kind, x0,y0,x1,y1,… local metres; the index in its kind is the place in the list. */
  sites: Partial<Record<DeviceKind, Float64Array>>
  /** Recorded tracks of those that follow one, by their index in the traffic. */
  rides?: ReadonlyMap<number, TrackRide>
}

export const EMPTY_ROSTER: Roster = { vehicles: 0, bodyCameras: 0, sites: {} }

export function countOf(roster: Roster, kind: DeviceKind): number {
  if (kind === 'vehicle') return roster.vehicles
  if (kind === 'bodyCamera') return roster.bodyCameras
  return (roster.sites[kind]?.length ?? 0) / 2
}

/** Index in the world's traffic of a moving device, undefined for a fixed one. */
export function trafficIndexOf(roster: Roster, kind: DeviceKind, index: number): number | undefined {
  if (kind === 'vehicle') return index
  return kind === 'bodyCamera' ? roster.vehicles + index : undefined
}
