import { FAVOURITE_TYPES } from '@backlot/contract/favourites/constants'
import type { Database } from 'better-sqlite3'
import { and, count, eq, ne, sql } from 'drizzle-orm'
import { refusal } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import { favourites } from './tables.ts'

const FOLDER = FAVOURITE_TYPES.folder
/** Favourites that one user may have: a page of the console, with room. */
const FAVOURITES_MAX = 500

export type NewFavourite = Required<Omit<typeof favourites.$inferInsert, 'id'>>

/** Adds a favourite. Throws when the folder is not the user's own, the channel is there already, or there are too many. */
export function add(db: Database, favourite: NewFavourite): { id: number } {
  const { userId, parentId, type, sn, chnId } = favourite
  const query = queryBuilder(db)
  const ofUser = eq(favourites.userId, userId)
  const all = query.select({ count: count() }).from(favourites).where(ofUser).get()
  if (all!.count >= FAVOURITES_MAX) throw refusal('conflict', 'favouritesFull')
  needFolder(db, userId, parentId)
  if (type !== FOLDER) {
    const same = query
      .select({ id: favourites.id })
      .from(favourites)
      .where(and(ofUser, isChannel(sn, chnId), ne(favourites.type, FOLDER)))
      .get()
    if (same) throw refusal('conflict', 'favouriteExists')
  }
  const result = query.insert(favourites).values(favourite).run()
  return { id: Number(result.lastInsertRowid) }
}

/** Changes a favourite. Throws when it, or the folder it moves into, is not the user's own, or the folder lies in it. */
export function update(
  db: Database,
  args: { userId: number; id: number; parentId?: number; name?: string; autoPlay?: number; sort?: number },
): void {
  const { userId, id, parentId, name, autoPlay, sort } = args
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
  const result = queryBuilder(db)
    .update(favourites)
    // Something is set even when nothing is given: what is not there is refused all the same.
    .set({ userId, parentId, name, autoPlay, sort })
    .where(isOwn(userId, id))
    .run()
  if (result.changes === 0) throw refusal('notFound', 'favouriteNotFound')
}

/** Throws unless a folder is the user's own; 0 is the top. */
function needFolder(db: Database, userId: number, id: number): void {
  if (id === 0) return
  const folder = queryBuilder(db)
    .select({ id: favourites.id })
    .from(favourites)
    .where(and(isOwn(userId, id), eq(favourites.type, FOLDER)))
    .get()
  if (!folder) throw refusal('notFound', 'favouriteFolderNotFound')
}

const isOwn = (userId: number, id: number) => and(eq(favourites.id, id), eq(favourites.userId, userId))
const isChannel = (sn: string, chnId: number) => and(eq(favourites.sn, sn), eq(favourites.chnId, chnId))

/** Removes a favourite; a folder with its contents. */
export function remove(
  db: Database,
  args: { userId: number } & ({ id: number } | { sn: string; chnId: number }),
): void {
  const { userId } = args
  const which = 'id' in args ? eq(favourites.id, args.id) : isChannel(args.sn, args.chnId)
  const query = queryBuilder(db)
  const row = query
    .select({ id: favourites.id })
    .from(favourites)
    .where(and(eq(favourites.userId, userId), which))
    .get()
  if (!row) throw refusal('notFound', 'favouriteNotFound')
  query
    .delete(favourites)
    .where(
      and(
        sql`${favourites.id} IN (
          WITH RECURSIVE gone(id) AS (
            VALUES (${row.id}) UNION SELECT favourites.id FROM favourites JOIN gone ON favourites.parent_id = gone.id
          )
          SELECT id FROM gone)`,
        eq(favourites.userId, userId),
      ),
    )
    .run()
}
