import {
  type DeviceLogRow,
  LOG_LEVELS,
  type SystemLogRow,
  type UserLogRow,
  type VisitLogRow,
} from '@backlot/contract/logs/entities'
import type { Language, Named } from '../../kernel/language.ts'
import type { auditLog } from '../shared/audit-tables.ts'
import { retold } from '../shared/retold.ts'
import { problemText } from './problem-texts.ts'
import type { logEvents } from './tables.ts'

export type EventRow = typeof logEvents.$inferSelect
export type AuditRow = typeof auditLog.$inferSelect

const secondOf = (atMs: number) => Math.floor(atMs / 1000)
const detailOf = (text: string) => JSON.parse(text) as Record<string, unknown>

export const systemRow = (row: EventRow, language: Language): SystemLogRow => ({
  id: row.id,
  time: secondOf(row.atMs),
  level: LOG_LEVELS[row.level] ?? 'info',
  event: row.event as SystemLogRow['event'],
  subject: row.subject,
  detail: systemDetail(row, language),
  address: row.address,
})

function systemDetail(row: EventRow, language: Language): Record<string, unknown> {
  const detail = detailOf(row.detail)
  const { text } = detail
  return typeof text === 'string' ? { ...detail, text: problemText(text, language) } : detail
}

/** `names`: as they are today; that of the target where none was stored with the change. */
export function userRow(
  row: AuditRow,
  language: Language,
  names: {
    target(): string | undefined
    role(roleId: number): string | undefined
    person(userId: number): string | undefined
  },
): UserLogRow {
  const { called, ...detail } = detailOf(row.detail)
  const told = (fields: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        if (name === 'roleId' && typeof value === 'number') return [name, names.role(value) ?? value]
        return [name, storedName(value, language) ?? value]
      }),
    )
  const { before, after } = detail
  const userName = names.person(row.userId)
  return {
    ...userFacts(row),
    ...(userName !== undefined && { userName }),
    targetName: storedName(called, language) ?? names.target() ?? '',
    detail: {
      ...told(detail),
      ...(isFields(before) && isFields(after) && { before: told(before), after: told(after) }),
      ...refusedText(detail['refused'], language),
    },
  }
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Why a call was refused, as it was kept: in the words of the caller, or in both languages. */
function refusedText(refused: unknown, language: Language): { refused?: string } {
  if (refused === undefined) return {}
  return { refused: typeof refused === 'string' ? retold(refused, language) : (refused as Named)[language] }
}

const userFacts = (row: AuditRow) => ({
  id: row.id,
  time: secondOf(row.atMs),
  userId: row.userId,
  loginName: row.loginName,
  action: row.action,
  target: row.target,
  result: row.result,
  address: row.address,
  requestId: row.requestId,
})

/** `names`: as the device is called today. One that was removed has its last name with its removal. */
export function deviceRow(
  row: EventRow,
  language: Language,
  names: { devName: string; groupName: string },
): DeviceLogRow {
  const { called, ...detail } = detailOf(row.detail)
  return {
    id: row.id,
    time: secondOf(row.atMs),
    sn: row.subject,
    devName: names.devName || storedName(called, language) || '',
    groupName: names.groupName,
    level: LOG_LEVELS[row.level] ?? 'info',
    event: row.event as DeviceLogRow['event'],
    detail,
  }
}

/** A name that was kept with a change, in one text or in both languages. */
function storedName(called: unknown, language: Language): string | undefined {
  const name = typeof called === 'object' && called !== null ? (called as Named)[language] : called
  return typeof name === 'string' ? name : undefined
}

export const visitRow = (row: EventRow): VisitLogRow => ({
  id: row.id,
  time: secondOf(row.atMs),
  userId: row.userId,
  loginName: row.loginName,
  path: row.subject,
  address: row.address,
  browser: String(detailOf(row.detail)['browser'] ?? ''),
})
