import { deflateRawSync } from 'node:zlib'
import { PUSH_RULES_MAX } from '@backlot/contract/alarm-push/constants'
import type { PushFault, PushRuleFields, PushState } from '@backlot/contract/alarm-push/entities'
import type { Database } from 'better-sqlite3'
import { and, count, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { refusal } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit, changesOf } from '../shared/audit.ts'
import { calledNow } from '../shared/called.ts'
import { prepared } from '../shared/prepared.ts'
import { alarmPushDeliveries, alarmPushRules } from './tables.ts'

/** Requests that the log keeps of a rule, and how many of the failed ones can be tried again. */
const LOG_MAX = 1000
const BODIES_MAX = 100
/** Drops that come closer together are one line of the log. */
const DROPS_WITHIN_MS = 60_000

export function add(
  db: Database,
  args: { fields: PushRuleFields; secret: string; actor: Actor },
  clock: WriteClock,
): { id: number } {
  const { fields, secret, actor } = args
  const query = queryBuilder(db)
  const all = query.select({ count: count() }).from(alarmPushRules).get()
  if (all!.count >= PUSH_RULES_MAX) throw refusal('conflict', 'rulesFull')
  refuseTakenName(db, fields.name, 0)
  const { lastInsertRowid } = query
    .insert(alarmPushRules)
    .values({ ...columnsOf(fields, actor), secret, ownerId: actor.userId, version: 1 })
    .run()
  const id = Number(lastInsertRowid)
  appendAudit(db, clock, actor, 'alarmPush.add', id, fields)
  return { id }
}

/** Changes a rule; `version` is the one that the change was made from. */
export function update(
  db: Database,
  args: { id: number; version: number; fields: PushRuleFields; actor: Actor },
  clock: WriteClock,
): void {
  const { id, fields, actor } = args
  const known = refuseOther(db, id, args.version)
  refuseTakenName(db, fields.name, id)
  queryBuilder(db)
    .update(alarmPushRules)
    .set({ ...columnsOf(fields, actor), version: args.version + 1 })
    .where(eq(alarmPushRules.id, id))
    .run()
  appendAudit(db, clock, actor, 'alarmPush.update', id, {
    ...changesOf({ ...(JSON.parse(known.fields) as PushRuleFields) }, fields),
    called: known.name,
  })
}

export function setSecret(
  db: Database,
  args: { id: number; version: number; secret: string; actor: Actor },
  clock: WriteClock,
): void {
  refuseOther(db, args.id, args.version)
  queryBuilder(db)
    .update(alarmPushRules)
    .set({ secret: args.secret, updatedMs: Math.round(args.actor.atMs), version: args.version + 1 })
    .where(eq(alarmPushRules.id, args.id))
    .run()
  appendAudit(db, clock, args.actor, 'alarmPush.rotateSecret', args.id)
}

/** Removes a rule; its waiting requests are not sent any more. */
export function remove(
  db: Database,
  args: { id: number; version: number; actor: Actor },
  clock: WriteClock,
): void {
  refuseOther(db, args.id, args.version)
  const called = calledNow(db, 'alarmPush', args.id)
  removeRules(db, [args.id])
  appendAudit(db, clock, args.actor, 'alarmPush.delete', args.id, { called })
}

/** Rules of accounts that go. Inside their write. */
export function removeRulesOf(db: Database, ownerIds: readonly number[]): void {
  const rules = queryBuilder(db)
    .select({ id: alarmPushRules.id })
    .from(alarmPushRules)
    .where(inArray(alarmPushRules.ownerId, [...ownerIds]))
    .all()
  removeRules(
    db,
    rules.map(({ id }) => id),
  )
}

type NewDelivery = {
  ruleId: number
  ruleName: string
  ownerId: number
  kind: 'alarms' | 'test'
  state: PushState
  events: number
  createdMs: number
  nextMs: number | null
  body: string
}

/** In a storm of alarms requests come by the thousand: statements about them are kept. */
const INSERT = `INSERT INTO alarm_push_deliveries
  (rule_id, rule_name, owner_id, kind, state, events, attempts, created_ms, next_ms, bytes, body)
  VALUES (@ruleId, @ruleName, @ownerId, @kind, @state, @events, 0, @createdMs, @nextMs, @bytes, @packed)`

/** Keeps requests that are to be sent. Answers their ids. */
export function enqueue(db: Database, args: { list: readonly NewDelivery[] }): number[] {
  return args.list.map((delivery) => {
    const { body, ...row } = delivery
    const bytes = Buffer.byteLength(body)
    const packed = deflateRawSync(Buffer.from(body), { level: 1 })
    return Number(prepared(db, INSERT).run({ ...row, bytes, packed }).lastInsertRowid)
  })
}

/** Notes events that were never sent: there were too many. */
export function noteDropped(
  db: Database,
  args: { list: readonly Pick<NewDelivery, 'ruleId' | 'ruleName' | 'ownerId' | 'events' | 'createdMs'>[] },
): void {
  for (const drop of args.list) {
    const { changes } = prepared(
      db,
      `UPDATE alarm_push_deliveries SET events = events + @events, last_ms = @createdMs
       WHERE id = (SELECT max(id) FROM alarm_push_deliveries WHERE rule_id = @ruleId AND state = 'dropped')
         AND created_ms > @sinceMs`,
    ).run({ ...drop, sinceMs: drop.createdMs - DROPS_WITHIN_MS })
    if (changes > 0) continue
    prepared(db, INSERT).run({
      ...drop,
      kind: 'alarms',
      state: 'dropped',
      nextMs: null,
      bytes: 0,
      packed: null,
    })
    prune(db, drop.ruleId)
  }
}

export type Tried = {
  id: number
  ruleId: number
  state: PushState
  attempts: number
  lastMs: number | null
  nextMs: number | null
  httpStatus: number | null
  fault: PushFault | null
  detail: string | null
  durationMs: number | null
}

/** Stores the result of a try. */
export function tried(db: Database, args: Tried): void {
  prepared(
    db,
    `UPDATE alarm_push_deliveries SET state = @state, attempts = @attempts, last_ms = @lastMs, next_ms = @nextMs,
       http_status = @httpStatus, fault = @fault, detail = @detail, duration_ms = @durationMs,
       body = CASE WHEN @state = 'delivered' OR kind = 'test' THEN NULL ELSE body END
     WHERE id = @id`,
  ).run(args)
  if (args.state !== 'waiting') prune(db, args.ruleId)
}

/** Makes a rule's waiting requests due now. */
export function hurry(db: Database, args: { ruleId: number; nowMs: number }): void {
  const { nextMs, ruleId, state } = alarmPushDeliveries
  queryBuilder(db)
    .update(alarmPushDeliveries)
    .set({ nextMs: sql`min(${nextMs}, ${Math.round(args.nowMs)})` })
    .where(and(eq(ruleId, args.ruleId), eq(state, 'waiting')))
    .run()
}

/** Tests that were in progress when the platform was stopped have failed. */
export function endTests(db: Database, _args: undefined): void {
  const { kind, state } = alarmPushDeliveries
  queryBuilder(db)
    .update(alarmPushDeliveries)
    .set({ state: 'failed', fault: 'connect', body: null })
    .where(and(eq(state, 'waiting'), eq(kind, 'test')))
    .run()
}

/** Puts a request back among those that wait. Refuses one that was delivered, or whose content is gone. */
export function again(
  db: Database,
  args: { id: number; nowMs: number; actor: Actor },
  clock: WriteClock,
): void {
  const { id, state, body, ruleId } = alarmPushDeliveries
  const query = queryBuilder(db)
  const rules = query.select({ id: alarmPushRules.id }).from(alarmPushRules)
  const { changes } = query
    .update(alarmPushDeliveries)
    .set({ state: 'waiting', attempts: 0, nextMs: args.nowMs })
    .where(
      and(eq(id, args.id), inArray(state, ['waiting', 'failed']), isNotNull(body), inArray(ruleId, rules)),
    )
    .run()
  if (changes === 0) throw refusal('conflict', 'pushNotRepeatable')
  appendAudit(db, clock, args.actor, 'alarmPush.retry', args.id)
}

function removeRules(db: Database, ids: readonly number[]): void {
  const { ruleId, state } = alarmPushDeliveries
  const query = queryBuilder(db)
  for (const id of ids) {
    query.delete(alarmPushRules).where(eq(alarmPushRules.id, id)).run()
    query.update(alarmPushDeliveries).set({ body: null }).where(eq(ruleId, id)).run()
    query
      .update(alarmPushDeliveries)
      .set({ state: 'failed', fault: 'ruleGone', nextMs: null })
      .where(and(eq(ruleId, id), eq(state, 'waiting')))
      .run()
  }
  const orphans = 'rule_id NOT IN (SELECT id FROM alarm_push_rules)'
  db.prepare(
    `DELETE FROM alarm_push_deliveries WHERE ${orphans}
       AND id <= (SELECT id FROM alarm_push_deliveries WHERE ${orphans} ORDER BY id DESC LIMIT 1 OFFSET (? + 0))`,
  ).run(LOG_MAX)
}

function refuseOther(db: Database, id: number, version: number): typeof alarmPushRules.$inferSelect {
  const rule = queryBuilder(db).select().from(alarmPushRules).where(eq(alarmPushRules.id, id)).get()
  if (!rule) throw refusal('notFound', 'pushRuleNotFound')
  if (rule.version !== version) throw refusal('conflict', 'changedMeanwhile')
  return rule
}

function refuseTakenName(db: Database, name: string, ownId: number): void {
  const taken = queryBuilder(db)
    .select({ id: alarmPushRules.id })
    .from(alarmPushRules)
    .where(and(eq(alarmPushRules.nameKey, name.toLowerCase()), ne(alarmPushRules.id, ownId)))
    .get()
  if (taken) throw refusal('conflict', 'pushRuleNameTaken')
}

const columnsOf = (fields: PushRuleFields, actor: Actor) => ({
  name: fields.name,
  nameKey: fields.name.toLowerCase(),
  fields: JSON.stringify(fields),
  updatedMs: Math.round(actor.atMs),
})

/** The log stays short; waiting requests are not touched. */
function prune(db: Database, ruleId: number): void {
  const past = 'ORDER BY id DESC LIMIT 1 OFFSET (? + 0)'
  prepared(
    db,
    `DELETE FROM alarm_push_deliveries WHERE rule_id = ? AND state <> 'waiting'
       AND id <= (SELECT id FROM alarm_push_deliveries WHERE rule_id = ? ${past})`,
  ).run(ruleId, ruleId, LOG_MAX)
  prepared(
    db,
    `UPDATE alarm_push_deliveries SET body = NULL WHERE rule_id = ? AND state = 'failed' AND body IS NOT NULL
       AND id <= (SELECT id FROM alarm_push_deliveries WHERE rule_id = ? AND state = 'failed' ${past})`,
  ).run(ruleId, ruleId, BODIES_MAX)
}
