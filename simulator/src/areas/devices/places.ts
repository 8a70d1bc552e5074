import type { Database } from 'better-sqlite3'

type Row = { sn: string; longitude: number | null; latitude: number | null }

/** The newest placement of each device that was made by a platform moment; undefined: taken off the map. */
export function readPlacesAt(
  db: Database,
  atMs: number,
): Map<string, { longitude: number; latitude: number } | undefined> {
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
