import type { DataOut } from '@backlot/contract/call'
import { controlSetClock } from '@backlot/contract/control/calls'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import type { FleetSpec } from '@backlot/contract/control/fleet-spec'
import { positions } from '@backlot/contract/devices/calls'
import type { Page } from '@playwright/test'
import { control } from '../../../testing/control.ts'
import { Operator } from '../../../testing/operator.ts'
import { trueDevices } from '../support/fleet.ts'
import { diagnoseMap, metresBetween } from '../support/map.ts'
import { signIn } from '../support/sign-in.ts'
import { type HeldMemory, PageMemory } from './page-memory.ts'

/** With the demo's own more than 100,000 devices; the vehicles that drive at ten in the morning report each second. */
const FLEETS: readonly FleetSpec[] = [
  {
    kind: 'vehicle',
    count: 14_000,
    group: group('soakVehicles', 'Vehicles'),
    split: 1000,
    placement: 'traffic',
    profile: 'busy',
  },
  {
    kind: 'camera',
    count: 60_000,
    group: group('soakCameras', 'Cameras'),
    split: 'district',
    placement: 'junctions',
  },
  { kind: 'hj212Station', count: 26_000, group: group('soakAir', 'Air'), split: 1000, placement: 'roads' },
]
export const DEVICES = FLEETS.reduce((sum, { count }) => sum + count, 0)
/** The whole city and its surroundings. */
const VIEW = 'lng=116.403963&lat=39.915119&z=9.5'
/** Devices whose places are compared at the end. */
const SAMPLE = 300
/**
 * Half a side of the square around a reported position, rounded to the microdegree, in which the map has its device.
 */
const NEAR_DEG = 1e-6
/** Between a position of the last second, with the receiver's error, and where the device truly is. */
const TRUE_M = 60
const PATIENCE_MS = 60_000
const POLL_MS = 500

export type MapSoakPlan = {
  durationMs: number
  /** It continues until this many newer positions have been seen, but not longer than `longestMs`. */
  updatesLeast?: number
  longestMs?: number
  /** Memory is read this often. */
  everyMs: number
  /** Growth counts from here. */
  warmUpMs: number
  /** Called once a round. */
  onRound?: (round: MapSoakRound) => void
}

export type MapSoakRound = HeldMemory & { atMs: number; updatesPerSecond: number }

export type MapSoakReport = {
  rounds: MapSoakRound[]
  /** Share by which the page's memory grew from the end of the warm-up to the end, and its bytes. */
  growth: number
  grownBytes: number
  /** Newer positions that reached the markers in the whole time, and in a second of it (median of the rounds). */
  updates: number
  updatesPerSecond: number
  /** Devices that the markers began with, and how often: once unless the page had to ask again. */
  loaded: number[]
  /** Of the devices compared at the end, those that the markers have elsewhere than reported. */
  compared: number
  misplaced: string[]
  /** Vehicles with a position of the last second that is far from where they truly are. */
  strayed: string[]
}

declare global {
  interface Window {
    /** Messages of the page to its markers' worker. */
    markerTraffic?: { updates: number; loaded: number[] }
  }
}

/**
 * The map with 100,000 devices of which 10,000 report each second, all of them in its window, for a long time. The
 * simulator's clock is running, and paused afterwards; the page must have nothing open yet.
 */
export async function soakMap(page: Page, url: string, plan: MapSoakPlan): Promise<MapSoakReport> {
  for (const body of FLEETS) await control(url, controlAddFleet, { body })
  await diagnoseMap(page)
  await countTraffic(page)
  await signIn(page, url, { to: `/dispatch?${VIEW}` })
  await until('positions come', async () => (await trafficOf(page)).updates > 0)
  const memory = await PageMemory.of(page)
  const begun = performance.now()
  const rounds: MapSoakRound[] = []
  const first = await trafficOf(page)
  let last = { ...first, atMs: 0 }
  const { durationMs, longestMs = durationMs, updatesLeast = 0 } = plan
  const goesOn = () => {
    const elapsedMs = performance.now() - begun
    return elapsedMs < durationMs || (elapsedMs < longestMs && last.updates - first.updates < updatesLeast)
  }
  for (let round = 1; goesOn(); round++) {
    const wait = round * plan.everyMs - (performance.now() - begun)
    await page.waitForTimeout(Math.max(0, wait))
    const now = { ...(await trafficOf(page)), atMs: performance.now() - begun }
    const updatesPerSecond = Math.round(((now.updates - last.updates) * 1000) / (now.atMs - last.atMs))
    last = now
    rounds.push({ atMs: Math.round(now.atMs), updatesPerSecond, ...(await memory.held()) })
    plan.onRound?.(rounds.at(-1)!)
  }
  await control(url, controlSetClock, { body: { action: 'pause' } })
  const { compared, misplaced } = await compare(page, url)
  const { updates, loaded } = await trafficOf(page)
  return {
    rounds,
    ...growthOf(rounds.filter(({ atMs }) => atMs >= plan.warmUpMs)),
    updates: updates - first.updates,
    updatesPerSecond: median(rounds.map((round) => round.updatesPerSecond)),
    loaded,
    compared,
    misplaced,
    strayed: await strayedVehicles(url),
  }
}

function group(key: string, name: string): FleetSpec['group'] {
  return { key, name: { zh: name, en: name } }
}

/** Counts the positions that every page opened from now on hands to its markers' worker, each newer than the one before. */
async function countTraffic(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Fixes = { ids: Uint32Array; locationTime: Float64Array }
    type Message = { type?: string; batch?: Fixes; columns?: { locationTime: Float64Array } }
    const traffic = { updates: 0, loaded: [] as number[] }
    let known = new Float64Array()
    window.markerTraffic = traffic
    const post = Worker.prototype.postMessage as (this: Worker, ...args: unknown[]) => void
    Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]) {
      const { type, batch, columns } = (args[0] ?? {}) as Message
      if (type === 'load' && columns) {
        known = columns.locationTime.slice()
        traffic.loaded.push(known.length)
      }
      if (type === 'fixes' && batch) {
        for (let i = 0; i < batch.ids.length; i++) {
          const [id, time] = [batch.ids[i]!, batch.locationTime[i]!]
          if (time > known[id]!) traffic.updates++
          known[id] = time
        }
      }
      post.apply(this, args)
    }
  })
}

const trafficOf = (page: Page) =>
  page.evaluate(() => window.markerTraffic ?? { updates: 0, loaded: [] as number[] })

/** Compares the markers' own positions of a sample with the platform's, until those in transit have arrived. */
async function compare(page: Page, url: string): Promise<{ compared: number; misplaced: string[] }> {
  const operator = await Operator.signIn(url)
  let found: { compared: number; misplaced: string[] } = { compared: 0, misplaced: [] }
  await until(
    'the last positions are there',
    async () => {
      const places = sampleOf(await operator.call(positions))
      found = { compared: places.length, misplaced: await elsewhere(page, places) }
      return found.misplaced.length === 0
    },
    () => undefined,
  )
  return found
}

type Place = { sn: string; lng: number; lat: number }

/** Some of all devices, and as many vehicles. */
function sampleOf({ sn, longitude, latitude, kind, kinds }: DataOut<typeof positions>): Place[] {
  const vehicles = sn.flatMap((_, at) => (kinds[kind[at]!] === 'vehicle' ? [at] : []))
  return [...every(vehicles, SAMPLE / 2), ...every([...sn.keys()], SAMPLE / 2)].map((at) => ({
    sn: sn[at]!,
    lng: longitude[at]!,
    lat: latitude[at]!,
  }))
}

/** Those that the map's markers do not have in their places. */
function elsewhere(page: Page, places: readonly Place[]): Promise<string[]> {
  return page.evaluate(
    async ({ list, near }) => {
      const found = await Promise.all(
        list.map(({ lng, lat }) =>
          window.__backlotMap!.within(lng - near, lat - near, lng + near, lat + near),
        ),
      )
      return list.filter((one, at) => !found[at]!.includes(one.sn)).map((one) => one.sn)
    },
    { list: places, near: NEAR_DEG },
  )
}

/** Online vehicles whose newest position is of the last second and yet far from their true one. */
async function strayedVehicles(url: string): Promise<string[]> {
  const operator = await Operator.signIn(url)
  const told = await operator.call(positions)
  const newestS = told.locationTime.reduce((most, time) => Math.max(most, time), 0)
  const placeOf = new Map(
    told.sn.flatMap((sn, at) =>
      told.locationTime[at]! >= newestS - 1
        ? [[sn, { lng: told.longitude[at]!, lat: told.latitude[at]! }] as const]
        : [],
    ),
  )
  return (await trueDevices(url, { kind: 'vehicle' })).flatMap((device) => {
    const place = placeOf.get(device.sn)
    return place && device.online && metresBetween(place, device) > TRUE_M ? [device.sn] : []
  })
}

/** This many of a list, evenly. */
function every<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(list.length / count))
  return list.filter((_, at) => at % step === 0)
}

/** Checks repeatedly; `late` handles a timeout. */
async function until(
  what: string,
  look: () => Promise<boolean>,
  late: () => void = () => {
    throw new Error(`Waited in vain: ${what}.`)
  },
): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await look())) {
    if (performance.now() > end) return late()
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/**
 * From the least of the first third to the least of the last: a frame that is on its way when memory is read weighs as
 * much as a leak of minutes.
 */
function growthOf(rounds: readonly MapSoakRound[]): { growth: number; grownBytes: number } {
  const held = rounds.map(({ objectBytes, bufferBytes }) => objectBytes + bufferBytes)
  const third = Math.max(1, Math.floor(held.length / 3))
  const [from, to] = [Math.min(...held.slice(0, third)), Math.min(...held.slice(-third))]
  return { growth: to / from - 1, grownBytes: to - from }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}
