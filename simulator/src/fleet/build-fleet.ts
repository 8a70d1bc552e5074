/** From a scenario and a city to a directory: every device with its place, name, serial, group and channels. */
import type { FleetSpec } from '@backlot/contract/control/fleet-spec'
import { PROTOCOL_TYPES } from '@backlot/contract/devices/entities'
import { projectionAt } from '../world/city/projection.ts'
import type { City, Name } from '../world/city/types.ts'
import { hash32, uniform } from '../world/hash.ts'
import type { Roster } from '../world/incidents/roster.ts'
import type { DeviceKind } from '../world/types.ts'
import { besideRoad } from './beside-road.ts'
import type { DeviceSpec } from './device.ts'
import { createDirectory, type Directory } from './directory.ts'
import { expandRoutes, type GroupSpec, type ScenarioSpec } from './fleet-spec.ts'
import { KIND_PROFILES, modelName } from './kind-profile.ts'
import { pickSites } from './pick-sites.ts'
import { type ProtocolName, personFor, plateFor, serialFor } from './serials.ts'
import { districtAt, type Site, sitesFor } from './site-candidates.ts'

const STREAM = { heading: 921, installed: 922 }
const DAY_MS = 86_400_000
/** Devices were installed in the two years before this moment (2026-01-01, UTC+8). */
const INSTALLED_BEFORE_MS = 1_767_196_800_000

export type SeedAccount = Omit<ScenarioSpec['users'][number], 'group'> & { nodeId: number }
export type SeedRole = { name: string; type: number; permission: string[] }

export type BuiltFleet = {
  directory: Directory
  /** Who incidents can happen to: give it to `createWorld`. */
  roster: Roster
  roles: SeedRole[]
  users: SeedAccount[]
}

type Draft = Omit<DeviceSpec, 'groupId' | 'x' | 'y' | 'longitude' | 'latitude'> & {
  groupKey: string
  x: number
  y: number
  districtId: number
}

/** Builds the fleet of a scenario in a city. The same seed, scenario and city give the same fleet. */
export function buildFleet(seed: number, scenario: ScenarioSpec, city: City): BuiltFleet {
  const directory = createDirectory(seed)
  const drafts = draftDevices(seed, scenario, city)
  const groupIds = addGroups(directory, scenario.groups, drafts, city)
  const projection = projectionAt(city.longitude, city.latitude)
  for (const { groupKey, districtId, ...draft } of drafts) {
    const groupId = groupIds.get(`${groupKey}/${districtId}`) ?? groupIds.get(groupKey)
    if (groupId === undefined) throw new Error(`Scenario: no group ${groupKey}`)
    directory.addDevice({ ...draft, ...projection.toLngLat(draft.x, draft.y), groupId })
  }
  return {
    directory,
    roster: rosterOf(drafts),
    roles: scenario.roles.map(({ name, type, routes }) => ({ name, type, permission: expandRoutes(routes) })),
    users: scenario.users.map(({ group, ...user }) => ({
      ...user,
      nodeId: group === undefined ? 0 : (groupIds.get(group) ?? 0),
    })),
  }
}

function draftDevices(seed: number, scenario: ScenarioSpec, city: City): Draft[] {
  const drafts: Draft[] = []
  const numbers = new Map<string, number>()
  const next = (counter: string) => {
    const number = numbers.get(counter) ?? 0
    numbers.set(counter, number + 1)
    return number
  }
  const vehicles = scenario.fleets
    .filter((fleet) => fleet.kind === 'vehicle')
    .reduce((sum, fleet) => sum + fleet.count, 0)
  scenario.fleets.forEach((fleet, fleetNumber) => {
    const profile = KIND_PROFILES[fleet.kind]
    const picked = pickSites(
      seed,
      fleetNumber,
      sitesFor(fleet.placement, city),
      fleet.count,
      profile.spacingM,
    )
    const sites = fleet.placement === 'gates' ? picked.map((site) => besideRoad(city, site)) : picked
    for (let i = 0; i < fleet.count; i++) {
      const rosterIndex = next(fleet.kind)
      const models = fleet.models ?? profile.models
      const protocols: readonly ProtocolName[] = fleet.protocols ?? profile.protocols
      const model = models[i % models.length]!
      const protocol = protocols[i % protocols.length]!
      const number = next(protocol)
      const spot = { fleet, model, rosterIndex, site: sites[i] }
      const entity = hash32(seed, rosterIndex, STREAM.heading, KINDS.indexOf(fleet.kind))
      const { x, y } = spot.site ?? { x: 0, y: 0 }
      const plate = fleet.kind === 'vehicle' ? plateFor(seed, rosterIndex) : undefined
      drafts.push({
        sn: serialFor(protocol, seed, number),
        kind: fleet.kind,
        entity,
        name: nameOf(seed, spot, plate),
        rosterIndex,
        protocolType: PROTOCOL_TYPES[protocol],
        ability: profile.ability,
        bizType: profile.bizType,
        isPtz: profile.isPtz,
        model,
        headingDeg: headingOf(seed, entity, spot.site),
        trafficIndex: trafficIndexOf(fleet.kind, rosterIndex, vehicles),
        installedAtMs:
          INSTALLED_BEFORE_MS - Math.floor(uniform(seed, entity, STREAM.installed, 0) * 730) * DAY_MS,
        installAddress: spot.site?.name ?? city.name,
        installer: personFor(seed, entity),
        plate,
        groupKey: typeof fleet.group === 'string' ? fleet.group : fleet.group.key,
        x,
        y,
        districtId: spot.site ? (districtAt(city, x, y)?.id ?? -1) : -1,
      })
    }
  })
  return drafts
}

const KINDS = Object.keys(KIND_PROFILES) as DeviceKind[]

type Spot = { fleet: FleetSpec; model: string; rosterIndex: number; site: Site | undefined }

function nameOf(seed: number, { fleet, model, rosterIndex, site }: Spot, plate: string | undefined): Name {
  const what = modelName(model)
  if (fleet.kind === 'bodyCamera') {
    const person = personFor(seed, 10_000 + rosterIndex)
    return { zh: `${person.zh} ${what.zh}`, en: `${person.en} ${what.en}` }
  }
  if (plate !== undefined) return { zh: `${what.zh} ${plate}`, en: `${what.en} ${plate}` }
  if (!site) return { zh: `${what.zh} ${rosterIndex + 1}`, en: `${what.en} ${rosterIndex + 1}` }
  const gate = fleet.placement === 'gates'
  return {
    zh: `${site.name.zh}${gate ? '门口' : ''} ${what.zh}`,
    en: `${site.name.en}${gate ? ' gate' : ''} ${what.en}`,
  }
}

function headingOf(seed: number, entity: number, site: Site | undefined): number | undefined {
  if (!site) return undefined
  const { headings } = site
  if (headings.length === 0) return Math.floor(uniform(seed, entity, STREAM.heading, 1) * 360)
  return Math.round(headings[hash32(seed, entity, STREAM.heading, 1) % headings.length]!) % 360
}

function trafficIndexOf(kind: DeviceKind, rosterIndex: number, vehicles: number): number | undefined {
  if (kind === 'vehicle') return rosterIndex
  return kind === 'bodyCamera' ? vehicles + rosterIndex : undefined
}

/** Adds the scenario's groups in order, with a group below for every district that devices of a split group stand in. */
function addGroups(
  directory: Directory,
  groups: readonly GroupSpec[],
  drafts: readonly Draft[],
  city: City,
): Map<string, number> {
  const ids = new Map<string, number>()
  const used = new Set(drafts.map((draft) => `${draft.groupKey}/${draft.districtId}`))
  const outside = { id: -1, name: { zh: '近郊', en: 'Outskirts' } }
  const add = (spec: GroupSpec, parentId: number) => {
    const group = directory.addGroup(parentId, spec.name, spec.key)
    ids.set(spec.key, group.id)
    for (const child of spec.children ?? []) add(child, group.id)
    if (spec.split !== 'district') return
    for (const district of [...city.districts, outside]) {
      const key = `${spec.key}/${district.id}`
      if (used.has(key)) ids.set(key, directory.addGroup(group.id, district.name, key).id)
    }
  }
  for (const spec of groups) add(spec, 0)
  return ids
}

function rosterOf(drafts: readonly Draft[]): Roster {
  const sites: Roster['sites'] = {}
  for (const kind of KINDS) {
    const own = drafts.filter((draft) => draft.kind === kind && draft.trafficIndex === undefined)
    if (own.length > 0) sites[kind] = Float64Array.from(own.flatMap((draft) => [draft.x, draft.y]))
  }
  const countOf = (kind: DeviceKind) => drafts.filter((draft) => draft.kind === kind).length
  return { vehicles: countOf('vehicle'), bodyCameras: countOf('bodyCamera'), sites }
}
