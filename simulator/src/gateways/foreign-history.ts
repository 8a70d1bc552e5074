/** The stored past of foreign devices. */
import type { Database } from 'better-sqlite3'
import type { ForeignHistory, OnlineSpan, ReadingRow, TrackPoint } from '../history/history.ts'
import { factorByCode } from '../wire/hj212/factor-table.ts'
import type { LatestValue } from './latest-readings.ts'

/** A value as it is stored: [value, flag, min, max, sum], shortened. */
export type StoredValue = [
  value: number,
  flag?: string | null,
  min?: number | null,
  max?: number | null,
  sum?: number | null,
]

/** Rows as they are stored. */
export type PositionRow = {
  at_ms: number
  longitude: number
  latitude: number
  speed_kmh: number
  direction_deg: number
  mileage_km: number | null
  fuel_l: number | null
  acc_on: number | null
  satellites: number | null
  late: number
}
export type ReportRow = { at_ms: number; rows: string; late: number }

const STATES = ['restart', 'runTime', 'status'] as const
/** Newest first; behind them rows of the future, from a clock that was wrong. */
const FUTURE_LAST = 'at_ms > ?, at_ms DESC'

/** Positions and reports that are on the core no more. */
export type ForeignArchive = {
  /** From which moment on the core has all of them. */
  completeFromMs(table: 'foreign_positions' | 'foreign_readings'): number
  /** Those of a device in [fromMs, toMs), those on the core too. */
  track(sn: string, fromMs: number, toMs: number): Promise<PositionRow[]>
  readings(sn: string, fromMs: number, toMs: number): Promise<ReportRow[]>
}

/**
 * `isForeign` decides whose past is here; `nowMs` is the platform's present, after which nothing is answered. With an
 * archive, `recall` reads what is on the core no more.
 */
export function createForeignHistory(
  db: Database,
  isForeign: (sn: string) => boolean,
  nowMs: () => number,
  archive?: ForeignArchive,
): ForeignHistory & { lastReadings(sn: string): LatestValue[] } {
  const track = db.prepare<[string, number, number], PositionRow>(
    'SELECT * FROM foreign_positions WHERE sn = ? AND at_ms >= ? AND at_ms < ? ORDER BY at_ms',
  )
  const readings = db.prepare<[string, number, number], ReportRow>(
    `SELECT at_ms, rows, late FROM foreign_readings WHERE sn = ? AND interval = 'realtime' AND at_ms >= ? AND at_ms < ?
     ORDER BY at_ms`,
  )
  const last = db.prepare<[string, number], { at_ms: number; rows: string }>(
    `SELECT at_ms, rows FROM foreign_readings
     WHERE sn = ? AND interval IN ('realtime', 'minute', 'hour', 'day')
     ORDER BY ${FUTURE_LAST} LIMIT 1`,
  )
  const lastOfInterval = db.prepare<[string, string, number], { at_ms: number; rows: string }>(
    `SELECT at_ms, rows FROM foreign_readings WHERE sn = ? AND interval = ? ORDER BY ${FUTURE_LAST} LIMIT 1`,
  )
  const before = db
    .prepare<[string, number], number>(
      'SELECT online FROM foreign_presence WHERE sn = ? AND at_ms <= ? ORDER BY at_ms DESC LIMIT 1',
    )
    .pluck()
  const changes = db.prepare<[string, number, number], { at_ms: number; online: number }>(
    'SELECT at_ms, online FROM foreign_presence WHERE sn = ? AND at_ms > ? AND at_ms < ? ORDER BY at_ms',
  )
  const present = (toMs: number) => Math.min(toMs, nowMs() + 1)

  return {
    trackOf(sn, fromMs, toMs, everyMs) {
      if (!isForeign(sn)) return undefined
      return pointsOf(track.all(sn, fromMs, present(toMs)), everyMs)
    },
    readingsOf(sn, fromMs, toMs, everyMs) {
      if (!isForeign(sn)) return undefined
      return reportsOf(readings.all(sn, fromMs, present(toMs)), everyMs)
    },
    async recallTrack(sn, fromMs, toMs) {
      if (!archive || !isForeign(sn) || fromMs >= archive.completeFromMs('foreign_positions'))
        return undefined
      const rows = await archive.track(sn, fromMs, present(toMs))
      return (from, to, everyMs) => pointsOf(within(rows, from, to), everyMs)
    },
    async recallReadings(sn, fromMs, toMs) {
      if (!archive || !isForeign(sn) || fromMs >= archive.completeFromMs('foreign_readings')) return undefined
      const rows = await archive.readings(sn, fromMs, present(toMs))
      return (from, to, everyMs) => reportsOf(within(rows, from, to), everyMs)
    },
    onlineSpansOf(sn, fromMs, toMs) {
      if (!isForeign(sn)) return undefined
      const endMs = present(toMs)
      const spans: OnlineSpan[] = []
      let at = fromMs
      let online = before.get(sn, fromMs) === 1
      for (const change of changes.all(sn, fromMs, endMs)) {
        if ((change.online === 1) === online) continue
        spans.push({ fromMs: at, toMs: change.at_ms, online })
        at = change.at_ms
        online = change.online === 1
      }
      if (endMs > at) spans.push({ fromMs: at, toMs: endMs, online })
      return spans
    },
    lastReadings(sn) {
      const now = nowMs()
      const states = STATES.map((interval) => lastOfInterval.get(sn, interval, now))
      return [last.get(sn, now), ...states].flatMap((row) =>
        valuesOf(row?.rows ?? '{}').map(({ quantity, code, value, flag }) => ({
          quantity,
          code,
          atMs: row?.at_ms ?? 0,
          value,
          min: undefined,
          max: undefined,
          sum: undefined,
          flag,
        })),
      )
    },
  }
}

/** Where a foreign device was last, by platform time. */
export function lastPositionReader(db: Database) {
  const last = db.prepare<
    [string, number],
    { atMs: number; longitude: number; latitude: number; directionDeg: number }
  >(
    `SELECT at_ms AS atMs, longitude, latitude, direction_deg AS directionDeg FROM foreign_positions
     WHERE sn = ? ORDER BY ${FUTURE_LAST} LIMIT 1`,
  )
  return (sn: string, nowMs: number) => last.get(sn, nowMs)
}

const within = <Row extends { at_ms: number }>(rows: readonly Row[], fromMs: number, toMs: number) =>
  rows.filter(({ at_ms }) => at_ms >= fromMs && at_ms < toMs)

const pointsOf = (rows: readonly PositionRow[], everyMs: number): TrackPoint[] =>
  [...lastOfEach(rows, everyMs)].map(trackPoint)

function reportsOf(rows: readonly ReportRow[], everyMs: number): ReadingRow[] {
  return [...lastOfEach(rows, everyMs)].map(({ at_ms, rows: stored, late }) => ({
    atMs: at_ms,
    late: late === 1,
    values: valuesOf(stored).flatMap(({ quantity, code, value, flag }) =>
      quantity ? [{ quantity, code, value, ...(flag === undefined ? {} : { flag }) }] : [],
    ),
  }))
}

/** The last row of each `everyMs` since the epoch. */
function* lastOfEach<Row extends { at_ms: number }>(rows: readonly Row[], everyMs: number): Generator<Row> {
  for (const [i, row] of rows.entries()) {
    const next = rows[i + 1]
    if (!next || Math.floor(next.at_ms / everyMs) !== Math.floor(row.at_ms / everyMs)) yield row
  }
}

function trackPoint(row: PositionRow): TrackPoint {
  return {
    atMs: row.at_ms,
    longitude: row.longitude,
    latitude: row.latitude,
    speedKmh: row.speed_kmh,
    directionDeg: row.direction_deg,
    ...(row.mileage_km === null ? {} : { mileageKm: row.mileage_km }),
    ...(row.fuel_l === null ? {} : { fuelL: row.fuel_l }),
    ...(row.acc_on === null ? {} : { accOn: row.acc_on === 1 }),
    ...(row.satellites === null ? {} : { satellites: row.satellites }),
    late: row.late === 1,
  }
}

function valuesOf(stored: string) {
  const rows = JSON.parse(stored) as Record<string, StoredValue>
  return Object.entries(rows).map(([code, [value, flag]]) => ({
    code,
    value,
    quantity: factorByCode(code)?.quantity,
    flag: flag ?? undefined,
  }))
}
