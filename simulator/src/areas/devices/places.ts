import type { Database } from 'better-sqlite3'

export type Position = { longitude: number; latitude: number }
type Row = { sn: string; longitude: number | null; latitude: number | null }

/** The newest placement of each device that was made by a platform moment; undefined: taken off the map. */
export function readPlacesAt(db: Database, atMs: number): Map<string, Position | undefined> {
  const rows = db
    .prepare(
      `SELECT sn, longitude, latitude FROM device_places AS place
       WHERE valid_from_ms = (SELECT max(valid_from_ms) FROM device_places WHERE sn = place.sn AND valid_from_ms <= ?)`,
    )
    .all(Math.floor(atMs)) as Row[]
  return new Map(
    rows.map(({ sn, longitude, latitude }) => [
      sn,
      longitude === null || latitude === null ? undefined : { longitude, latitude },
    ]),
  )
}

/** Devices that somebody ever placed. */
export function readPlaced(db: Database): Set<string> {
  const rows = db.prepare('SELECT DISTINCT sn FROM device_places').all() as { sn: string }[]
  return new Set(rows.map(({ sn }) => sn))
}

/** The newest placement of one device that was made by a platform moment; null: taken off the map. */
export function readPlaceAt(db: Database, sn: string, atMs: number): Position | null | undefined {
  const row = db
    .prepare(
      `SELECT sn, longitude, latitude FROM device_places WHERE sn = ? AND valid_from_ms <= ?
       ORDER BY valid_from_ms DESC LIMIT 1`,
    )
    .get(sn, Math.floor(atMs)) as Row | undefined
  if (!row) return undefined
  const { longitude, latitude } = row
  return longitude === null || latitude === null ? null : { longitude, latitude }
}
