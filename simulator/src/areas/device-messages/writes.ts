import type { MessageFailure } from '@backlot/contract/device-messages/entities'
import type { Database } from 'better-sqlite3'
import { prepared } from '../shared/prepared.ts'

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
  const { sn, text, urgent, spoken, senderId, senderName, sentMs } = message
  const result = prepared(
    db,
    `INSERT INTO device_messages (sn, text, urgent, spoken, state, sender_id, sender_name, sent_ms)
     VALUES (?, ?, ?, ?, 'sent', ?, ?, ?)`,
  ).run(sn, text, Number(urgent), Number(spoken), senderId, senderName, sentMs)
  const id = Number(result.lastInsertRowid)
  prepared(db, 'DELETE FROM device_messages WHERE id <= ?').run(id - KEPT)
  return { id }
}

export type MessageEnd = { id: number; failure: MessageFailure | undefined; answeredMs: number }

/** How a message ended. One that ended before stays as it is. */
export function end(db: Database, { id, failure, answeredMs }: MessageEnd): void {
  prepared(
    db,
    `UPDATE device_messages SET state = ?, failure = ?, answered_ms = ? WHERE id = ? AND state = 'sent'`,
  ).run(failure ? 'failed' : 'acknowledged', failure ?? '', answeredMs, id)
}

/** Nobody waits any more for messages in transit when the platform ended. */
export function giveUp(db: Database): void {
  prepared(
    db,
    `UPDATE device_messages SET state = 'failed', failure = 'gone', answered_ms = sent_ms WHERE state = 'sent'`,
  ).run()
}
