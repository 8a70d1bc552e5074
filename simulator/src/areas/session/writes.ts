import type { Database } from 'better-sqlite3'
import { and, eq, isNull, lt } from 'drizzle-orm'
import { queryBuilder } from '../../store/query-builder.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit } from '../shared/audit.ts'
import { KEEP_ENDED_MS, sessions, signInFailures } from './tables.ts'

export type EndReason = NonNullable<(typeof sessions.$inferSelect)['endReason']>

export function open(
  db: Database,
  args: { idHash: string; userId: number; address: string; nowMs: number; actor: Actor },
  clock: WriteClock,
): void {
  const { idHash, userId, address, nowMs } = args
  const query = queryBuilder(db)
  query
    .delete(sessions)
    .where(lt(sessions.endedMs, nowMs - KEEP_ENDED_MS))
    .run()
  query.insert(sessions).values({ idHash, userId, address, createdMs: nowMs, lastSeenMs: nowMs }).run()
  appendAudit(db, clock, args.actor, 'session.login', args.userId)
}

/** Ends sessions; those that ended before keep their reason. Only a sign-out by hand has an actor. */
export function end(
  db: Database,
  args: { idHashes: readonly string[]; reason: EndReason; nowMs: number; actor?: Actor },
  clock: WriteClock,
): void {
  const query = queryBuilder(db)
  for (const idHash of args.idHashes) {
    query
      .update(sessions)
      .set({ endedMs: args.nowMs, endReason: args.reason })
      .where(and(eq(sessions.idHash, idHash), isNull(sessions.endedMs)))
      .run()
  }
  if (args.actor) appendAudit(db, clock, args.actor, 'session.logout', args.actor.userId)
}

/** Of all sessions that were used, each half minute: one statement for all of them. */
export function touch(
  db: Database,
  args: { seen: readonly (readonly [idHash: string, lastSeenMs: number])[] },
): void {
  const touchOne = db.prepare('UPDATE sessions SET last_seen_ms = ? WHERE id_hash = ?')
  for (const [idHash, lastSeenMs] of args.seen) touchOne.run(lastSeenMs, idHash)
}

export function keepFailures(
  db: Database,
  args: { loginName: string; failures: number; lastMs: number; lockedUntilMs: number },
): void {
  const { loginName, failures, lastMs, lockedUntilMs } = args
  const set = { failures, lastMs, lockedUntilMs }
  queryBuilder(db)
    .insert(signInFailures)
    .values({ loginName, ...set })
    .onConflictDoUpdate({ target: signInFailures.loginName, set })
    .run()
}

export function forgetFailures(db: Database, args: { loginName: string }): void {
  queryBuilder(db).delete(signInFailures).where(eq(signInFailures.loginName, args.loginName)).run()
}
