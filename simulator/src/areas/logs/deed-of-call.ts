import type { AnsweredCall } from '../../http/call-runner.ts'
import type { Named } from '../language.ts'
import type { Deed } from './log-entry.ts'

/** Names under which calls say what they are about, the most telling first. */
const TARGETS = ['sn', 'id', 'userId', 'ids', 'alarmId', 'loginName', 'name', 'roleId', 'list'] as const
const TEXT_MAX = 64
const REFUSED_MAX = 200

/** What a changing call is about, as its input says it. */
export const targetOfCall = ({ body, params }: { body: unknown; params: unknown }): string =>
  targetOf({ ...fieldsOf(body), ...fieldsOf(params) })

/** Both languages, where they differ. */
function refusedIn({ zh, en }: Named): string | Named {
  return zh === en ? en.slice(0, REFUSED_MAX) : { zh: zh.slice(0, REFUSED_MAX), en: en.slice(0, REFUSED_MAX) }
}

/**
 * A changing call as a row of the user log. Nothing of its input is kept but what names its target; `before` is what
 * that was called when the call came in.
 */
export function deedOf(answered: AnsweredCall, fromMs: number, atMs: number): Deed {
  const { call, caller, body, params, code, message, before, address, requestId } = answered
  const input = { ...fieldsOf(body), ...fieldsOf(params) }
  return {
    userId: caller?.userId ?? 0,
    loginName: caller?.loginName ?? textOf(input['loginName']),
    action: call.name,
    target: targetOf(input),
    detail: code === 0 ? (before === undefined ? {} : { called: before }) : { refused: refusedIn(message) },
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
  if (!Array.isArray(value) || value.length === 0) return ''
  const named = value
    .slice(0, 5)
    .map((one: unknown) => textOf(one) || textOf(fieldsOf(one)['id'] ?? fieldsOf(one)['sn']))
  const shown = named.filter((text) => text !== '').join(', ')
  return (value.length > 5 ? `${shown} … (${value.length})` : shown).slice(0, TEXT_MAX)
}
