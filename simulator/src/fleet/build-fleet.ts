/** From a scenario and a city to a directory: every device with its place, name, serial, group and channels. */

import type { DeviceKind } from '@backlot/contract/devices/kinds'
import { knownKinds } from '@backlot/contract/devices/known-kinds'
import type { City } from '../world/city/types.ts'
import type { Roster } from '../world/incidents/roster.ts'
import type { TrackRide } from '../world/traffic/track-line.ts'
import { createDirectory, type Directory } from './directory.ts'
import { type Draft, draftFleet } from './draft-fleet.ts'
import { allotmentOf, emptyCounters, type FleetCounters, take } from './fleet-counters.ts'
import { expandRoutes, type GroupSpec, type ScenarioSpec } from './fleet-spec.ts'

export type SeedAccount = Omit<ScenarioSpec['users'][number], 'group'> & { nodeId: number }
export type SeedRole = { name: string; type: number; permission: string[] }

export type BuiltFleet = {
  directory: Directory
  /** Who incidents can happen to: give it to `createWorld`. */
  roster: Roster
  roles: SeedRole[]
  users: SeedAccount[]
  /** Numbers that the scenario's fleets left free. */
  counters: FleetCounters
}

type PlacedDraft = Draft & { groupKey: string; ride: TrackRide | undefined }

/** Builds the fleet of a scenario in a city. The same seed, scenario and city give the same fleet. */
export function buildFleet(seed: number, scenario: ScenarioSpec, city: City): BuiltFleet {
  const directory = createDirectory(seed)
  const counters = emptyCounters()
  const drafts = draftDevices(seed, scenario, city, counters)
  const groupIds = addGroups(directory, scenario, drafts, city)
  for (const { groupKey, districtId, spec } of drafts) {
    const groupId = groupIds.get(`${groupKey}/${districtId}`) ?? groupIds.get(groupKey)
    if (groupId === undefined) throw new Error(`Scenario: no group ${groupKey}`)
    directory.addDevice({ ...spec, groupId })
  }
  return {
    directory,
    counters,
    roster: rosterOf(drafts),
    roles: scenario.roles.map(({ name, type, routes }) => ({ name, type, permission: expandRoutes(routes) })),
    users: scenario.users.map(({ group, ...user }) => ({
      ...user,
      nodeId: group === undefined ? 0 : (groupIds.get(group) ?? 0),
    })),
  }
}

function draftDevices(
  seed: number,
  scenario: ScenarioSpec,
  city: City,
  counters: FleetCounters,
): PlacedDraft[] {
  const drafts: PlacedDraft[] = []
  const vehicles = scenario.fleets
    .filter((fleet) => fleet.kind === 'vehicle')
    .reduce((sum, fleet) => sum + fleet.count, 0)
  for (const spec of scenario.fleets) {
    const allotment = allotmentOf(counters, spec)
    // Vehicles ride the first journeys of the traffic, body cameras those that follow (see world/incidents/roster.ts).
    allotment.traffic = allotment.roster + (spec.kind === 'bodyCamera' ? vehicles : 0)
    take(counters, spec, allotment)
    const drafted = draftFleet(spec.seed ?? seed, city, spec, allotment)
    const groupKey = typeof spec.group === 'string' ? spec.group : spec.group.key
    for (let i = 0; i < spec.count; i++)
      drafts.push({ ...drafted.at(i), groupKey, ride: drafted.rideAt?.(i) })
  }
  return drafts
}

/**
 * Adds the scenario's groups in order, with a group below for every district of a split group's devices, then those of
 * fleets.
 */
function addGroups(
  directory: Directory,
  { groups, fleets }: ScenarioSpec,
  drafts: readonly PlacedDraft[],
  city: City,
): Map<string, number> {
  const ids = new Map<string, number>()
  const used = new Set(drafts.map((draft) => `${draft.groupKey}/${draft.districtId}`))
  const outside = { id: -1, name: { zh: '近郊', en: 'Outskirts' } }
  const split = new Set(
    fleets
      .filter((fleet) => fleet.split === 'district')
      .map(({ group }) => (typeof group === 'string' ? group : group.key)),
  )
  const add = (spec: GroupSpec, parentId: number) => {
    const group = directory.addGroup(parentId, spec.name, spec.key)
    ids.set(spec.key, group.id)
    for (const child of spec.children ?? []) add(child, group.id)
    if (spec.split !== 'district' && !split.has(spec.key)) return
    for (const district of [...city.districts, outside]) {
      const key = `${spec.key}/${district.id}`
      if (used.has(key)) ids.set(key, directory.addGroup(group.id, district.name, key).id)
    }
  }
  for (const spec of groups) add(spec, 0)
  for (const { group } of fleets) {
    if (typeof group === 'string' || ids.has(group.key)) continue
    const parentId = group.parent === undefined ? 0 : ids.get(group.parent)
    if (parentId === undefined) throw new Error(`Scenario: no group ${group.parent}`)
    add({ key: group.key, name: group.name }, parentId)
  }
  return ids
}

function rosterOf(drafts: readonly PlacedDraft[]): Roster {
  const sites: Roster['sites'] = {}
  for (const kind of knownKinds()) {
    const own = drafts.filter(({ spec }) => spec.kind === kind && spec.trafficIndex === undefined)
    if (own.length > 0) sites[kind] = Float64Array.from(own.flatMap(({ spec }) => [spec.x, spec.y]))
  }
  const countOf = (kind: DeviceKind) => drafts.filter(({ spec }) => spec.kind === kind).length
  const rides = new Map(
    drafts.flatMap(({ spec, ride }) => (ride ? [[spec.trafficIndex!, ride] as const] : [])),
  )
  const roster = { vehicles: countOf('vehicle'), bodyCameras: countOf('bodyCamera'), sites }
  return rides.size > 0 ? { ...roster, rides } : roster
}
