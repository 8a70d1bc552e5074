/**
 * Lets the fleet report as time passes: called with a span of platform time, it brings the directory's status up to
 * its end and yields the positions that watched devices reported in it. It has no timer and no clock of its own.
 */
import type { DeviceCommand } from '../devices/commands.ts'
import { nextOnlineChange } from '../devices/connectivity.ts'
import type { World } from '../world/types.ts'
import type { Device } from './device.ts'
import type { Directory } from './directory.ts'
import { createGpsWheel } from './gps-wheel.ts'
import { type GpsChange, lastPositionAt, onlineFieldsAt } from './presence.ts'

export type FleetTicker = {
  /**
   * Works everything out at a moment: status of all devices, last position of all that move. At start and after a
   * jump of the clock. Changes of status are told by the directory.
   */
  reset(atMs: number): void
  /**
   * Lets (fromMs, toMs] pass. Status is kept for every device; positions are worked out for watched ones only, one
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

const MINUTE_MS = 60_000
/** Changes of status are looked for this far ahead, then again. */
const HORIZON_MS = 6 * 3_600_000

export function createFleetTicker(
  world: World,
  directory: Directory,
  commandsOf: (sn: string) => readonly DeviceCommand[] = () => [],
): FleetTicker {
  const wheel = createGpsWheel(world.seed)
  /** Slots to look at, by the minute in which something may change, and the moment for each slot. */
  const minutes = new Map<number, Set<number>>()
  const dueMs = new Map<number, number>()
  let nowMs = Number.NaN

  function unschedule(slot: number): void {
    const due = dueMs.get(slot)
    if (due === undefined) return
    const minute = Math.floor(due / MINUTE_MS)
    const slots = minutes.get(minute)
    slots?.delete(slot)
    if (slots?.size === 0) minutes.delete(minute)
    dueMs.delete(slot)
  }

  function look(device: Device, atMs: number): void {
    const commands = commandsOf(device.sn)
    directory.setOnline(device.slot, onlineFieldsAt(world.seed, device, atMs, commands))
    const horizon = atMs + HORIZON_MS
    const due = nextOnlineChange(world.seed, device.entity, atMs, horizon, commands) ?? horizon
    unschedule(device.slot)
    dueMs.set(device.slot, due)
    const minute = Math.floor(due / MINUTE_MS)
    const slots = minutes.get(minute)
    if (slots) slots.add(device.slot)
    else minutes.set(minute, new Set([device.slot]))
  }

  function locateOne(device: Device, atMs: number): GpsChange | undefined {
    const last = lastPositionAt(world, device, atMs, commandsOf(device.sn))
    if (!last) return undefined
    const { slot, longitude, latitude, locationTimeMs, speedKmh, directionDeg } = last
    directory.setPosition(slot, longitude, latitude, locationTimeMs, speedKmh, directionDeg)
    return last
  }

  function admit(device: Device): void {
    if (device.foreign) return
    if (device.trafficIndex !== undefined) wheel.add(device.slot, device.entity)
    if (Number.isNaN(nowMs)) return
    look(device, nowMs)
    locateOne(device, nowMs)
  }

  function reset(atMs: number): void {
    nowMs = atMs
    for (let slot = 0; slot < directory.slotLimit(); slot++) {
      const device = directory.device(slot)
      if (!device || device.foreign) continue
      look(device, atMs)
      locateOne(device, atMs)
    }
  }

  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    if (device) admit(device)
  }
  const stop = directory.onChange((change) => {
    if (change.kind === 'deviceAdded') admit(change.device)
    if (change.kind === 'deviceRemoved') {
      wheel.remove(change.device.slot)
      unschedule(change.device.slot)
    }
  })

  return {
    reset,
    step(fromMs, toMs, isWatched) {
      if (Number.isNaN(nowMs) || toMs < nowMs || toMs - fromMs > HORIZON_MS) {
        reset(toMs)
        return []
      }
      const sinceMs = Math.min(fromMs, nowMs)
      nowMs = toMs
      for (let minute = Math.floor(sinceMs / MINUTE_MS); minute * MINUTE_MS <= toMs; minute++) {
        for (const slot of [...(minutes.get(minute) ?? [])]) {
          if (dueMs.get(slot)! <= toMs) look(directory.device(slot)!, toMs)
        }
      }
      const changes: GpsChange[] = []
      wheel.forDue(fromMs, toMs, (slot, atMs) => {
        if (!isWatched(slot) || !directory.isOnline(slot)) return
        const before = directory.state(slot).locationTimeMs
        const change = locateOne(directory.device(slot)!, atMs)
        // Without satellites the last fix stands: nothing new to tell.
        if (change && change.locationTimeMs !== before) changes.push(change)
      })
      return changes
    },
    locate(slots, atMs) {
      const found: GpsChange[] = []
      for (const slot of slots) {
        const device = directory.device(slot)
        const last = device && !device.foreign ? locateOne(device, atMs) : undefined
        if (last) found.push(last)
      }
      return found
    },
    recheck(slot, atMs) {
      const device = directory.device(slot)
      if (device && !device.foreign) look(device, atMs)
    },
    [Symbol.dispose]: () => {
      stop()
    },
  }
}
