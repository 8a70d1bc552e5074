import type { Database } from 'better-sqlite3'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit } from '../shared/audit.ts'
import { KEEP_ENDED_MS } from './keep-ended.ts'

export type EndReason = 'expired' | 'kickedOut' | 'signedOut'

export function open(
  db: Database,
  args: { idHash: string; userId: number; address: string; nowMs: number; actor: Actor },
  clock: WriteClock,
): void {
  db.prepare('DELETE FROM sessions WHERE ended_ms < ?').run(args.nowMs - KEEP_ENDED_MS)
  db.prepare(
    'INSERT INTO sessions (id_hash, user_id, address, created_ms, last_seen_ms) VALUES (?, ?, ?, ?, ?)',
  ).run(args.idHash, args.userId, args.address, args.nowMs, args.nowMs)
  appendAudit(db, clock, args.actor, 'session.login', args.userId)
}

/** Ends sessions; those that ended before keep their reason. Only a sign-out by hand has an actor. */
export function end(
  db: Database,
  args: { idHashes: readonly string[]; reason: EndReason; nowMs: number; actor?: Actor },
  clock: WriteClock,
): void {
  const endOne = db.prepare(
    'UPDATE sessions SET ended_ms = ?, end_reason = ? WHERE id_hash = ? AND ended_ms IS NULL',
  )
  for (const idHash of args.idHashes) endOne.run(args.nowMs, args.reason, idHash)
  if (args.actor) appendAudit(db, clock, args.actor, 'session.logout', args.actor.userId)
}

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
  db.prepare(
    `INSERT INTO sign_in_failures (login_name, failures, last_ms, locked_until_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (login_name) DO UPDATE SET failures = excluded.failures, last_ms = excluded.last_ms,
       locked_until_ms = excluded.locked_until_ms`,
  ).run(args.loginName, args.failures, args.lastMs, args.lockedUntilMs)
}

export function forgetFailures(db: Database, args: { loginName: string }): void {
  db.prepare('DELETE FROM sign_in_failures WHERE login_name = ?').run(args.loginName)
}
