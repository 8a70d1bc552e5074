import { expect, it } from 'vitest'
import { MESSAGES, type MessageKey, message } from '../../kernel/messages.ts'
import { retold } from './retold.ts'

const KEYS = Object.keys(MESSAGES) as MessageKey[]

it('every message is read in either language, whichever it was stored in', () => {
  const wrong = KEYS.flatMap((key) => {
    const names = [...MESSAGES[key].en.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    const values = Object.fromEntries(names.map((name, i) => [name, i + 12]))
    const en = message(key, 'en', values)
    const zh = message(key, 'zh', values)
    return [retold(en, 'zh') === zh, retold(zh, 'en') === en, retold(zh, 'zh') === zh].every(Boolean)
      ? []
      : [`${key}: ${en} | ${retold(en, 'zh')} | ${retold(zh, 'en')}`]
  })
  expect(wrong).toEqual([])
})

it('a text of others stays as it is', () => {
  for (const text of ['', 'loginName: must not be empty', '{minutes}', 'Account locked, try again in'])
    expect(retold(text, 'zh')).toBe(text)
})
