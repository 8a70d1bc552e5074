import { CAPTURE_RULES_MAX } from '@backlot/contract/media-config/constants'
import type { CaptureRule } from '@backlot/contract/media-config/entities'
import type { Database } from 'better-sqlite3'
import { refusal, refuseOvertaken } from '../../kernel/refusal.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit } from '../shared/audit.ts'
import { calledNow } from '../shared/called.ts'

const HOLDS = 'valid_from_ms <= @atMs AND (valid_to_ms IS NULL OR valid_to_ms > @atMs)'

type RuleArgs = { atMs: number; actor: Actor }

/** Adds a rule. Throws when there are eight already. */
export function addRule(
  db: Database,
  args: RuleArgs & { rule: Omit<CaptureRule, 'id'> },
  clock: WriteClock,
): { id: number } {
  const { count } = db
    .prepare(`SELECT count(*) AS count FROM capture_rules WHERE ${HOLDS}`)
    .get({ atMs: args.atMs }) as { count: number }
  if (count >= CAPTURE_RULES_MAX) throw refusal('conflict', 'captureRulesFull')
  const { id } = db.prepare('SELECT ifnull(max(id), 0) + 1 AS id FROM capture_rules').get() as { id: number }
  insert(db, { ...args.rule, id }, args.atMs)
  appendAudit(db, clock, args.actor, 'mediaConfig.addCaptureRule', id, { ...args.rule })
  return { id }
}

/** Changes a rule from now on. Throws when there is none of that id, or it is no longer as the named version. */
export function updateRule(db: Database, args: RuleArgs & { rule: CaptureRule }, clock: WriteClock): void {
  const called = calledNow(db, 'mediaConfig.updateCaptureRule', args.rule.id)
  refuseOvertaken(end(db, args.rule.id, args.atMs), args.rule.version)
  insert(db, args.rule, args.atMs)
  appendAudit(db, clock, args.actor, 'mediaConfig.updateCaptureRule', args.rule.id, {
    ...args.rule,
    called,
  })
}

/** Ends a rule. Throws when there is none of that id. */
export function deleteRule(db: Database, args: RuleArgs & { id: number }, clock: WriteClock): void {
  end(db, args.id, args.atMs)
  appendAudit(db, clock, args.actor, 'mediaConfig.deleteCaptureRule', args.id)
}

/** Ends a rule; answers the version that held until now. */
function end(db: Database, id: number, atMs: number): number {
  const ended = db
    .prepare(`UPDATE capture_rules SET valid_to_ms = @atMs WHERE id = @id AND ${HOLDS} RETURNING version`)
    .pluck()
    .get({ id, atMs })
  if (ended === undefined) throw refusal('notFound', 'captureRuleNotFound')
  db.prepare('DELETE FROM capture_rules WHERE id = ? AND valid_from_ms > ?').run(id, atMs)
  return ended as number
}

function insert(db: Database, rule: CaptureRule, atMs: number): void {
  db.prepare(
    `INSERT INTO capture_rules (id, name, source, interval_minutes, from_hour, to_hour, enabled, valid_from_ms)
     VALUES (@id, @name, @source, @intervalMinutes, @fromHour, @toHour, @enabled, @atMs)`,
  ).run({ ...rule, enabled: rule.enabled ? 1 : 0, atMs })
}
