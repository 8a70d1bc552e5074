import { DAY_MS, MINUTE_MS } from '@backlot/contract/time'
import type { DeviceCommand } from '../devices/commands.ts'
import { onlineSpans } from '../devices/connectivity.ts'
import { KINDS } from '../devices/kinds.ts'
import { lostSpans } from '../devices/lost-channels.ts'
import { type Span, type SpanPattern, spansIn } from '../devices/random-spans.ts'
import type { Device } from '../fleet/device.ts'
import { uniform } from '../world/hash.ts'
import { noPlace } from '../world/traffic/no-place.ts'
import type { World } from '../world/types.ts'
import { unpoweredSpans } from './camera-power.ts'
import type { DatedRecordPlan, PackingAt, Recording, RecordingSource } from './history.ts'

const STREAM = { size: 981 }
/** Shorter leftovers are no file. */
const SHORTEST_MS = 3000
/** Around an alarm. */
const BEFORE_ALARM_MS = 10_000
const ALARM_CLIP_MS = 60_000
/** Main stream of 1 Mbit/s. */
const BYTES_PER_MS = 125
/** A device overwrites its oldest files when its disk is full. */
const DEVICE_PLAN = { recordMode: 'always', packMinutes: 30, keepDays: 30 } as const
/** The longest files there are, so that those that stick out of a span are found. */
const LONGEST_FILE_MS = 240 * MINUTE_MS

/** The media server's disks are full until somebody makes room: nothing is recorded meanwhile. */
const SERVER_FULL: SpanPattern = {
  cellMs: 30 * DAY_MS,
  chance: 0.4,
  minMs: 15 * MINUTE_MS,
  maxMs: 100 * MINUTE_MS,
  streams: { phase: 982, exists: 983, length: 984, start: 985 },
}
/** The disk or card of a device fails, and is changed some days later. */
const DEVICE_DISK_FAILS: SpanPattern = {
  cellMs: 20 * DAY_MS,
  chance: 0.05,
  minMs: DAY_MS / 2,
  maxMs: 5 * DAY_MS,
  streams: { phase: 986, exists: 987, length: 988, start: 989 },
}

/**
 * Recordings of a video channel of one of our own devices that touch [fromMs, toMs), as far as they exist at `nowMs`.
 * The platform records streams that reach it, by the plans in force; a device records by itself, online or not. Full
 * and broken disks leave gaps, and so does a channel that is lost or a camera without power. `alarms`: the device's,
 * with their starts.
 */
export function ownRecordings(
  world: World,
  device: Device,
  chnId: number,
  commands: readonly DeviceCommand[],
  alarms: readonly { startMs: number }[],
  span: { fromMs: number; toMs: number; nowMs: number },
  how: { source: RecordingSource; plans: readonly DatedRecordPlan[]; packingAt?: PackingAt },
): Recording[] {
  const { records } = KINDS[device.kind]
  if (records === 'never') return []
  const { seed } = world
  const { source } = how
  const plans = source === 'server' ? how.plans : [{ validFromMs: 0, ...DEVICE_PLAN }]
  const oldestMs = span.nowMs - (plans.at(-1)?.keepDays ?? 0) * DAY_MS
  const completeFromMs = Math.ceil(oldestMs / LONGEST_FILE_MS) * LONGEST_FILE_MS
  // Whole files, also of those that stick out of the span.
  const fromMs = Math.max(completeFromMs, Math.floor(span.fromMs / LONGEST_FILE_MS) * LONGEST_FILE_MS)
  const toMs = Math.min(span.nowMs, Math.ceil(span.toMs / LONGEST_FILE_MS) * LONGEST_FILE_MS)
  if (toMs <= fromMs) return []
  const reached =
    source === 'server'
      ? onlineSpans(seed, device.entity, fromMs, toMs, commands).filter((each) => each.online)
      : [{ fromMs, toMs }]
  const broken =
    source === 'server'
      ? spansIn(seed, 0, SERVER_FULL, fromMs, toMs)
      : spansIn(seed, device.entity, DEVICE_DISK_FAILS, fromMs, toMs)
  const lost = lostSpans(commands, chnId, fromMs, toMs)
  const unpowered = unpoweredSpans(world, device, commands, fromMs, toMs)
  // One that was added while the platform ran recorded nothing before.
  const sinceAdded = { fromMs: device.sinceMs ?? Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY }
  const writable = reached
    .flatMap((each) => within(each, sinceAdded))
    .flatMap((each) => without(each, broken))
    .flatMap((each) => without(each, lost))
    .flatMap((each) => without(each, unpowered))
  const onDuty =
    records === 'always' ? writable : writable.flatMap((each) => drivingSpans(world, device, each))

  const fileOf = (startMs: number, endMs: number, cause: Recording['cause']): Recording => {
    const share = 0.7 + 0.6 * uniform(seed, device.entity, STREAM.size + chnId, Math.floor(startMs / 1000))
    const mark = `${cause === 'alarm' ? 'a' : ''}${source === 'device' ? 'd' : ''}`
    return {
      fid: `${device.sn}-${chnId}-${Math.floor(startMs / 1000).toString(36)}${mark && `.${mark}`}`,
      sn: device.sn,
      chnId,
      startMs,
      endMs,
      sizeBytes: Math.round((endMs - startMs) * BYTES_PER_MS * share),
      cause,
      source,
    }
  }
  const planned = plans.flatMap((plan, i) => {
    if (plan.recordMode !== 'always') return []
    const inForce = { fromMs: plan.validFromMs, toMs: plans[i + 1]?.validFromMs ?? Number.POSITIVE_INFINITY }
    return onDuty
      .flatMap((each) => within(each, inForce))
      .flatMap((each) => filesOf(each, plan.packMinutes, source === 'device' ? how.packingAt : undefined))
      .map((file) => fileOf(file.fromMs, file.toMs, 'plan'))
  })
  const clips = alarms.flatMap(({ startMs }) => {
    const mode = plans.findLast(({ validFromMs }) => validFromMs <= startMs)?.recordMode
    const clip = { fromMs: startMs - BEFORE_ALARM_MS, toMs: Math.min(toMs, startMs + ALARM_CLIP_MS) }
    const isKept = writable.some((each) => each.fromMs <= clip.fromMs && clip.toMs <= each.toMs)
    return isKept && clip.toMs > startMs && mode !== 'off' ? [fileOf(clip.fromMs, clip.toMs, 'alarm')] : []
  })
  return [...planned, ...(source === 'server' ? clips : [])]
    .filter(({ startMs, endMs }) => startMs < span.toMs && endMs > span.fromMs)
    .sort((a, b) => a.startMs - b.startMs || (a.fid < b.fid ? -1 : 1))
}

/** Rest of a span without others, which are in order. */
function without(span: Span, others: readonly Span[]): Span[] {
  const left: Span[] = []
  let { fromMs } = span
  for (const other of others) {
    if (other.toMs <= fromMs || other.fromMs >= span.toMs) continue
    if (other.fromMs > fromMs) left.push({ fromMs, toMs: other.fromMs })
    fromMs = other.toMs
  }
  return fromMs < span.toMs ? [...left, { fromMs, toMs: span.toMs }] : left
}

function within(span: Span, other: Span): Span[] {
  const fromMs = Math.max(span.fromMs, other.fromMs)
  const toMs = Math.min(span.toMs, other.toMs)
  return fromMs < toMs ? [{ fromMs, toMs }] : []
}

/** A span cut on the grid of files, which restarts with each of the longest: no file depends on the query. */
function filesOf({ fromMs, toMs }: Span, packMinutes: number, packingAt?: PackingAt): Span[] {
  const files: Span[] = []
  for (let startMs = fromMs; startMs < toMs; ) {
    const packing = packingAt?.(startMs)
    const fileMs = (packing?.packMinutes ?? packMinutes) * MINUTE_MS
    const longestMs = Math.floor(startMs / LONGEST_FILE_MS) * LONGEST_FILE_MS
    const untilMs = packing && packing.untilMs > startMs ? packing.untilMs : toMs
    const gridMs = longestMs + (Math.floor((startMs - longestMs) / fileMs) + 1) * fileMs
    const endMs = Math.min(toMs, gridMs, longestMs + LONGEST_FILE_MS, untilMs)
    if (endMs - startMs >= SHORTEST_MS) files.push({ fromMs: startMs, toMs: endMs })
    startMs = endMs
  }
  return files
}

/** Spans in which a moving device was driving, to the minute. */
function drivingSpans(world: World, device: Device, { fromMs, toMs }: Span): Span[] {
  const { trafficIndex } = device
  if (trafficIndex === undefined) return []
  const place = noPlace()
  const spans: Span[] = []
  let startMs: number | undefined
  for (let atMs = fromMs; atMs < toMs; atMs = (Math.floor(atMs / MINUTE_MS) + 1) * MINUTE_MS) {
    world.traffic.vehicleInto(trafficIndex, atMs, place)
    if (place.accOn) startMs ??= atMs
    else if (startMs !== undefined) {
      spans.push({ fromMs: startMs, toMs: atMs })
      startMs = undefined
    }
  }
  if (startMs !== undefined) spans.push({ fromMs: startMs, toMs })
  return spans
}
