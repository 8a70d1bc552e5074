// The past by random access: a vehicle's day as a track of 10 s, and a station's day of minutes, beside a bare loop
// that fills the same rows.
import { DAY_MS, fromCivil } from '@backlot/contract/time'
import { buildFleet } from '@backlot/simulator/fleet/build-fleet'
import type { TrackPoint } from '@backlot/simulator/history/history'
import { ownReadings } from '@backlot/simulator/history/own-readings'
import { ownTrack } from '@backlot/simulator/history/own-track'
import { loadScenario } from '@backlot/simulator/scenario/read-scenario'
import { buildCity } from '@backlot/simulator/world/city/build-city'
import { createWorld } from '@backlot/simulator/world/world'
import { type Finding, median } from './report.ts'
import { sized } from './size.ts'

const SEED = 7
const ROUNDS = sized(15, 1)
const TRACK_GOAL_MS = 20

export async function benchHistory(): Promise<Finding[]> {
  const city = buildCity(SEED)
  const { directory, roster } = buildFleet(SEED, loadScenario('demo'), city)
  const world = createWorld(SEED, { city, roster })
  const devices = Array.from({ length: directory.slotLimit() }, (_, slot) => directory.device(slot)!)
  const vehicles = devices.filter(({ kind }) => kind === 'vehicle')
  const stations = devices.filter(({ kind }) => kind === 'hj212Station')
  const tracks: number[] = []
  const bare: number[] = []
  const readings: number[] = []
  let rows = 0
  for (let round = -3; round < ROUNDS; round++) {
    // A day and a device that were not queried before.
    const fromMs = fromCivil(2026, 11, 19) - (round + 3) * 7 * DAY_MS
    const span = { fromMs, toMs: fromMs + DAY_MS, nowMs: fromMs + DAY_MS }
    const vehicle = vehicles[(round + 3) % vehicles.length]!
    const trackMs = cpuMs(() => {
      rows = ownTrack(world, vehicle, [], { ...span, everyMs: 10_000 }).length
    })
    const bareMs = cpuMs(() => filled(fromMs, rows))
    const station = stations[(round + 3) % stations.length]!
    const readingMs = cpuMs(() => ownReadings(world, station, [], { ...span, everyMs: 60_000 }))
    // The first rounds warm up.
    if (round < 0 || rows === 0) continue
    tracks.push(trackMs)
    bare.push(bareMs)
    readings.push(readingMs)
  }
  const track = median(tracks)
  return [
    { name: 'bare loop that fills 8,640 rows', value: `${median(bare).toFixed(2)} ms of CPU` },
    {
      name: 'track of a day at 10 s',
      value: `${track.toFixed(2)} ms of CPU, ${(track / median(bare)).toFixed(1)} times the bare loop`,
      goal: `< ${TRACK_GOAL_MS} ms`,
      holds: track < TRACK_GOAL_MS,
    },
    { name: 'readings of a day at 1 min', value: `${median(readings).toFixed(2)} ms of CPU` },
  ]
}

/** Rows of the same shape with nothing behind them. */
function filled(fromMs: number, count: number): TrackPoint[] {
  const points: TrackPoint[] = []
  for (let i = 0; i < count; i++) {
    points.push({
      atMs: fromMs + i * 10_000,
      longitude: 116.4 + i * 1e-6,
      latitude: 39.9 + i * 1e-6,
      speedKmh: i % 60,
      directionDeg: i % 360,
      mileageKm: i / 10,
      fuelL: 50,
      accOn: true,
      satellites: 12,
      late: false,
    })
  }
  return points
}

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
