import type { MessageFailure } from '@backlot/contract/device-messages/entities'
import type { Database } from 'better-sqlite3'
import { and, eq, lte, sql } from 'drizzle-orm'
import { queryBuilder } from '../../store/query-builder.ts'
import { deviceMessages } from './tables.ts'

/** Older ones go. */
const KEPT = 10_000

export type NewMessage = {
  sn: string
  text: string
  urgent: boolean
  spoken: boolean
  senderId: number
  senderName: string
  sentMs: number
}

/** Keeps a message that is on its way. */
export function add(db: Database, message: NewMessage): { id: number } {
  const { urgent, spoken, ...rest } = message
  const query = queryBuilder(db)
  const result = query
    .insert(deviceMessages)
    .values({ ...rest, urgent: Number(urgent), spoken: Number(spoken), state: 'sent' })
    .run()
  const id = Number(result.lastInsertRowid)
  query
    .delete(deviceMessages)
    .where(lte(deviceMessages.id, id - KEPT))
    .run()
  return { id }
}

export type MessageEnd = { id: number; failure: MessageFailure | undefined; answeredMs: number }

/** How a message ended. One that ended before stays as it is. */
export function end(db: Database, { id, failure, answeredMs }: MessageEnd): void {
  queryBuilder(db)
    .update(deviceMessages)
    .set({ state: failure ? 'failed' : 'acknowledged', failure: failure ?? '', answeredMs })
    .where(and(eq(deviceMessages.id, id), eq(deviceMessages.state, 'sent')))
    .run()
}

/** Nobody waits any more for messages in transit when the platform ended. */
export function giveUp(db: Database): void {
  queryBuilder(db)
    .update(deviceMessages)
    .set({ state: 'failed', failure: 'gone', answeredMs: sql`${deviceMessages.sentMs}` })
    .where(eq(deviceMessages.state, 'sent'))
    .run()
}
