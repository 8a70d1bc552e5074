/**
 * An engine over a directory that tests step by hand: called with a span of platform time, it brings the directory up to
 * its end and yields the positions that watched devices reported in it.
 */
import type { DeviceCommand } from '../devices/commands.ts'
import type { World } from '../world/types.ts'
import type { Device } from './device.ts'
import type { Directory } from './directory.ts'
import type { EngineReport } from './engine-report.ts'
import { isDriven, rowsOf } from './engine-rows.ts'
import { createFleetEngine } from './fleet-engine.ts'
import type { GpsChange } from './presence.ts'

export type FleetTicker = {
  /**
   * Recomputes everything at a moment: status of all devices, last position of all that move. At start and after a jump
   * of the clock. The directory publishes changes of status.
   */
  reset(atMs: number): void
  /**
   * Lets time pass up to `toMs`. Status is kept for every device; positions are worked out for watched ones only, one
   * each at most, and put into the directory. Backwards or over more than six hours it resets and yields nothing.
   */
  step(fromMs: number, toMs: number, isWatched: (slot: number) => boolean): GpsChange[]
  /** Brings the last positions of devices up to a moment, watched or not: before a snapshot of them is sent. */
  locate(slots: Iterable<number>, atMs: number): GpsChange[]
  /** Looks at a device again after a command to it. */
  recheck(slot: number, atMs: number): void
  /** Stops following the directory. */
  [Symbol.dispose](): void
}

const HORIZON_MS = 6 * 3_600_000

export function createFleetTicker(
  world: World,
  directory: Directory,
  commandsOf: (sn: string) => readonly DeviceCommand[] = () => [],
): FleetTicker {
  const engine = createFleetEngine({
    seed: world.seed,
    placeInto: (index, epochMs, out) => world.traffic.vehicleInto(index, epochMs, out),
    commandsOf: (slot) => commandsOf(directory.device(slot)?.sn ?? ''),
  })
  let reachedMs = Number.NaN
  const waiting: Device[] = []

  const admit = (device: Device) => {
    if (!isDriven(device)) return
    // Before the first reset the time is unknown.
    if (Number.isNaN(reachedMs)) waiting.push(device)
    else directory.applyReport(engine.add(rowsOf([device]), reachedMs))
  }
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    if (device) admit(device)
  }
  const stop = directory.onChange((change) => {
    if (change.kind === 'deviceAdded') admit(change.device)
    if (change.kind === 'deviceRemoved') engine.remove([change.device.slot])
  })

  function reset(atMs: number): void {
    const isFirst = Number.isNaN(reachedMs)
    reachedMs = atMs
    const living = waiting.filter((device) => directory.device(device.slot) === device)
    waiting.length = 0
    directory.applyReport(isFirst ? engine.add(rowsOf(living), atMs) : engine.reset(atMs))
  }

  return {
    reset,
    step(_fromMs, toMs, isWatched) {
      if (Number.isNaN(reachedMs) || toMs < reachedMs || toMs - reachedMs > HORIZON_MS) {
        reset(toMs)
        return []
      }
      reachedMs = toMs
      const report = engine.step(toMs, { wants: isWatched })
      directory.applyReport(report)
      return changesOf(directory, report)
    },
    locate(slots, atMs) {
      const report = engine.locate(slots, atMs)
      directory.applyReport(report)
      return changesOf(directory, report)
    },
    recheck: (slot, atMs) => directory.applyReport(engine.recheck([slot], atMs)),
    [Symbol.dispose]: stop,
  }
}

function changesOf(directory: Directory, { fixes }: EngineReport): GpsChange[] {
  return Array.from(fixes.slots, (slot, i) => ({
    slot,
    sn: directory.device(slot)?.sn ?? '',
    longitude: fixes.longitude[i]!,
    latitude: fixes.latitude[i]!,
    speedKmh: fixes.speedKmh[i]!,
    directionDeg: fixes.directionDeg[i]!,
    locationTimeMs: fixes.timeMs[i]!,
  }))
}
