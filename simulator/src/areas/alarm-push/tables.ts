import type { PushFault, PushState } from '@backlot/contract/alarm-push/entities'
import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Rules that push alarms to other systems. */
export const alarmPushRules = sqliteTable(
  'alarm_push_rules',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    /** Name in lower case: unique without regard to case. */
    nameKey: text('name_key').notNull(),
    /** JSON, as the contract's `PushRuleFields`. */
    fields: text('fields').notNull(),
    /** Signs the requests. */
    secret: text('secret').notNull(),
    /** Whose scope the rule has. */
    ownerId: integer('owner_id').notNull(),
    /** Platform time. */
    updatedMs: integer('updated_ms').notNull(),
    version: integer('version').notNull(),
  },
  (table) => [uniqueIndex('alarm_push_rules_name').on(table.nameKey)],
)

/** Requests: those that wait, and the log of those that do not. Times are host time. */
export const alarmPushDeliveries = sqliteTable(
  'alarm_push_deliveries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    ruleId: integer('rule_id').notNull(),
    ruleName: text('rule_name').notNull(),
    ownerId: integer('owner_id').notNull(),
    kind: text('kind', { enum: ['alarms', 'test'] }).notNull(),
    state: text('state').$type<PushState>().notNull(),
    events: integer('events').notNull(),
    attempts: integer('attempts').notNull(),
    createdMs: integer('created_ms').notNull(),
    lastMs: integer('last_ms'),
    nextMs: integer('next_ms'),
    httpStatus: integer('http_status'),
    fault: text('fault').$type<PushFault>(),
    /** Subject of the fault: a host, an address. */
    detail: text('detail'),
    durationMs: integer('duration_ms'),
    /** Of the body as it is sent. */
    bytes: integer('bytes').notNull(),
    /** The body, deflated; null when it is not needed any more. */
    body: blob('body'),
  },
  (table) => [
    index('alarm_push_deliveries_rule').on(table.ruleId, table.id),
    index('alarm_push_deliveries_state').on(table.state, table.id),
  ],
)
