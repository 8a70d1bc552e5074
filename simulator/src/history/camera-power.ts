/**
 * Whether the cameras of devices have power. A solar station's camera is the load that its controller feeds; a device
 * on the mains is without power while they fail.
 */
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import type { DeviceCommand } from '../devices/commands.ts'
import { onlineSpans } from '../devices/connectivity.ts'
import { KINDS } from '../devices/kinds.ts'
import { powerlessSpans } from '../devices/mains.ts'
import { longOutages } from '../devices/outages.ts'
import type { Span } from '../devices/random-spans.ts'
import { isLoadFed } from '../devices/station-reports.ts'
import type { Device, DeviceChannel } from '../fleet/device.ts'
import type { World } from '../world/types.ts'

/** Interval at which a controller's own switching is checked, equal to the world's battery steps. */
const STEP_MS = 10 * 60_000

type Powered = Pick<Device, 'kind' | 'model' | 'entity' | 'x' | 'y'>

/** Whether the cameras of a device are fed at a moment, as far as the platform can know: by its controller or its alarm. */
export function hasPower(
  world: Pick<World, 'seed' | 'air'>,
  device: Powered,
  commands: readonly DeviceCommand[],
  atMs: number,
): boolean {
  if (KINDS[device.kind].hasSolarPlant) {
    return isLoadFed(world.air, { ...device, seed: world.seed, commands }, atMs)
  }
  return powerlessSpans(commands, atMs, atMs + 1).length === 0
}

/** Numbers of the channels that go with the cameras' power. */
export function channelsOfCameras(channels: readonly Pick<DeviceChannel, 'chnId' | 'type'>[]): number[] {
  return channels
    .filter(({ type }) => type === CHANNEL_TYPES.video || type === CHANNEL_TYPES.audio)
    .map(({ chnId }) => chnId)
}

/** When the cameras of a device had no power in [fromMs, toMs): independent of other queries. */
export function unpoweredSpans(
  world: Pick<World, 'seed' | 'air'>,
  device: Powered,
  commands: readonly DeviceCommand[],
  fromMs: number,
  toMs: number,
): Span[] {
  const { onMains, hasSolarPlant } = KINDS[device.kind]
  if (onMains) return mainsFailures(world.seed, device.entity, commands, fromMs, toMs)
  if (!hasSolarPlant) return []
  const cuts = new Set([fromMs])
  for (let at = Math.ceil(fromMs / STEP_MS) * STEP_MS; at < toMs; at += STEP_MS) cuts.add(at)
  for (const { atMs } of commands) if (atMs > fromMs && atMs < toMs) cuts.add(atMs)
  const starts = [...cuts].sort((a, b) => a - b)
  const spans: Span[] = []
  for (const [i, start] of starts.entries()) {
    if (hasPower(world, device, commands, start)) continue
    const end = starts[i + 1] ?? toMs
    const last = spans.at(-1)
    if (last?.toMs === start) last.toMs = end
    else spans.push({ fromMs: start, toMs: end })
  }
  return spans
}

/** Ordered cuts, and long absences until they are ended. */
function mainsFailures(
  seed: number,
  entity: number,
  commands: readonly DeviceCommand[],
  fromMs: number,
  toMs: number,
): Span[] {
  const failures = powerlessSpans(commands, fromMs, toMs)
  for (const long of longOutages(seed, entity, fromMs, toMs)) {
    const from = Math.max(fromMs, long.fromMs)
    const to = Math.min(toMs, long.toMs)
    for (const { online, ...span } of onlineSpans(seed, entity, from, to, commands)) {
      if (!online) failures.push(span)
    }
  }
  return failures.sort((a, b) => a.fromMs - b.fromMs)
}
