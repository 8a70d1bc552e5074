import { WORKSPACES_MAX } from '@backlot/contract/workspaces/constants'
import type { Database } from 'better-sqlite3'
import { and, count, eq, ne, sql } from 'drizzle-orm'
import { refusal, refuseOvertaken } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import { workspaceStarts, workspaces } from './tables.ts'

type Content = {
  name: string
  path: string
  query: Readonly<Record<string, string>>
  /** Role that it is shared with. */
  roleId: number | null
}

/** Saves a workspace. Throws conflict when the user has one of that name, or too many. */
export function add(db: Database, workspace: Content & { userId: number }): { id: number } {
  const { userId, name } = workspace
  const builder = queryBuilder(db)
  const own = builder.select({ count: count() }).from(workspaces).where(eq(workspaces.userId, userId)).get()
  if (own!.count >= WORKSPACES_MAX) throw refusal('conflict', 'workspacesFull', { most: WORKSPACES_MAX })
  refuseTaken(db, userId, name, 0)
  const { lastInsertRowid } = builder.insert(workspaces).values(workspace).run()
  return { id: Number(lastInsertRowid) }
}

/**
 * Changes what is given of a workspace; `version`, when given, is the one that the change was made from. Throws notFound,
 * or conflict when it has changed since, or its owner has another one of that name.
 */
export function update(
  db: Database,
  args: { id: number; version?: number | undefined } & { [Key in keyof Content]?: Content[Key] | undefined },
): void {
  const { id, version, ...content } = args
  const builder = queryBuilder(db)
  const known = builder
    .select({ userId: workspaces.userId, version: workspaces.version })
    .from(workspaces)
    .where(eq(workspaces.id, id))
    .get()
  if (!known) throw refusal('notFound', 'workspaceNotFound')
  refuseOvertaken(known.version, version)
  if (content.name !== undefined) refuseTaken(db, known.userId, content.name, id)
  builder
    .update(workspaces)
    .set({ ...content, version: known.version + 1 })
    .where(eq(workspaces.id, id))
    .run()
}

/** Removes a workspace; nobody's console starts with it any more. Throws notFound. */
export function remove(db: Database, { id }: { id: number }): void {
  const builder = queryBuilder(db)
  const { changes } = builder.delete(workspaces).where(eq(workspaces.id, id)).run()
  if (changes === 0) throw refusal('notFound', 'workspaceNotFound')
  builder.delete(workspaceStarts).where(eq(workspaceStarts.workspaceId, id)).run()
}

/** Chooses the workspace that a user's console starts with; null: none. */
export function setStart(db: Database, { userId, id }: { userId: number; id: number | null }): void {
  const builder = queryBuilder(db)
  builder.delete(workspaceStarts).where(eq(workspaceStarts.userId, userId)).run()
  if (id !== null) builder.insert(workspaceStarts).values({ userId, workspaceId: id }).run()
}

function refuseTaken(db: Database, userId: number, name: string, exceptId: number): void {
  const taken = queryBuilder(db)
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(
      and(
        eq(workspaces.userId, userId),
        sql`${workspaces.name} = ${name} COLLATE NOCASE`,
        ne(workspaces.id, exceptId),
      ),
    )
    .get()
  if (taken) throw refusal('conflict', 'workspaceNameTaken', {}, 'name')
}
