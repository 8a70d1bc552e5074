import { DRAWING_LIMITS } from '@backlot/contract/map-drawings/constants'
import type { Drawing, NewDrawing } from '@backlot/contract/map-drawings/entities'
import type { Database } from 'better-sqlite3'
import { and, count, eq } from 'drizzle-orm'
import { refusal } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import { mapDrawings } from './tables.ts'

/** Keeps a drawing. Throws when the user has too many. */
export function add(
  db: Database,
  { userId, drawing }: { userId: number; drawing: NewDrawing },
): { id: number } {
  const query = queryBuilder(db)
  const all = query.select({ count: count() }).from(mapDrawings).where(eq(mapDrawings.userId, userId)).get()
  if (all!.count >= DRAWING_LIMITS.drawings) throw refusal('conflict', 'drawingsFull')
  const result = query
    .insert(mapDrawings)
    .values({ ...drawing, userId })
    .run()
  return { id: Number(result.lastInsertRowid) }
}

export type DrawingChange = Partial<Pick<Drawing, 'name' | 'points' | 'radius' | 'style' | 'fence'>>

/** Changes the given fields of the caller's drawing. */
export function update(
  db: Database,
  { userId, id, change }: { userId: number; id: number; change: DrawingChange },
): void {
  const result = queryBuilder(db)
    .update(mapDrawings)
    // Something is set even when nothing is given: what is not there is refused all the same.
    .set({ ...change, userId })
    .where(isOwn(userId, id))
    .run()
  if (result.changes === 0) throw refusal('notFound', 'drawingNotFound')
}

export function remove(db: Database, { userId, id }: { userId: number; id: number }): void {
  const result = queryBuilder(db).delete(mapDrawings).where(isOwn(userId, id)).run()
  if (result.changes === 0) throw refusal('notFound', 'drawingNotFound')
}

const isOwn = (userId: number, id: number) => and(eq(mapDrawings.id, id), eq(mapDrawings.userId, userId))
