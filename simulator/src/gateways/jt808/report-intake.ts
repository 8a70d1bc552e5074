import { hasBit, STATUS_BITS } from '../../wire/jt808/alarm-bits.ts'
import type { LocationReport } from '../../wire/jt808/location.ts'
import { extraValues } from '../../wire/jt808/location-extras.ts'
import { alarmOfBit } from './alarm-edges.ts'
import type { GatewayContext } from './gateway-context.ts'

/** Whether a report names a place on earth. */
export function isOnEarth({ latitude, longitude }: LocationReport): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}

/**
 * Hands a report to the platform: its position when there was a fix, and the alarms whose bits rose. A report without
 * a readable time counts as of now.
 */
export function takeReport(context: GatewayContext, sn: string, report: LocationReport, late: boolean): void {
  const { intake, counters } = context
  const atMs = report.atMs ?? context.platformClock.now()
  const extras = extraValues(report.extras)
  const { longitude, latitude } = report
  const fixed = hasBit(report.status, STATUS_BITS.fixed) && isOnEarth(report)
  if (fixed) {
    if (late) counters.latePositions++
    else counters.positions++
    intake.position(sn, {
      atMs,
      longitude,
      latitude,
      speedKmh: report.speedKmh,
      directionDeg: report.directionDeg % 360,
      altitudeM: report.altitudeM,
      mileageKm: extras.mileageKm,
      fuelL: extras.fuelL,
      satellites: extras.satellites,
      signalLevel: extras.signalLevel,
      accOn: hasBit(report.status, STATUS_BITS.acc),
      late,
    })
  } else counters.withoutFix++
  for (const bit of context.edges.risen(sn, report.alarm, atMs)) {
    const alarm = alarmOfBit(bit, extras.area?.direction)
    if (!alarm) continue
    counters.alarms++
    intake.alarm(sn, {
      // A terminal whose clock is ahead calls for help now.
      atMs: Math.min(atMs, context.platformClock.now()),
      type: alarm.type,
      subType: alarm.subType,
      chnId: 0,
      alarmSeq: `jt808-${bit}-${Math.floor(atMs / 1000)}`,
      position: fixed ? { longitude, latitude } : undefined,
    })
  }
}
