import type { DeviceCommand } from '../devices/commands.ts'
import { mayHaveFault } from '../devices/fault-state.ts'
import { gpsReportAt } from '../devices/gps-fix.ts'
import { KINDS } from '../devices/kinds.ts'
import { LATE_AFTER_MS, receivedMs } from '../devices/report-times.ts'
import type { Device } from '../fleet/device.ts'
import type { VehicleState, World } from '../world/types.ts'
import type { TrackPoint } from './history.ts'
import { createOnlineWalk } from './span-walk.ts'

/**
 * Positions that one of our own moving devices reported in [fromMs, toMs) and that had arrived by `nowMs`, one every
 * `everyMs`. Offline or silent it sent nothing; without satellites it had nothing new.
 */
export function ownTrack(
  world: World,
  device: Device,
  commands: readonly DeviceCommand[],
  span: { fromMs: number; toMs: number; everyMs: number; nowMs: number },
): TrackPoint[] {
  const { trafficIndex, entity } = device
  if (trafficIndex === undefined) return []
  const { seed, traffic } = world
  const { fromMs, toMs, everyMs, nowMs } = span
  const named = { seed, entity, commands }
  const isOnline = createOnlineWalk(seed, entity, fromMs, toMs, commands)
  const mayBeLate =
    mayHaveFault(seed, entity, 'lateReports', span, commands) ||
    mayHaveFault(seed, entity, 'weakSignal', span, commands) ||
    mayHaveFault(seed, entity, 'silent', span, commands)
  const hasBus = KINDS[device.kind].moves === 'vehicle'
  let state: VehicleState = traffic.vehicleAt(trafficIndex, fromMs)
  const trueAt = (epochMs: number) => {
    state = traffic.vehicleAt(trafficIndex, epochMs)
    return state
  }
  const points: TrackPoint[] = []
  for (let atMs = Math.ceil(fromMs / everyMs) * everyMs; atMs < toMs; atMs += everyMs) {
    if (!isOnline(atMs)) continue
    const fix = gpsReportAt(seed, entity, atMs, trueAt, commands)
    if (fix.lost) continue
    const arrivedMs = mayBeLate ? receivedMs(named, atMs) : atMs
    if (arrivedMs > nowMs) continue
    const point: TrackPoint = {
      atMs: fix.fixedAtMs,
      longitude: fix.longitude,
      latitude: fix.latitude,
      speedKmh: fix.speedKmh,
      directionDeg: fix.directionDeg,
      mileageKm: undefined,
      fuelL: undefined,
      accOn: undefined,
      satellites: fix.satellites,
      late: arrivedMs - atMs > LATE_AFTER_MS,
    }
    if (hasBus) {
      point.mileageKm = Math.round(state.mileageKm * 10) / 10
      point.fuelL = Math.round(state.fuelL * 10) / 10
      point.accOn = state.accOn
    }
    points.push(point)
  }
  return points
}
