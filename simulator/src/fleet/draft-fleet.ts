/** From a fleet's specification and a city to devices: each with its place, name, serial and channels, on demand. */
import type { FleetSpec } from '@backlot/contract/control/fleet-spec'
import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import { KINDS, kindNumber, onKind } from '../devices/kinds.ts'
import { projectionAt } from '../world/city/projection.ts'
import type { City, Name } from '../world/city/types.ts'
import { hash32, uniform } from '../world/hash.ts'
import type { TrackRide } from '../world/traffic/track-line.ts'
import { besideRoad } from './beside-road.ts'
import type { DeviceSpec } from './device.ts'
import { ADDED_FLEETS_FROM, type Allotment, isMoving, protocolsOf } from './fleet-counters.ts'
import { pickSites } from './pick-sites.ts'
import { ridesOfTracks } from './rides-of-tracks.ts'
import { personFor, plateFor, serialFor } from './serials.ts'
import { districtAt, type Site, sitesFor } from './site-candidates.ts'
import { sitesAlong } from './site-stretches.ts'

const STREAM = { heading: 921, installed: 922, aside: 923 }
const DAY_MS = 86_400_000
/** Devices were installed in the two years before this moment (2026-01-01, UTC+8). */
const INSTALLED_BEFORE_MS = 1_767_196_800_000
/** Distance between devices that share a site. */
const ASIDE_M = { min: 18, max: 90 }

/** A device that has no group yet (its `groupId` is 0); the caller fills that in. */
export type Draft = {
  spec: DeviceSpec
  /** Its district; -1 outside all of them, and for moving ones. */
  districtId: number
}

export type DraftedFleet = {
  /** The i-th device. */
  at(i: number): Draft
  /** Position of the i-th device, local metres; undefined when it moves. */
  siteAt(i: number): { x: number; y: number } | undefined
  /** Recorded track that the i-th device follows; left out where the traffic carries them. */
  rideAt?(i: number): TrackRide
}

/**
 * The devices of a fleet, each made on demand; `seed` is the fleet's. Throws a SiteError for a place that the city
 * lacks.
 */
export function draftFleet(seed: number, city: City, spec: FleetSpec, allotment: Allotment): DraftedFleet {
  const kind = KINDS[spec.kind]
  const sites = chooseSites(seed, city, spec, allotment)
  const models = spec.models ?? kind.usualModels
  const protocols = protocolsOf(spec)
  const { toLngLat } = projectionAt(city.longitude, city.latitude)
  const districts = new Map<number, number>()
  const districtOf = (site: Site, index: number) => {
    const known = districts.get(index)
    if (known !== undefined) return known
    const found = districtAt(city, site.x, site.y)?.id ?? -1
    districts.set(index, found)
    return found
  }
  const siteAt = (i: number) => siteOf(seed, city, spec, allotment, sites, i)
  const tracks = spec.tracks
  const at = (i: number): Draft => {
    const rosterIndex = allotment.roster + i
    const model = models[i % models.length]!
    const protocol = protocols[i % protocols.length]!
    const turn = Math.floor(i / protocols.length) * protocols.filter((other) => other === protocol).length
    const before = protocols.slice(0, i % protocols.length).filter((other) => other === protocol).length
    const site = siteAt(i)
    const entity = hash32(seed, rosterIndex, STREAM.heading, kindNumber(spec.kind))
    const plate = kind.moves === 'vehicle' ? plateFor(seed, rosterIndex) : undefined
    const place = toLngLat(site?.x ?? 0, site?.y ?? 0)
    return {
      districtId: site ? districtOf(site, i % sites.length) : -1,
      spec: {
        sn: serialFor(protocol, seed, (allotment.serials[protocol] ?? 0) + turn + before),
        kind: spec.kind,
        entity,
        name:
          trackName(spec, i) ??
          numbered(nameOf(seed, spec, model, rosterIndex, site, plate), allotment, i, plate),
        groupId: 0,
        rosterIndex,
        protocolType: PROTOCOL_TYPES[protocol],
        ability: kind.ability,
        bizType: kind.bizType,
        isPtz: (kind.isPtz ?? kind.models[model]?.isPtz) === true,
        model,
        headingDeg: headingOf(seed, entity, site),
        trafficIndex: isMoving(spec.kind) ? allotment.traffic + i : undefined,
        installedAtMs:
          INSTALLED_BEFORE_MS - Math.floor(uniform(seed, entity, STREAM.installed, 0) * 730) * DAY_MS,
        installAddress: site?.name ?? city.name,
        installer: personFor(seed, entity),
        plate,
        x: site?.x ?? 0,
        y: site?.y ?? 0,
        longitude: place.longitude,
        latitude: place.latitude,
        wire: spec.wire,
        video: spec.video,
        encoding: spec.encoding,
        profile: spec.profile,
      },
    }
  }
  return { at, siteAt, ...(tracks ? { rideAt: ridesOfTracks(city, tracks, spec.count) } : {}) }
}

/** A device has the name of its track; those that share one are numbered. */
function trackName({ tracks, count }: FleetSpec, i: number): Name | undefined {
  if (tracks === undefined) return undefined
  const { name } = tracks.list[i % tracks.list.length]!
  if (name === undefined) return undefined
  const text = count > tracks.list.length ? `${name} ${Math.floor(i / tracks.list.length) + 1}` : name
  return { zh: text, en: text }
}

/** Sites chosen in a city, reused by the next platform of its seed in this process. */
const CHOSEN = new WeakMap<City, Map<string, readonly Site[]>>()

/** Sites in the order in which devices take them; fewer than devices when they have to share. */
function chooseSites(seed: number, city: City, spec: FleetSpec, allotment: Allotment): readonly Site[] {
  const { placement, count } = spec
  if (typeof placement !== 'string') return sitesAlong(city, placement, count)
  const wanted = [seed, allotment.fleet, spec.kind, placement, count].join()
  let chosen = CHOSEN.get(city)?.get(wanted)
  if (!chosen) {
    const candidates = sitesFor(placement, city)
    const { spacingM } = KINDS[spec.kind]
    chosen = pickSites(seed, allotment.fleet, candidates, Math.min(count, candidates.length), spacingM)
    const known = CHOSEN.get(city) ?? new Map<string, readonly Site[]>()
    CHOSEN.set(city, known.set(wanted, chosen))
  }
  return chosen
}

function siteOf(
  seed: number,
  city: City,
  spec: FleetSpec,
  allotment: Allotment,
  sites: readonly Site[],
  i: number,
): Site | undefined {
  if (sites.length === 0) return undefined
  const site = sites[i % sites.length]!
  const lap = Math.floor(i / sites.length)
  const placed = spec.placement === 'gates' ? besideRoad(city, site) : site
  if (lap === 0 || allotment.fleet < ADDED_FLEETS_FROM) return placed
  const angle = 2 * Math.PI * uniform(seed, allotment.roster + i, STREAM.aside, 0)
  const away =
    ASIDE_M.min + (ASIDE_M.max - ASIDE_M.min) * uniform(seed, allotment.roster + i, STREAM.aside, 1)
  return { ...placed, x: placed.x + away * Math.cos(angle), y: placed.y + away * Math.sin(angle) }
}

const MODEL_NAMES = new Map<string, Name>()
onKind((_, { models }) => {
  for (const [model, { name }] of Object.entries(models)) MODEL_NAMES.set(model, name)
})

const modelName = (model: string): Name => MODEL_NAMES.get(model) ?? { zh: model, en: model }

function nameOf(
  seed: number,
  spec: FleetSpec,
  model: string,
  rosterIndex: number,
  site: Site | undefined,
  plate: string | undefined,
): Name {
  const what = modelName(model)
  if (KINDS[spec.kind].moves === 'person') {
    const person = personFor(seed, 10_000 + rosterIndex)
    return { zh: `${person.zh} ${what.zh}`, en: `${person.en} ${what.en}` }
  }
  if (plate !== undefined) return { zh: `${what.zh} ${plate}`, en: `${what.en} ${plate}` }
  if (!site) return { zh: `${what.zh} ${rosterIndex + 1}`, en: `${what.en} ${rosterIndex + 1}` }
  const gate = spec.placement === 'gates'
  return {
    zh: `${site.name.zh}${gate ? '门口' : ''} ${what.zh}`,
    en: `${site.name.en}${gate ? ' gate' : ''} ${what.en}`,
  }
}

/**
 * Added fleets number their devices: a city has fewer places than names are needed. Vehicles differ by their plates.
 */
function numbered(name: Name, allotment: Allotment, i: number, plate: string | undefined): Name {
  if (allotment.fleet < ADDED_FLEETS_FROM || plate !== undefined) return name
  const number = `${allotment.fleet - ADDED_FLEETS_FROM + 1}-${i + 1}`
  return { zh: `${name.zh} ${number}`, en: `${name.en} ${number}` }
}

function headingOf(seed: number, entity: number, site: Site | undefined): number | undefined {
  if (!site) return undefined
  const { headings } = site
  if (headings.length === 0) return Math.floor(uniform(seed, entity, STREAM.heading, 1) * 360)
  return Math.round(headings[hash32(seed, entity, STREAM.heading, 1) % headings.length]!) % 360
}
