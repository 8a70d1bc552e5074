import { DRAWING_LIMITS } from '@backlot/contract/map-drawings/constants'
import type { Drawing, NewDrawing } from '@backlot/contract/map-drawings/entities'
import type { Database } from 'better-sqlite3'
import { refusal } from '../../kernel/refusal.ts'

/** Keeps a drawing. Throws when the user has too many. */
export function add(
  db: Database,
  { userId, drawing }: { userId: number; drawing: NewDrawing },
): { id: number } {
  const { count } = db
    .prepare('SELECT count(*) AS count FROM map_drawings WHERE user_id = ?')
    .get(userId) as {
    count: number
  }
  if (count >= DRAWING_LIMITS.drawings) throw refusal('conflict', 'drawingsFull')
  const result = db
    .prepare(
      `INSERT INTO map_drawings (user_id, name, type, points, radius, zoom, map_type, style, fence)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      userId,
      drawing.name,
      drawing.type,
      JSON.stringify(drawing.points),
      drawing.radius,
      drawing.zoom,
      drawing.mapType,
      JSON.stringify(drawing.style),
      jsonOrNull(drawing.fence),
    )
  return { id: Number(result.lastInsertRowid) }
}

export type DrawingChange = Partial<Pick<Drawing, 'name' | 'points' | 'radius' | 'style' | 'fence'>>

/** Changes the given fields of the caller's drawing. */
export function update(
  db: Database,
  { userId, id, change }: { userId: number; id: number; change: DrawingChange },
): void {
  const { name, points, radius, style, fence } = change
  const result = db
    .prepare(
      `UPDATE map_drawings SET name = ifnull(?, name), points = ifnull(?, points), radius = ifnull(?, radius),
         style = ifnull(?, style), fence = CASE WHEN ? THEN ? ELSE fence END
       WHERE id = ? AND user_id = ?`,
    )
    .run(
      name ?? null,
      points ? JSON.stringify(points) : null,
      radius ?? null,
      style ? JSON.stringify(style) : null,
      fence === undefined ? 0 : 1,
      jsonOrNull(fence ?? null),
      id,
      userId,
    )
  if (result.changes === 0) throw refusal('notFound', 'drawingNotFound')
}

export function remove(db: Database, { userId, id }: { userId: number; id: number }): void {
  const result = db.prepare('DELETE FROM map_drawings WHERE id = ? AND user_id = ?').run(id, userId)
  if (result.changes === 0) throw refusal('notFound', 'drawingNotFound')
}

const jsonOrNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
