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
     ON CONFLICT (sn, interval, at_ms) DO UPDATE SET rows = json_patch(rows, excluded.rows)`,
  )
  for (const row of batch.readings) reading.run(...row)
  const presence = db.prepare(
    `INSERT INTO foreign_presence (sn, at_ms, online) VALUES (?, ?, ?)
     ON CONFLICT (sn, at_ms) DO UPDATE SET online = excluded.online`,
  )
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

/** Keeps within the quota: removes the oldest first. Answers the number removed. */
export const prune: Write<ForeignQuota, number> = (db, quota) => {
  let gone = 0
  const run = (sql: string, ...values: (string | number)[]) => {
    gone += db.prepare(sql).run(...values).changes
  }
  for (const table of ['foreign_positions', 'foreign_readings'] as const) {
    run(`DELETE FROM ${table} WHERE at_ms < ?`, quota.beforeMs)
    const counts = db.prepare(`SELECT sn, count(*) AS n FROM ${table} GROUP BY sn`).all() as {
      sn: string
      n: number
    }[]
    const inAll = counts.reduce((sum, { n }) => sum + n, 0)
    // Over the whole quota every device gives the same share.
    const share = inAll > quota.rowsInAll ? quota.rowsInAll / inAll : 1
    for (const { sn, n } of counts) {
      const over = n - Math.min(quota.rowsPerDevice, Math.floor(n * share))
      if (over <= 0) continue
      run(
        `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE sn = ? ORDER BY at_ms LIMIT ?)`,
        sn,
        over,
      )
    }
  }
  run(
    `DELETE FROM foreign_presence WHERE at_ms < ?
       AND at_ms < (SELECT max(at_ms) FROM foreign_presence AS last WHERE last.sn = foreign_presence.sn)`,
    quota.beforeMs,
  )
  run(
    `DELETE FROM foreign_packets WHERE id IN (
       SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY sn ORDER BY id DESC) AS place FROM foreign_packets)
       WHERE place > ?)`,
    quota.packetsPerDevice,
  )
  return gone
}
