import { deflateRawSync } from 'node:zlib'
import { PUSH_RULES_MAX } from '@backlot/contract/alarm-push/constants'
import type { PushFault, PushRuleFields, PushState } from '@backlot/contract/alarm-push/entities'
import type { Database } from 'better-sqlite3'
import { refusal } from '../../kernel/refusal.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit } from '../shared/audit.ts'
import { calledNow } from '../shared/called.ts'
import { prepared } from '../shared/prepared.ts'

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
  const count = db.prepare('SELECT count(*) FROM alarm_push_rules').pluck().get() as number
  if (count >= PUSH_RULES_MAX) throw refusal('conflict', 'rulesFull')
  refuseTakenName(db, fields.name, 0)
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO alarm_push_rules (name, name_key, fields, secret, owner_id, updated_ms, version)
       VALUES (?, ?, ?, ?, ?, ?, 1)`,
    )
    .run(
      fields.name,
      fields.name.toLowerCase(),
      JSON.stringify(fields),
      secret,
      actor.userId,
      Math.round(actor.atMs),
    )
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
  refuseOther(db, id, args.version)
  refuseTakenName(db, fields.name, id)
  const called = calledNow(db, 'alarmPush', id)
  db.prepare(
    'UPDATE alarm_push_rules SET name = ?, name_key = ?, fields = ?, updated_ms = ?, version = version + 1 WHERE id = ?',
  ).run(fields.name, fields.name.toLowerCase(), JSON.stringify(fields), Math.round(actor.atMs), id)
  appendAudit(db, clock, actor, 'alarmPush.update', id, { ...fields, called })
}

export function setSecret(
  db: Database,
  args: { id: number; version: number; secret: string; actor: Actor },
  clock: WriteClock,
): void {
  refuseOther(db, args.id, args.version)
  db.prepare(
    'UPDATE alarm_push_rules SET secret = ?, updated_ms = ?, version = version + 1 WHERE id = ?',
  ).run(args.secret, Math.round(args.actor.atMs), args.id)
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
  const rulesOf = db.prepare('SELECT id FROM alarm_push_rules WHERE owner_id = ?').pluck()
  removeRules(
    db,
    ownerIds.flatMap((ownerId) => rulesOf.all(ownerId) as number[]),
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
  db.prepare(
    "UPDATE alarm_push_deliveries SET next_ms = min(next_ms, ?) WHERE rule_id = ? AND state = 'waiting'",
  ).run(Math.round(args.nowMs), args.ruleId)
}

/** Tests that were in progress when the platform was stopped have failed. */
export function endTests(db: Database, _args: undefined): void {
  db.prepare(
    `UPDATE alarm_push_deliveries SET state = 'failed', fault = 'connect', body = NULL
     WHERE state = 'waiting' AND kind = 'test'`,
  ).run()
}

/** Puts a request back among those that wait. Refuses one that was delivered, or whose content is gone. */
export function again(
  db: Database,
  args: { id: number; nowMs: number; actor: Actor },
  clock: WriteClock,
): void {
  const { changes } = db
    .prepare(
      `UPDATE alarm_push_deliveries SET state = 'waiting', attempts = 0, next_ms = ?
       WHERE id = ? AND state IN ('waiting', 'failed') AND body IS NOT NULL
         AND rule_id IN (SELECT id FROM alarm_push_rules)`,
    )
    .run(args.nowMs, args.id)
  if (changes === 0) throw refusal('conflict', 'pushNotRepeatable')
  appendAudit(db, clock, args.actor, 'alarmPush.retry', args.id)
}

function removeRules(db: Database, ids: readonly number[]): void {
  for (const id of ids) {
    db.prepare('DELETE FROM alarm_push_rules WHERE id = ?').run(id)
    db.prepare('UPDATE alarm_push_deliveries SET body = NULL WHERE rule_id = ?').run(id)
    db.prepare(
      `UPDATE alarm_push_deliveries SET state = 'failed', fault = 'ruleGone', next_ms = NULL
       WHERE rule_id = ? AND state = 'waiting'`,
    ).run(id)
  }
  const orphans = 'rule_id NOT IN (SELECT id FROM alarm_push_rules)'
  db.prepare(
    `DELETE FROM alarm_push_deliveries WHERE ${orphans}
       AND id <= (SELECT id FROM alarm_push_deliveries WHERE ${orphans} ORDER BY id DESC LIMIT 1 OFFSET (? + 0))`,
  ).run(LOG_MAX)
}

function refuseOther(db: Database, id: number, version: number): void {
  const known = db.prepare('SELECT version FROM alarm_push_rules WHERE id = ?').pluck().get(id)
  if (known === undefined) throw refusal('notFound', 'pushRuleNotFound')
  if (known !== version) throw refusal('conflict', 'changedMeanwhile')
}

function refuseTakenName(db: Database, name: string, ownId: number): void {
  const taken = db
    .prepare('SELECT 1 FROM alarm_push_rules WHERE name_key = ? AND id <> ?')
    .get(name.toLowerCase(), ownId)
  if (taken) throw refusal('conflict', 'pushRuleNameTaken')
}

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
