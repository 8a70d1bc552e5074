/** What the platform knows of a device at a moment: whether it is on line, and where it said it was last. */

import type { DeviceCommand } from '../devices/commands.ts'
import { lastOnlineMs, onlineAt } from '../devices/connectivity.ts'
import { gpsReportAt } from '../devices/gps-fix.ts'
import type { World } from '../world/types.ts'
import type { Device, OnlineField } from './device.ts'
import { onlineFieldsOf } from './kind-profile.ts'

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

/** Online fields of a device at a moment: its protocol's are 1 while it is on line, all others 0. */
export function onlineFieldsAt(
  seed: number,
  device: Device,
  atMs: number,
  commands: readonly DeviceCommand[],
): Partial<Record<OnlineField, number>> {
  const online = onlineAt(seed, device.entity, atMs, commands) ? 1 : 0
  const fields: Partial<Record<OnlineField, number>> = {}
  for (const field of onlineFieldsOf(device)) fields[field] = online
  return fields
}

/**
 * The last position a moving device reported by `atMs`: older than that while it is off line or without satellites;
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
  const heardMs = lastOnlineMs(world.seed, device.entity, atMs, commands)
  if (heardMs === undefined) return undefined
  const report = gpsReportAt(world.seed, device.entity, heardMs, (at) =>
    world.traffic.vehicleAt(trafficIndex, at),
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
