import { FAVOURITE_TYPES } from '@backlot/contract/favourites/constants'
import type { Database } from 'better-sqlite3'
import { refusal } from '../../kernel/refusal.ts'

const FOLDER = FAVOURITE_TYPES.folder
/** Favourites that one user may have: a page of the console, with room. */
const FAVOURITES_MAX = 500

export type NewFavourite = {
  userId: number
  parentId: number
  type: number
  name: string
  sn: string
  chnId: number
  autoPlay: number
  sort: number
}

/** Adds a favourite. Throws when the folder is not the user's own, the channel is there already, or there are too many. */
export function add(db: Database, favourite: NewFavourite): { id: number } {
  const { userId, parentId, type, sn, chnId } = favourite
  const { count } = db.prepare('SELECT count(*) AS count FROM favourites WHERE user_id = ?').get(userId) as {
    count: number
  }
  if (count >= FAVOURITES_MAX) throw refusal('conflict', 'favouritesFull')
  needFolder(db, userId, parentId)
  if (type !== FOLDER) {
    const same = db
      .prepare('SELECT 1 FROM favourites WHERE user_id = ? AND sn = ? AND chn_id = ? AND type <> ?')
      .get(userId, sn, chnId, FOLDER)
    if (same) throw refusal('conflict', 'favouriteExists')
  }
  const result = db
    .prepare(
      `INSERT INTO favourites (user_id, parent_id, type, name, sn, chn_id, auto_play, sort)
       VALUES (@userId, @parentId, @type, @name, @sn, @chnId, @autoPlay, @sort)`,
    )
    .run(favourite)
  return { id: Number(result.lastInsertRowid) }
}

/** Changes a favourite. Throws when it, or the folder it moves into, is not the user's own, or the folder lies in it. */
export function update(
  db: Database,
  args: { userId: number; id: number; parentId?: number; name?: string; autoPlay?: number; sort?: number },
): void {
  const { userId, id, parentId } = args
  if (parentId !== undefined) {
    needFolder(db, userId, parentId)
    const inItself = db
      .prepare(
        `WITH RECURSIVE above(id) AS (
           VALUES (?) UNION SELECT parent_id FROM favourites JOIN above USING (id) WHERE parent_id <> 0
         )
         SELECT 1 FROM above WHERE id = ?`,
      )
      .get(parentId, id)
    if (inItself) throw refusal('conflict', 'favouriteInItself')
  }
  const result = db
    .prepare(
      `UPDATE favourites SET parent_id = ifnull(?, parent_id), name = ifnull(?, name),
         auto_play = ifnull(?, auto_play), sort = ifnull(?, sort)
       WHERE id = ? AND user_id = ?`,
    )
    .run(parentId ?? null, args.name ?? null, args.autoPlay ?? null, args.sort ?? null, id, userId)
  if (result.changes === 0) throw refusal('notFound', 'favouriteNotFound')
}

/** Throws unless a folder is the user's own; 0 is the top. */
function needFolder(db: Database, userId: number, id: number): void {
  if (id === 0) return
  const folder = db
    .prepare('SELECT 1 FROM favourites WHERE id = ? AND user_id = ? AND type = ?')
    .get(id, userId, FOLDER)
  if (!folder) throw refusal('notFound', 'favouriteFolderNotFound')
}

/** Removes a favourite; a folder with its contents. */
export function remove(
  db: Database,
  args: { userId: number } & ({ id: number } | { sn: string; chnId: number }),
): void {
  const row = (
    'id' in args
      ? db.prepare('SELECT id FROM favourites WHERE user_id = ? AND id = ?').get(args.userId, args.id)
      : db
          .prepare('SELECT id FROM favourites WHERE user_id = ? AND sn = ? AND chn_id = ?')
          .get(args.userId, args.sn, args.chnId)
  ) as { id: number } | undefined
  if (!row) throw refusal('notFound', 'favouriteNotFound')
  db.prepare(
    `WITH RECURSIVE gone(id) AS (
       VALUES (?) UNION SELECT favourites.id FROM favourites JOIN gone ON favourites.parent_id = gone.id
     )
     DELETE FROM favourites WHERE id IN (SELECT id FROM gone) AND user_id = ?`,
  ).run(row.id, args.userId)
}
