import type { Database } from 'better-sqlite3'
import { newestNumber, noteCorrection } from '../store/archive-corrections.ts'
import { type ArchivePositions, noteRemoved } from '../store/archive-positions.ts'
import type { Write } from '../store/write.ts'
import type { foreignDevices } from './tables.ts'

export type ForeignDeviceRow = typeof foreignDevices.$inferSelect

export type PositionRow = readonly [
  sn: string,
  atMs: number,
  longitude: number,
  latitude: number,
  speedKmh: number,
  directionDeg: number,
  mileageKm: number | null,
  fuelL: number | null,
  accOn: number | null,
  satellites: number | null,
  late: number,
]
export type ReadingsRow = readonly [sn: string, interval: string, atMs: number, rows: string, late: number]
export type PresenceRow = readonly [sn: string, atMs: number, online: number]
export type PacketRow = readonly [
  sn: string,
  atMs: number,
  direction: string,
  text: string,
  problem: string | null,
]

/** Data received since the last batch. */
export type ForeignBatch = {
  positions: readonly PositionRow[]
  readings: readonly ReadingsRow[]
  presence: readonly PresenceRow[]
  packets: readonly PacketRow[]
  seen: readonly (readonly [sn: string, atMs: number])[]
}

export type ForeignQuota = {
  /** Rows before this moment go. */
  beforeMs: number
  /** Most positions and readings of a device, of all devices together, and packets of a device. */
  rowsPerDevice: number
  rowsInAll: number
  packetsPerDevice: number
  /** With an archive: positions, readings and presence past these stay until it has them. */
  archived?: Pick<ArchivePositions, 'foreign_positions' | 'foreign_readings' | 'foreign_presence'> | undefined
}

/** Keeps a new device. A repeat changes nothing. */
export const admit: Write<ForeignDeviceRow, void> = (db, row) => {
  db.prepare(
    `INSERT INTO foreign_devices
       (sn, device_id, kind, protocol_type, model, name_zh, name_en, plate, wire_password, first_seen_ms, last_seen_ms)
     VALUES (@sn, @deviceId, @kind, @protocolType, @model, @nameZh, @nameEn, @plate, @wirePassword, @firstSeenMs, @lastSeenMs)
     ON CONFLICT (sn) DO NOTHING`,
  ).run(row)
}

export const setPassword: Write<{ sn: string; password: string }, void> = (db, { sn, password }) => {
  db.prepare('UPDATE foreign_devices SET wire_password = ? WHERE sn = ?').run(password, sn)
}

/** Removes a device and all that was stored of it. */
export const remove: Write<{ sn: string }, void> = (db, { sn }) => {
  for (const table of ['positions', 'readings', 'presence', 'packets', 'devices'] as const) {
    db.prepare(`DELETE FROM foreign_${table} WHERE sn = ?`).run(sn)
  }
  noteCorrection(db, {
    kind: 'removeDevice',
    sn,
    positions: newestNumber(db, 'foreign_positions'),
    readings: newestNumber(db, 'foreign_readings'),
    presence: newestNumber(db, 'foreign_presence'),
  })
}

/** Stores a batch. A report that came before is completed, not doubled. */
export const store: Write<ForeignBatch, void> = (db, batch) => {
  const position = db.prepare(
    `INSERT INTO foreign_positions
       (sn, at_ms, longitude, latitude, speed_kmh, direction_deg, mileage_km, fuel_l, acc_on, satellites, late)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (sn, at_ms) DO NOTHING`,
  )
  for (const row of batch.positions) position.run(...row)
  const reading = db.prepare(
    `INSERT INTO foreign_readings (sn, interval, at_ms, rows, late) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (sn, interval, at_ms) DO NOTHING`,
  )
  // As a new row: what changed has a new number.
  const completed = db.prepare(
    `REPLACE INTO foreign_readings (sn, interval, at_ms, rows, late)
     SELECT sn, interval, at_ms, json_patch(rows, ?), late FROM foreign_readings
     WHERE sn = ? AND interval = ? AND at_ms = ?`,
  )
  for (const row of batch.readings) {
    const [sn, interval, atMs, rows] = row
    if (reading.run(...row).changes === 0) completed.run(rows, sn, interval, atMs)
  }
  const presence = db.prepare('REPLACE INTO foreign_presence (sn, at_ms, online) VALUES (?, ?, ?)')
  for (const row of batch.presence) presence.run(...row)
  const packet = db.prepare(
    'INSERT INTO foreign_packets (sn, at_ms, direction, text, problem) VALUES (?, ?, ?, ?, ?)',
  )
  for (const row of batch.packets) packet.run(...row)
  const seen = db.prepare('UPDATE foreign_devices SET last_seen_ms = max(last_seen_ms, ?) WHERE sn = ?')
  for (const [sn, atMs] of batch.seen) seen.run(atMs, sn)
}

/** After a start: devices online when the program ended went offline when they were last heard. */
export const closeSpans: Write<Record<string, never>, void> = (db) => {
  db.exec(
    `INSERT INTO foreign_presence (sn, at_ms, online)
     SELECT d.sn, max(d.last_seen_ms, p.at_ms + 1), 0 FROM foreign_devices d
     JOIN foreign_presence p ON p.sn = d.sn
       AND p.at_ms = (SELECT max(at_ms) FROM foreign_presence WHERE sn = d.sn)
     WHERE p.online = 1`,
  )
}

/** Keeps within the quota: removes the oldest first, with an archive what it has. Answers the number removed. */
export const prune: Write<ForeignQuota, number> = (db, quota) => {
  let gone = 0
  const remove = (table: Kept, which: string, ...values: (string | number)[]) => {
    const archived = quota.archived?.[table]
    const condition = archived === undefined ? '' : ' AND seq <= ?'
    const marks = archived === undefined ? [] : [archived]
    const rows = db
      .prepare(`DELETE FROM ${table} WHERE ${which}${condition} RETURNING at_ms`)
      .pluck()
      .all(...values, ...marks) as number[]
    gone += rows.length
    if (archived !== undefined) noteRemoved(db, table, rows)
  }
  for (const table of ['foreign_positions', 'foreign_readings'] as const) {
    remove(table, 'at_ms < ?', quota.beforeMs)
    for (const { sn, over } of overQuota(db, table, quota)) {
      remove(table, `seq IN (SELECT seq FROM ${table} WHERE sn = ? ORDER BY at_ms LIMIT ?)`, sn, over)
    }
  }
  remove(
    'foreign_presence',
    `at_ms < ? AND at_ms < (SELECT max(at_ms) FROM foreign_presence AS last WHERE last.sn = foreign_presence.sn)`,
    quota.beforeMs,
  )
  gone += db
    .prepare(
      `DELETE FROM foreign_packets WHERE id IN (
         SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY sn ORDER BY id DESC) AS place FROM foreign_packets)
         WHERE place > ?)`,
    )
    .run(quota.packetsPerDevice).changes
  return gone
}

type Kept = 'foreign_positions' | 'foreign_readings' | 'foreign_presence'

/** How many rows each device has too many; over the whole quota every device gives the same share. */
function overQuota(db: Database, table: Kept, quota: ForeignQuota): { sn: string; over: number }[] {
  const counts = db.prepare(`SELECT sn, count(*) AS n FROM ${table} GROUP BY sn`).all() as {
    sn: string
    n: number
  }[]
  const inAll = counts.reduce((sum, { n }) => sum + n, 0)
  const share = inAll > quota.rowsInAll ? quota.rowsInAll / inAll : 1
  return counts
    .map(({ sn, n }) => ({ sn, over: n - Math.min(quota.rowsPerDevice, Math.floor(n * share)) }))
    .filter(({ over }) => over > 0)
}
