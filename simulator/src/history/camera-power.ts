/** Whether the cameras of stations have power: a solar station's camera is the load that its controller feeds. */
import type { DeviceCommand } from '../devices/commands.ts'
import type { Span } from '../devices/random-spans.ts'
import { isLoadFed } from '../devices/station-reports.ts'
import type { Device } from '../fleet/device.ts'
import type { World } from '../world/types.ts'

/** A controller's own switching is looked at so often, as the world steps its battery. */
const STEP_MS = 10 * 60_000

type Powered = Pick<Device, 'kind' | 'model' | 'entity' | 'x' | 'y'>

export function hasPower(
  world: Pick<World, 'seed' | 'air'>,
  device: Powered,
  commands: readonly DeviceCommand[],
  atMs: number,
): boolean {
  if (device.kind !== 'solarStation') return true
  return isLoadFed(world.air, { ...device, seed: world.seed, commands }, atMs)
}

/** When the cameras of a device had no power in [fromMs, toMs): the same whatever is asked for beside. */
export function unpoweredSpans(
  world: Pick<World, 'seed' | 'air'>,
  device: Powered,
  commands: readonly DeviceCommand[],
  fromMs: number,
  toMs: number,
): Span[] {
  if (device.kind !== 'solarStation') return []
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
