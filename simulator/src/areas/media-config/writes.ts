import { CAPTURE_RULES_MAX } from '@backlot/contract/media-config/constants'
import type { CaptureRule } from '@backlot/contract/media-config/entities'
import type { Database } from 'better-sqlite3'
import { and, count, eq, gt, isNull, lte, max, or } from 'drizzle-orm'
import { refusal, refuseOvertaken } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit, changesOf } from '../shared/audit.ts'
import { calledNow } from '../shared/called.ts'
import { captureRules } from './tables.ts'

const holds = (atMs: number) =>
  and(
    lte(captureRules.validFromMs, atMs),
    or(isNull(captureRules.validToMs), gt(captureRules.validToMs, atMs)),
  )

type RuleArgs = { atMs: number; actor: Actor }

/** Adds a rule. Throws when there are eight already. */
export function addRule(
  db: Database,
  args: RuleArgs & { rule: Omit<CaptureRule, 'id'> },
  clock: WriteClock,
): { id: number } {
  const query = queryBuilder(db)
  const held = query.select({ count: count() }).from(captureRules).where(holds(args.atMs)).get()
  if (held!.count >= CAPTURE_RULES_MAX) throw refusal('conflict', 'captureRulesFull')
  const last = query
    .select({ id: max(captureRules.id) })
    .from(captureRules)
    .get()
  const id = (last?.id ?? 0) + 1
  insert(db, { ...args.rule, id }, args.atMs)
  appendAudit(db, clock, args.actor, 'mediaConfig.addCaptureRule', id, { ...args.rule })
  return { id }
}

/** Changes a rule from now on. Throws when there is none of that id, or it is no longer as the named version. */
export function updateRule(db: Database, args: RuleArgs & { rule: CaptureRule }, clock: WriteClock): void {
  const called = calledNow(db, 'mediaConfig.updateCaptureRule', args.rule.id)
  const known = end(db, args.rule.id, args.atMs)
  refuseOvertaken(known.version, args.rule.version)
  insert(db, args.rule, args.atMs)
  const { version: _, id: _id, ...rule } = args.rule
  appendAudit(db, clock, args.actor, 'mediaConfig.updateCaptureRule', args.rule.id, {
    ...changesOf({ ...known, enabled: known.enabled === 1 }, rule),
    called,
  })
}

/** Ends a rule. Throws when there is none of that id. */
export function deleteRule(db: Database, args: RuleArgs & { id: number }, clock: WriteClock): void {
  end(db, args.id, args.atMs)
  appendAudit(db, clock, args.actor, 'mediaConfig.deleteCaptureRule', args.id)
}

/** Ends a rule; answers what held until now. */
function end(db: Database, id: number, atMs: number): typeof captureRules.$inferSelect {
  const query = queryBuilder(db)
  const ofRule = eq(captureRules.id, id)
  const ended = query
    .update(captureRules)
    .set({ validToMs: atMs })
    .where(and(ofRule, holds(atMs)))
    .returning()
    .get()
  if (!ended) throw refusal('notFound', 'captureRuleNotFound')
  query
    .delete(captureRules)
    .where(and(ofRule, gt(captureRules.validFromMs, atMs)))
    .run()
  return ended
}

function insert(db: Database, { version: _, enabled, ...rule }: CaptureRule, atMs: number): void {
  queryBuilder(db)
    .insert(captureRules)
    .values({ ...rule, enabled: enabled ? 1 : 0, validFromMs: atMs })
    .run()
}
