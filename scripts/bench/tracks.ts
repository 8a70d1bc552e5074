// A day of a vehicle at one second, from the request to the drawing: the platform's computation, the transfer, and the
// console's work before the first picture and while scrubbing.
import { DAY_MS, formatDateTime, fromCivil } from '@backlot/contract/time'
import { TrackPart } from '@backlot/contract/tracks/entities'
import { TrackColumnsWriter } from '@backlot/simulator/areas/tracks/track-columns'
import { buildFleet } from '@backlot/simulator/fleet/build-fleet'
import { ownTrack } from '@backlot/simulator/history/own-track'
import { loadScenario } from '@backlot/simulator/scenario/read-scenario'
import { buildCity } from '@backlot/simulator/world/city/build-city'
import { createWorld } from '@backlot/simulator/world/world'
import { displayAt, drawTrack, hitTrack } from '../../console/src/areas/tracks/drawn-track.ts'
import { speedColumns } from '../../console/src/areas/tracks/speed-columns.ts'
import { readTrack } from '../../console/src/areas/tracks/track.ts'
import { speedPaths } from '../../console/src/areas/tracks/track-paths.ts'
import { placeAt } from '../../console/src/areas/tracks/track-place.ts'
import { summaryOf } from '../../console/src/areas/tracks/track-summary.ts'
import { type Finding, median } from './report.ts'
import { sized } from './size.ts'

const SEED = 7
const ROUNDS = sized(7, 1)
const OPEN_GOAL_MS = 1000
const FRAME_GOAL_MS = 1
const DAY = fromCivil(2026, 11, 19)

export async function benchTracks(): Promise<Finding[]> {
  const city = buildCity(SEED)
  const { directory, roster } = buildFleet(SEED, loadScenario('demo'), city)
  const world = createWorld(SEED, { city, roster })
  const devices = Array.from({ length: directory.slotLimit() }, (_, slot) => directory.device(slot)!)
  const vehicle = devices
    .filter(({ kind }) => kind === 'vehicle')
    .map((device) => ({ device, rows: ownTrack(world, device, [], spanAt(60_000)).length }))
    .reduce((a, b) => (b.rows > a.rows ? b : a)).device

  const times: Record<string, number[]> = {}
  const timed = <T>(name: string, work: () => T): T => {
    const before = process.cpuUsage()
    const result = work()
    const { user, system } = process.cpuUsage(before)
    times[name] = [...(times[name] ?? []), (user + system) / 1000]
    return result
  }
  let bytes = 0
  let count = 0
  let vertices = 0
  for (let round = 0; round < ROUNDS; round++) {
    const body = timed('platform', () => {
      const writer = new TrackColumnsWriter()
      writer.add(ownTrack(world, vehicle, [], spanAt(1000)))
      return JSON.stringify({ ...answer(), ...writer.columns })
    })
    bytes = body.length
    const part = timed('read', () => TrackPart.parse(JSON.parse(body)))
    const track = timed('columns', () => readTrack(part))
    count = track.timeMs.length
    timed('summary', () => summaryOf(track))
    const drawn = timed('lay out', () => drawTrack(track, [255, 255, 255], 'WGS-84'))
    vertices = timed('city zoom', () => speedPaths(drawn, 12, 'dark')).positions.length / 2
    timed('street zoom', () => speedPaths(drawn, 17, 'dark'))
    timed('chart', () => speedColumns(track, track, 1600))
    timed('first hover', () => hitTrack(drawn, drawn.plane[0]!, drawn.plane[1]!, 15, 10))
    timed('thousand frames', () => {
      for (let i = 0; i < 1000; i++) {
        const atMs = track.fromMs + (i / 1000) * DAY_MS
        displayAt(drawn, atMs)
        placeAt(track, atMs)
        const at = Math.floor((i / 1000) * count) * 2
        hitTrack(drawn, drawn.plane[at]!, drawn.plane[at + 1]!, 13, 10)
      }
    })
  }
  const of = (...names: string[]) => names.reduce((sum, name) => sum + median(times[name] ?? []), 0)
  const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms of CPU`
  const console_ = of('read', 'columns', 'summary', 'lay out', 'city zoom', 'chart')
  const open = of('platform') + console_
  const frame = of('thousand frames') / 1000
  return [
    {
      name: 'positions of the day',
      value: `${count} (${formatDateTime(DAY)}), ${(bytes / 1e6).toFixed(2)} MB`,
    },
    { name: 'platform: worked out and written', value: ms(of('platform')) },
    { name: 'console: read by the contract', value: ms(of('read')) },
    { name: 'console: columns, stops, mileage', value: ms(of('columns', 'summary')) },
    {
      name: 'console: laid out for the map',
      value: `${ms(of('lay out', 'city zoom'))}, ${vertices} vertices at zoom 12`,
    },
    { name: 'console: another zoom (17)', value: ms(of('street zoom')) },
    {
      name: 'from the question to the drawing',
      value: ms(open),
      goal: `< ${OPEN_GOAL_MS} ms`,
      holds: open < OPEN_GOAL_MS,
    },
    {
      name: 'a frame of scrubbing, with what is under the pointer',
      value: ms(frame),
      goal: `< ${FRAME_GOAL_MS} ms`,
      holds: frame < FRAME_GOAL_MS,
    },
  ]
}

const spanAt = (everyMs: number) => ({ fromMs: DAY, toMs: DAY + DAY_MS, nowMs: DAY + DAY_MS, everyMs })

/** Fields of an answer besides its columns. */
const answer = () => ({
  sn: 'bench',
  startTime: DAY / 1000,
  endTime: (DAY + DAY_MS) / 1000,
  interval: 1,
  gaps: [],
})
