import { MINUTE_MS } from '@backlot/contract/time'
import type { DeviceCommand } from '../devices/commands.ts'
import { onlineSpans } from '../devices/connectivity.ts'
import { DEVICE_MODELS } from '../devices/device-models.ts'
import type { Span } from '../devices/random-spans.ts'
import type { Device } from '../fleet/device.ts'
import { uniform } from '../world/hash.ts'
import { noPlace } from '../world/traffic/no-place.ts'
import type { World } from '../world/types.ts'
import type { Recording } from './history.ts'

const STREAM = { size: 981 }
/** A file holds that much at most; files of all cameras begin on this grid. */
const FILE_MS = 30 * MINUTE_MS
/** Shorter leftovers are no file. */
const SHORTEST_MS = 3000
/** Around an alarm. */
const BEFORE_ALARM_MS = 10_000
const ALARM_CLIP_MS = 60_000
/** Main stream of 1 Mbit/s. */
const BYTES_PER_MS = 125

/**
 * Recordings of a video channel of one of our own devices that touch [fromMs, toMs), as far as they exist at `nowMs`:
 * what the platform recorded while the device was on line. `alarms`: the device's, with their starts and ends.
 */
export function ownRecordings(
  world: World,
  device: Device,
  chnId: number,
  commands: readonly DeviceCommand[],
  alarms: readonly { startMs: number }[],
  span: { fromMs: number; toMs: number; nowMs: number },
): Recording[] {
  const { records } = DEVICE_MODELS[device.kind]
  if (records === 'never') return []
  // Whole files, also of those that stick out of the span.
  const fromMs = Math.floor(span.fromMs / FILE_MS) * FILE_MS
  const toMs = Math.min(span.nowMs, Math.ceil(span.toMs / FILE_MS) * FILE_MS)
  if (toMs <= fromMs) return []
  const online = onlineSpans(world.seed, device.entity, fromMs, toMs, commands).filter((each) => each.online)
  const onDuty = records === 'always' ? online : online.flatMap((each) => drivingSpans(world, device, each))
  const fileOf = (startMs: number, endMs: number, cause: Recording['cause']): Recording => {
    const share =
      0.7 + 0.6 * uniform(world.seed, device.entity, STREAM.size + chnId, Math.floor(startMs / 1000))
    return {
      fid: `${device.sn}-${chnId}-${Math.floor(startMs / 1000).toString(36)}${cause === 'alarm' ? 'a' : ''}`,
      sn: device.sn,
      chnId,
      startMs,
      endMs,
      sizeBytes: Math.round((endMs - startMs) * BYTES_PER_MS * share),
      cause,
    }
  }
  const planned = onDuty.flatMap(filesOf).map((file) => fileOf(file.fromMs, file.toMs, 'plan'))
  const clips = alarms.flatMap(({ startMs }) => {
    const clip = { fromMs: startMs - BEFORE_ALARM_MS, toMs: Math.min(toMs, startMs + ALARM_CLIP_MS) }
    const isKept = online.some((each) => each.fromMs <= clip.fromMs && clip.toMs <= each.toMs)
    return isKept && clip.toMs > startMs ? [fileOf(clip.fromMs, clip.toMs, 'alarm')] : []
  })
  return [...planned, ...clips]
    .filter(({ startMs, endMs }) => startMs < span.toMs && endMs > span.fromMs)
    .sort((a, b) => a.startMs - b.startMs || (a.fid < b.fid ? -1 : 1))
}

/** A span cut on the grid of files. */
function filesOf({ fromMs, toMs }: Span): Span[] {
  const files: Span[] = []
  for (let startMs = fromMs; startMs < toMs; ) {
    const endMs = Math.min(toMs, (Math.floor(startMs / FILE_MS) + 1) * FILE_MS)
    if (endMs - startMs >= SHORTEST_MS) files.push({ fromMs: startMs, toMs: endMs })
    startMs = endMs
  }
  return files
}

/** When a moving device was under way within a span, to the minute. */
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
