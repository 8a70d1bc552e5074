import type { Database } from 'better-sqlite3'
import { and, desc, eq, lte, max, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { queryBuilder } from '../../store/query-builder.ts'
import { devicePlaces } from './tables.ts'

export type Position = { longitude: number; latitude: number }
type Row = typeof devicePlaces.$inferSelect

/** The newest placement of each device that was made by a platform moment; undefined: taken off the map. */
export function readPlacesAt(db: Database, atMs: number): Map<string, Position | undefined> {
  const query = queryBuilder(db)
  const place = alias(devicePlaces, 'place')
  const newest = query
    .select({ atMs: max(devicePlaces.validFromMs) })
    .from(devicePlaces)
    .where(and(eq(devicePlaces.sn, place.sn), lte(devicePlaces.validFromMs, Math.floor(atMs))))
  const rows = query
    .select()
    .from(place)
    .where(eq(place.validFromMs, sql`${newest}`))
    .all()
  return new Map(rows.map((row) => [row.sn, positionOf(row) ?? undefined]))
}

/** Devices that somebody ever placed. */
export function readPlaced(db: Database): Set<string> {
  const rows = queryBuilder(db).selectDistinct({ sn: devicePlaces.sn }).from(devicePlaces).all()
  return new Set(rows.map(({ sn }) => sn))
}

/** The newest placement of one device that was made by a platform moment; null: taken off the map. */
export function readPlaceAt(db: Database, sn: string, atMs: number): Position | null | undefined {
  const row = queryBuilder(db)
    .select()
    .from(devicePlaces)
    .where(and(eq(devicePlaces.sn, sn), lte(devicePlaces.validFromMs, Math.floor(atMs))))
    .orderBy(desc(devicePlaces.validFromMs))
    .limit(1)
    .get()
  return row && positionOf(row)
}

function positionOf({ longitude, latitude }: Row): Position | null {
  return longitude === null || latitude === null ? null : { longitude, latitude }
}
