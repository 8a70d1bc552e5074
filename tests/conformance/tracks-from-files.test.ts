// Recorded tracks of files as devices, judged by the files, which other programs wrote (read-tracks.test.ts says how).
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { controlClock, controlDevices, controlSetClock } from '@backlot/contract/control/calls'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import { trackHistory } from '@backlot/contract/tracks/calls'
import type { TrackPart } from '@backlot/contract/tracks/entities'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator, PROGRAM } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

const TRACKS = join(import.meta.dirname, '../../fixtures/tracks')
const run = promisify(execFile)
let folder: string
let simulator: LaunchedSimulator
let operator: Operator
const start = (...args: string[]) =>
  launchSimulator(['--check-replies', '--data', join(folder, 'data'), ...args])

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-tracks-'))
  simulator = await start(...BY_DAY)
  operator = await Operator.signIn(simulator.url)
  await control(simulator.url, controlSetClock, { body: { action: 'pause' } })
})
afterAll(async () => {
  await simulator?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** Points of the GPX file: seconds since the first one, degrees. */
const file = [
  ...readFileSync(join(TRACKS, 'bus-round.gpx'), 'utf8').matchAll(
    /<trkpt lat="([\d.]+)" lon="([\d.]+)">\s*<time>([^<]+)<\/time>/g,
  ),
].map(([, lat, lng, time]) => ({ second: Date.parse(time!) / 1000, lng: Number(lng), lat: Number(lat) }))
const ROUND_S = file.at(-1)!.second - file[0]!.second

/** Where the file has the bus so many seconds after a round began. */
function inFile(seconds: number) {
  const phase = ((seconds % ROUND_S) + ROUND_S) % ROUND_S
  const next = file.findIndex(({ second }) => second - file[0]!.second > phase)
  const [a, b] = [file[next - 1]!, file[next]!]
  const f = (phase - (a.second - file[0]!.second)) / (b.second - a.second)
  return { lng: a.lng + (b.lng - a.lng) * f, lat: a.lat + (b.lat - a.lat) * f }
}

function placesOf({ time, longitude, latitude }: TrackPart) {
  let [second, lng, lat] = [0, 0, 0]
  return time.map((step, i) => {
    second += step
    lng += longitude[i]!
    lat += latitude[i]!
    return { second, lng: lng / 1e6, lat: lat / 1e6 }
  })
}

const program = (...args: string[]) =>
  run(process.execPath, [PROGRAM, ...args], { env: { ...process.env, BACKLOT_CONTROL: simulator.url } })
const buses = async () => {
  const { list } = await control(simulator.url, controlDevices, { query: { search: 'Ring line' } })
  return list
}
const BEGIN_S = Date.parse('2026-11-25T01:30:00Z') / 1000

it('vehicles of a file drive as the file has it, on the map and on their tracks', async () => {
  const tracks = ['--tracks', join(TRACKS, 'bus-round.gpx'), '--begin', '2026-11-25T09:30:00+08:00']
  const lines = ['--group', 'lines', '--group-name', '公交/Buses', '--kind', 'vehicle', '--count', '6']
  await program('fleet', 'add', ...lines, ...tracks, '--shift', '60s', '--profile', 'busy')
  await control(simulator.url, controlSetClock, { body: { action: 'step', byMs: 1_500_000 } })
  const nowS = Math.floor((await control(simulator.url, controlClock)).nowMs / 1000)
  const list = await buses()
  expect(list.map(({ nameEn }) => nameEn).sort()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Ring line ${n}`))
  let positions = 0
  for (const { sn, nameEn, longitude, latitude } of list) {
    const behindS = 60 * (Number(nameEn.at(-1)) - 1)
    const now = inFile(nowS - BEGIN_S - behindS)
    // The clock may stand between two seconds: a bus does some 15 m in one.
    expect(Math.abs(longitude - now.lng)).toBeLessThan(2e-4)
    expect(Math.abs(latitude - now.lat)).toBeLessThan(2e-4)
    const body = { sn, startTime: nowS - 1500, endTime: nowS, interval: 1 }
    for (const { second, lng, lat } of placesOf(await operator.call(trackHistory, { body }))) {
      const wanted = inFile(second - BEGIN_S - behindS)
      // Six decimals are reported.
      expect(Math.abs(lng - wanted.lng)).toBeLessThan(1.1e-6)
      expect(Math.abs(lat - wanted.lat)).toBeLessThan(1.1e-6)
      positions++
    }
  }
  // Some may have been offline.
  expect(positions).toBeGreaterThan(3000)
})

it('after a restart they are where they were, and the files are not needed any more', async () => {
  const before = await buses()
  await simulator.stop()
  simulator = await start()
  operator = await Operator.signIn(simulator.url)
  await control(simulator.url, controlSetClock, { body: { action: 'pause' } })
  const there = await buses()
  expect(there.map(({ sn, name }) => [sn, name])).toEqual(before.map(({ sn, name }) => [sn, name]))
  const { nowMs: thenMs } = await control(simulator.url, controlClock)
  for (const { longitude, nameEn } of there) {
    const behindS = 60 * (Number(nameEn.at(-1)) - 1)
    expect(Math.abs(longitude - inFile(thenMs / 1000 - BEGIN_S - behindS).lng)).toBeLessThan(1e-6)
  }
})

it('a body camera follows a track there and back', async () => {
  const [{ path, steps, startMs }] = (await tracksOf('bus-round.gpx')) as [Track]
  const tracks = { list: [{ path, steps, startMs, name: 'Walker' }], atEnd: 'backAndForth' as const }
  const group = { key: 'walkers', name: { zh: '巡查', en: 'Walkers' } }
  await control(simulator.url, controlAddFleet, { body: { kind: 'bodyCamera', group, tracks } })
  const { list } = await control(simulator.url, controlDevices, { query: { search: 'Walker' } })
  expect(list).toHaveLength(1)
  const { nowMs } = await control(simulator.url, controlClock)
  const seconds = (((nowMs - startMs) / 1000) % (2 * ROUND_S)) as number
  const wanted = inFile(seconds < ROUND_S ? seconds : 2 * ROUND_S - seconds)
  expect(Math.abs(list[0]!.longitude - wanted.lng)).toBeLessThan(1e-6)
})

type Track = { path: string; steps: number[]; startMs: number }
const tracksOf = async (name: string): Promise<Track[]> => {
  const { readTracks, fleetTrackOf } = await import('@backlot/simulator/scenario/tracks/read-tracks')
  return readTracks([join(TRACKS, name)]).tracks.map(fleetTrackOf) as Track[]
}

it('mistakes end with 2 and say what to do', async () => {
  const bad = join(folder, 'bad.csv')
  writeFileSync(bad, 'time,lat,lon\n2026-11-20T08:00:00Z,39.9,116.4\nnoon,39.9,116.5\n')
  const lines = ['--group', 'lines', '--kind', 'vehicle']
  const failing = async (...args: string[]) => {
    const failure = await program(...args).then(
      () => undefined,
      (error: { code: number; stderr: string }) => error,
    )
    return `${failure?.code} ${failure?.stderr.trim()}`
  }
  expect(await failing('fleet', 'add', ...lines, '--tracks', bad)).toMatch(
    /^2 backlot: .*bad\.csv:3: 'noon' is no time/,
  )
  expect(await failing('track', 'check', bad)).toMatch(/^2 .*bad\.csv:3: 'noon' is no time/)
  expect(await failing('fleet', 'add', ...lines, '--snap')).toBe(
    '2 backlot: Options of tracks need --tracks with the files.',
  )
  expect(await failing('fleet', 'add', ...lines, '--tracks', TRACKS, '--every', '1m')).toBe(
    '2 backlot: tracks.every: a round of track 1 takes 676 s: no less than that.',
  )
  expect(await failing('fleet', 'add', ...lines, '--tracks', TRACKS, '--begin', '8 am')).toMatch(
    /^2 backlot: tracks\.start: write .*with the zone/,
  )
})
