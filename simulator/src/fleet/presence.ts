/** Platform's knowledge of a device at a moment: whether it is online, and its last reported position. */

import type { DeviceCommand } from '../devices/commands.ts'
import { gpsReportAt } from '../devices/gps-fix.ts'
import { lastHeardMs } from '../devices/last-heard.ts'
import type { World } from '../world/types.ts'
import type { Device } from './device.ts'

/** A position that a moving device reported. */
export type GpsChange = {
  slot: number
  sn: string
  longitude: number
  latitude: number
  speedKmh: number
  directionDeg: number
  /** Epoch milliseconds of the fix. */
  locationTimeMs: number
}

/**
 * The last position a moving device reported by `atMs`: older than that while it is offline or without satellites;
 * undefined for fixed devices and those not heard of for thirty days.
 */
export function lastPositionAt(
  world: World,
  device: Device,
  atMs: number,
  commands: readonly DeviceCommand[],
): GpsChange | undefined {
  const { trafficIndex } = device
  if (trafficIndex === undefined) return undefined
  const heardMs = lastHeardMs(world.seed, device.entity, atMs, commands)
  if (heardMs === undefined) return undefined
  const report = gpsReportAt(
    world.seed,
    device.entity,
    heardMs,
    (at) => world.traffic.vehicleAt(trafficIndex, at),
    commands,
  )
  return {
    slot: device.slot,
    sn: device.sn,
    longitude: report.longitude,
    latitude: report.latitude,
    speedKmh: report.speedKmh,
    directionDeg: report.directionDeg,
    locationTimeMs: report.fixedAtMs,
  }
}
