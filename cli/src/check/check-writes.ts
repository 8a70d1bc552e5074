import { randomBytes } from 'node:crypto'
import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { headOf } from './check-reads.ts'
import type { Finding } from './report.ts'
import { devices, sensors } from './rounds-devices.ts'
import {
  alarmPush,
  alarmTypes,
  drawings,
  people,
  quantities,
  templates,
  versions,
  workspaces,
} from './rounds-lists.ts'
import { captureRules, favourites, mediaServers, playback, preplans } from './rounds-video.ts'
import type { WriteBench } from './write-bench.ts'
import type { Round } from './write-round.ts'

/** Rounds that create something, act on it and remove it again; by a call of each. */
const ROUNDS: readonly { asks: string; round: Round }[] = [
  { asks: 'roles.add', round: people },
  { asks: 'users.add', round: people },
  { asks: 'deviceAdmin.add', round: devices },
  { asks: 'senseControllers.add', round: sensors },
  { asks: 'installation.bindChannels', round: devices },
  { asks: 'devices.updatePlaceGps', round: devices },
  { asks: 'favourites.add', round: favourites },
  { asks: 'preplans.add', round: preplans },
  { asks: 'mediaConfig.addCaptureRule', round: captureRules },
  { asks: 'mediaServers.add', round: mediaServers },
  { asks: 'recordings.play', round: playback },
  { asks: 'workspaces.add', round: workspaces },
  { asks: 'alarmTypes.add', round: alarmTypes },
  { asks: 'alarmPush.add', round: alarmPush },
  { asks: 'sensors.addQuantity', round: quantities },
  { asks: 'mapDrawings.add', round: drawings },
  { asks: 'templates.add', round: templates },
  { asks: 'upgrades.upload', round: versions },
]

const WITHOUT_WRITE = 'a writing call: give --write'
const CANNOT_REMOVE = 'its result cannot be removed'
const NOT_ITS_OWN = 'it changes items that the check did not create'
const NEVER_ON_LINE = 'it needs an online device; those created by the check are never online'
/** Calls that a device has to answer, on which nothing else would be changed. */
const ASKS_DEVICE = new Set([
  'senseControllers.addChannel',
  'senseControllers.updateChannel',
  'senseControllers.deleteChannel',
])
/** Calls whose results cannot be removed. */
const FOR_GOOD = new Set([
  'uploads.file',
  'workOrders.add',
  'workOrders.withdraw',
  'workOrders.comment',
  'workOrders.autoNewCross',
  'deviceMessages.send',
  'liveVideo.snapshot',
  'upgrades.start',
  'logs.visit',
  'alarmPush.test',
])
/** Made otherwise: sign-in, the stream, and the end of the session. */
const ELSEWHERE = new Set(['session.login', 'session.logout', 'liveVideo.start', 'liveVideo.stop'])

/** Creates things, runs the contract's actions on them, and removes them, whatever happens. */
export async function checkWrites(
  bench: WriteBench,
  wants: (name: string) => boolean,
  signal: AbortSignal,
): Promise<Finding[]> {
  const areas = new Set(ROUNDS.filter(({ asks }) => wantsArea(wants, asks)).map(({ round }) => round))
  for (const round of areas) {
    if (signal.aborted) break
    // Beginning with a letter, as names of people do; some take twelve characters.
    const name = `chk${randomBytes(4).toString('hex')}`
    try {
      await round(bench, name)
    } finally {
      await bench.clear()
    }
  }
  return bench.findings.filter(({ name }) => wants(name))
}

/** Whether a call beside `asks` is wanted: rounds are made in whole. */
const wantsArea = (wants: (name: string) => boolean, asks: string) => {
  const area = asks.slice(0, asks.indexOf('.') + 1)
  return PLATFORM_CALLS.some(({ name, writes }) => writes && name.startsWith(area) && wants(name))
}

/** Writing calls that were not made, with the reason. */
export function notWritten(write: boolean, seen: ReadonlySet<string>): Finding[] {
  return PLATFORM_CALLS.filter(
    ({ writes, name }) => (writes || FOR_GOOD.has(name)) && !seen.has(name) && !ELSEWHERE.has(name),
  ).map((call) => {
    const why = FOR_GOOD.has(call.name)
      ? CANNOT_REMOVE
      : ASKS_DEVICE.has(call.name)
        ? NEVER_ON_LINE
        : NOT_ITS_OWN
    return { ...headOf(call, 'write'), notTried: write ? why : WITHOUT_WRITE }
  })
}
