import type { z } from 'zod'
import type { Language } from '../kernel/language.ts'

type Issue = z.core.$ZodIssue
type Words = Record<Language, string>

/** Texts for a problem that zod found in a value, in either language. `issue` was reported with its input. */
export function issueWords(issue: Issue, language: Language): string {
  return wordsOf(issue)[language]
}

export const NOT_VALID: Words = { en: 'it is not valid', zh: '无效' }

const KINDS: Readonly<Record<string, Words>> = {
  string: { en: 'text', zh: '文本' },
  number: { en: 'a number', zh: '数字' },
  int: { en: 'a whole number', zh: '整数' },
  boolean: { en: 'true or false', zh: 'true 或 false' },
  array: { en: 'a list', zh: '列表' },
  object: { en: 'an object', zh: '对象' },
  record: { en: 'an object', zh: '对象' },
}

function wordsOf(issue: Issue): Words {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined) return { en: 'it is missing', zh: '缺失' }
      const kind = KINDS[issue.expected] ?? { en: issue.expected, zh: issue.expected }
      return { en: `must be ${kind.en}`, zh: `应为${spaced(kind.zh)}` }
    }
    case 'too_small':
      return least(issue.origin, issue.minimum, issue.inclusive !== false)
    case 'too_big':
      return most(issue.origin, issue.maximum, issue.inclusive !== false)
    case 'invalid_value': {
      const values = issue.values.map(String).join(', ')
      return issue.values.length === 1
        ? { en: `must be ${values}`, zh: `应为${spaced(values)}` }
        : { en: `must be one of ${values}`, zh: `应为以下之一：${values}` }
    }
    case 'invalid_format':
      return issue.pattern === undefined
        ? { en: 'it has the wrong form', zh: '格式不正确' }
        : { en: `must match ${issue.pattern}`, zh: `格式不正确，应符合 ${issue.pattern}` }
    case 'not_multiple_of':
      return { en: `must be a multiple of ${issue.divisor}`, zh: `应为 ${issue.divisor} 的倍数` }
    case 'unrecognized_keys': {
      const keys = issue.keys.join(', ')
      return { en: `there is no field ${keys}`, zh: `没有字段 ${keys}` }
    }
    default:
      return NOT_VALID
  }
}

function least(origin: string, minimum: number | bigint, inclusive: boolean): Words {
  const things = THINGS[origin]
  if (!things)
    return inclusive
      ? { en: `must be ${minimum} or more`, zh: `不能小于 ${minimum}` }
      : { en: `must be more than ${minimum}`, zh: `应大于 ${minimum}` }
  const count = Number(minimum) + (inclusive ? 0 : 1)
  if (count === 1)
    return origin === 'string'
      ? { en: 'must not be empty', zh: '不能为空' }
      : { en: `at least one ${things.one} is needed`, zh: `至少要有一${things.zh}` }
  return { en: `at least ${count} ${things.many} are needed`, zh: `至少要有 ${count} ${things.zh}` }
}

function most(origin: string, maximum: number | bigint, inclusive: boolean): Words {
  const things = THINGS[origin]
  if (!things)
    return inclusive
      ? { en: `must be ${maximum} or less`, zh: `不能大于 ${maximum}` }
      : { en: `must be less than ${maximum}`, zh: `应小于 ${maximum}` }
  const count = Number(maximum) - (inclusive ? 0 : 1)
  return {
    en: `at most ${count} ${count === 1 ? things.one : things.many} ${count === 1 ? 'is' : 'are'} allowed`,
    zh: `最多 ${count} ${things.zh}`,
  }
}

/** Units in which texts and lists are counted; numbers are compared. */
const THINGS: Readonly<Record<string, { one: string; many: string; zh: string }>> = {
  string: { one: 'character', many: 'characters', zh: '个字符' },
  array: { one: 'entry', many: 'entries', zh: '项' },
  set: { one: 'entry', many: 'entries', zh: '项' },
  map: { one: 'entry', many: 'entries', zh: '项' },
}

/** A space parts Chinese from Latin letters and digits. */
const spaced = (text: string) => (/^[\w-]/.test(text) ? ` ${text}` : text)
