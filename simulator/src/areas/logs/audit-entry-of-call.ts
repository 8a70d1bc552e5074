import type { AnsweredCall } from '../../calls/call-runner.ts'
import type { Named } from '../../kernel/language.ts'
import type { AuditEntry } from './log-entry.ts'

/** Names of inputs that identify the target of a call, the most specific first. */
const TARGETS = ['sn', 'id', 'userId', 'ids', 'alarmId', 'loginName', 'name', 'roleId', 'list'] as const
const TEXT_MAX = 64
/** Targets of a list that are named. */
const LISTED_MAX = 5
const REFUSED_MAX = 200

/** Target of a changing call, from its input. */
export const targetOfCall = ({ body, params }: { body: unknown; params: unknown }): string =>
  targetOf({ ...fieldsOf(body), ...fieldsOf(params) })

/** Both languages, where they differ. */
function refusedIn({ zh, en }: Named): string | Named {
  return zh === en ? en.slice(0, REFUSED_MAX) : { zh: zh.slice(0, REFUSED_MAX), en: en.slice(0, REFUSED_MAX) }
}

/**
 * A changing call as a row of the user log. Of its input only the target is kept; `before` is the target's name when
 * the call came in. What its handler noted stands beside it.
 */
export function auditEntryOf(answered: AnsweredCall, fromMs: number, atMs: number): AuditEntry {
  const { call, caller, body, params, code, message, before, detail, address, requestId } = answered
  const input = { ...fieldsOf(body), ...fieldsOf(params) }
  return {
    userId: caller?.userId ?? 0,
    loginName: caller?.loginName ?? textOf(input['loginName']),
    action: call.name,
    target: targetOf(input),
    detail:
      code === 0
        ? { ...(before === undefined ? {} : { called: before }), ...detail }
        : { refused: refusedIn(message) },
    result: code,
    address,
    requestId,
    fromMs,
    atMs,
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

function targetOf(input: Record<string, unknown>): string {
  for (const name of TARGETS) {
    const text = textOf(input[name])
    if (text !== '')
      return name === 'sn' && input['chnId'] !== undefined ? `${text} / ${textOf(input['chnId'])}` : text
  }
  return ''
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, TEXT_MAX)
  if (typeof value === 'number') return String(value)
  return Array.isArray(value) ? listOf(value) : ''
}

/** The first targets of a list, whole ones only, with how many there are when some are left out. */
function listOf(values: readonly unknown[]): string {
  const texts = values
    .slice(0, LISTED_MAX)
    .map((one) => textOf(one) || textOf(fieldsOf(one)['id'] ?? fieldsOf(one)['sn']))
    .filter((text) => text !== '')
  while (texts.length > 1 && texts.join(', ').length > TEXT_MAX) texts.pop()
  const shown = texts.join(', ').slice(0, TEXT_MAX)
  return shown === '' || values.length <= texts.length ? shown : `${shown}${restOf(values.length)}`
}

/** Suffix after the first targets of a list of `count`: `targetParts` removes it again. */
const restOf = (count: number) => ` … (${count})`

/** The targets named in a text of `targetOfCall`, and the suffix with their number (empty: these are all). */
export function targetParts(text: string): { targets: string[]; rest: string } {
  const rest = / … \(\d+\)$/.exec(text)?.[0] ?? ''
  return { targets: text.slice(0, text.length - rest.length).split(', '), rest }
}
