import type { MessageFailure, MessageState } from '@backlot/contract/device-messages/entities'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Texts that operators sent to units. Times are platform time. */
export const deviceMessages = sqliteTable(
  'device_messages',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    sn: text('sn').notNull(),
    text: text('text').notNull(),
    urgent: integer('urgent').notNull(),
    spoken: integer('spoken').notNull(),
    state: text('state').$type<MessageState>().notNull(),
    /** Empty unless it failed. */
    failure: text('failure').$type<MessageFailure | ''>().notNull().default(''),
    senderId: integer('sender_id').notNull(),
    senderName: text('sender_name').notNull(),
    sentMs: integer('sent_ms').notNull(),
    answeredMs: integer('answered_ms'),
  },
  (table) => [index('device_messages_sn').on(table.sn, table.id)],
)
