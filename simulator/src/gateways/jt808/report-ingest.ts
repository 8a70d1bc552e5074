import { createHash } from 'node:crypto'
import { hasBit, STATUS_BITS } from '../../wire/jt808/alarm-bits.ts'
import { readKindExtras } from '../../wire/jt808/kind-extras.ts'
import type { LocationReport } from '../../wire/jt808/location.ts'
import { type ExtraValues, extraValues } from '../../wire/jt808/location-extras.ts'
import { type DeviceTime, deviceTime } from '../device-time.ts'
import type { ReceivedAlarm } from '../ingest.ts'
import { receivedValue } from '../received-value.ts'
import { alarmOfBit } from './alarm-edges.ts'
import type { GatewayContext } from './gateway-context.ts'
import { SENT_AGAIN_MS } from './sent-again.ts'

/** Arrival of a report: `name` distinguishes it from others of its terminal with the same content. */
export type ReportArrival = { name: string; atMs: number; batched: boolean }

/** Whether a report names a place on earth. */
export function isOnEarth({ latitude, longitude }: LocationReport): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}

/**
 * Hands a report to the platform: its position when there was a fix, the readings of its kind, and the alarms whose bits
 * rise. A report whose time cannot be right counts as of its arrival; sent again it changes nothing.
 */
export function takeReport(
  context: GatewayContext,
  sn: string,
  report: LocationReport,
  arrival: ReportArrival,
): void {
  const { ingest, counters } = context
  const time = deviceTime(report.atMs, arrival.atMs)
  if (!time.plausible) {
    if (context.sentAgain.is(`${sn} ${markOf(report, arrival.name)}`, arrival.atMs)) return
    counters.implausibleTimes++
  }
  const extras = extraValues(report.extras)
  const { longitude, latitude } = report
  const fixed = hasBit(report.status, STATUS_BITS.fixed) && isOnEarth(report)
  if (fixed) {
    if (arrival.batched) counters.latePositions++
    else counters.positions++
    ingest.position(sn, {
      atMs: time.atMs,
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
      late: arrival.batched,
    })
  } else counters.withoutFix++
  const mapped = context.extrasOf?.(sn)
  const readings = mapped ? readKindExtras(report.extras, mapped) : []
  if (readings.length > 0) {
    const late = arrival.batched
    ingest.readings(sn, { atMs: time.atMs, interval: 'realtime', rows: readings.map(receivedValue), late })
  }
  raiseAlarms(context, sn, { report, arrival, time, extras, fixed })
}

function raiseAlarms(
  { ingest, counters, edges }: GatewayContext,
  sn: string,
  {
    report,
    arrival,
    time,
    extras,
    fixed,
  }: {
    report: LocationReport
    arrival: ReportArrival
    time: DeviceTime
    extras: ExtraValues
    fixed: boolean
  },
): void {
  const { longitude, latitude } = report
  // A time ahead of the present, however little, does not decide the order of reports.
  const isOrdered = time.plausible && time.atMs === report.atMs
  for (const { bit, atMs } of edges.risen(sn, report.alarm, isOrdered ? time.atMs : undefined)) {
    const alarm = alarmOfBit(bit, extras.area?.direction)
    if (!alarm) continue
    const raise = (more: Pick<ReceivedAlarm, 'atMs' | 'alarmSeq'> & Partial<ReceivedAlarm>): void => {
      counters.alarms++
      ingest.alarm(sn, { type: alarm.type, subType: alarm.subType, chnId: 0, ...more })
    }
    if (atMs !== undefined) {
      // Of a report that came before this one, of which nothing else is known any more.
      const alarmSeq = `jt808-${bit}-${Math.floor(atMs / 1000)}`
      raise({ atMs, alarmSeq, receivedMs: arrival.atMs })
      continue
    }
    const place = fixed ? { position: { longitude, latitude } } : {}
    if (time.plausible) {
      const alarmSeq = `jt808-${bit}-${Math.floor((report.atMs ?? time.atMs) / 1000)}-${markOf(report)}`
      raise({ ...place, ...(time.late ? { receivedMs: arrival.atMs } : {}), atMs: time.atMs, alarmSeq })
      continue
    }
    // The report is identified by its content alone: also across a restart.
    const seqPrefix = `jt808-${bit}-${markOf(report, arrival.name)}-`
    const known = ingest.openAlarm(sn, seqPrefix)
    if (known && arrival.atMs - known.atMs < SENT_AGAIN_MS) continue
    raise({
      ...place,
      atMs: time.atMs,
      alarmSeq: `${seqPrefix}${time.atMs}`,
      receivedMs: arrival.atMs,
      deviceTime: clockText(report.digits),
    })
  }
}

/** yyMMddHHmmss as a clock shows it, whatever the digits are. */
function clockText(digits: string): string {
  return digits.replace(/^(..)(..)(..)(..)(..)(..)$/, '20$1-$2-$3 $4:$5:$6')
}

/** Identifies a report among others of its terminal: by its content, and by its name where its time cannot be used. */
function markOf(report: LocationReport, name = ''): string {
  const { digits, alarm, status, latitude, longitude, altitudeM, speedKmh, directionDeg } = report
  const said = [digits, alarm, status, latitude, longitude, altitudeM, speedKmh, directionDeg, name]
  return createHash('sha256').update(said.join(' ')).digest('hex').slice(0, 8)
}
