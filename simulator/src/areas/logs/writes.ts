import type { Database } from 'better-sqlite3'
import type { WriteClock } from '../../store/write.ts'
import { prepared } from '../shared/prepared.ts'
import type { AuditEntry, LogEntry } from './log-entry.ts'

/** Adds log and audit entries, 500 at a time by statements that are kept. An action that its own change has written into the audit log already is not written twice. */
export function append(
  db: Database,
  args: { entries: readonly LogEntry[]; audits: readonly AuditEntry[] },
  clock: WriteClock,
): void {
  const addEntry = prepared(
    db,
    `INSERT INTO log_events (kind, at_ms, level, event, subject, group_id, user_id, login_name, address, detail)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  for (const entry of args.entries) {
    addEntry.run(
      entry.kind,
      Math.floor(entry.atMs),
      entry.level,
      entry.event,
      entry.subject,
      entry.groupId,
      entry.userId,
      entry.loginName,
      entry.address,
      JSON.stringify(entry.detail),
    )
  }
  const addAuditEntry = prepared(
    db,
    `INSERT INTO audit_log (at_ms, host_ms, user_id, login_name, action, target, detail, address, request_id, result)
     SELECT @atMs, @hostMs, @userId, @loginName, @action, @target, @detail, @address, @requestId, @result
     WHERE @result <> 0 OR NOT EXISTS (
       SELECT 1 FROM audit_log WHERE request_id = @requestId AND substr(action, 1, length(@area)) = @area
         AND at_ms BETWEEN @fromMs AND @atMs)`,
  )
  for (const { detail, fromMs, atMs, ...audit } of args.audits) {
    addAuditEntry.run({
      ...audit,
      // Areas name their actions more finely than their calls.
      area: audit.action.slice(0, audit.action.indexOf('.') + 1),
      fromMs: Math.floor(fromMs),
      atMs: Math.floor(atMs),
      detail: JSON.stringify(detail),
      hostMs: clock.hostMs,
    })
  }
}

/**
 * Removes some entries older than `beforeMs`, or beyond the newest `most` of a log; answers how many rows were removed.
 */
export function prune(db: Database, args: { beforeMs: number; most: number; slice: number }): number {
  const { beforeMs, most, slice } = args
  const old = prepared(
    db,
    `DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE at_ms < ? ORDER BY at_ms, id LIMIT ?)`,
  ).run(beforeMs, slice).changes
  const oldEntries = ['system', 'device', 'visit'].map(
    (kind) =>
      prepared(
        db,
        `DELETE FROM log_events WHERE id IN (
           SELECT id FROM log_events WHERE kind = ? AND at_ms < ? ORDER BY at_ms, id LIMIT ?)`,
      ).run(kind, beforeMs, slice).changes,
  )
  const beyond = (table: 'audit_log' | 'log_events') =>
    prepared(
      db,
      `DELETE FROM ${table} WHERE id IN (
         SELECT id FROM ${table} WHERE id <= (SELECT id FROM ${table} ORDER BY id DESC LIMIT 1 OFFSET ?)
         ORDER BY id LIMIT ?)`,
    ).run(most, slice).changes
  return old + oldEntries.reduce((sum, rows) => sum + rows, 0) + beyond('audit_log') + beyond('log_events')
}
