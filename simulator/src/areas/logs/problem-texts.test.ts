import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { message } from '../../kernel/messages.ts'
import { problemText } from './problem-texts.ts'

const ROOT = new URL('../../', import.meta.url).pathname
/** Logged text of a problem with its own wording: the first text of the call, after the facts that belong to it. */
const LOGGED = /\blog\.(?:warn|error)\(\s*(?:\{[^{}]*\},|said,)?\s*'([^']+)'/gs

it('every trouble that the program logs has Chinese words', () => {
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  const texts = files
    .filter((file) => file.endsWith('.ts') && !file.includes('.test'))
    .flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(LOGGED)].map(([, text]) => text!))
  expect(texts.length).toBeGreaterThan(45)
  expect(texts.filter((text) => problemText(text, 'zh') === text)).toEqual([])
})

it('a trouble is read in Chinese with what it says of itself, and stays in English', () => {
  const text = 'old logs could not be removed: database is locked: main'
  expect(problemText(text, 'zh')).toBe('过期日志清理失败：database is locked: main')
  expect(problemText(text, 'en')).toBe(text)
  expect(problemText('the HJ 212 listener failed: EADDRINUSE', 'zh')).toBe('HJ 212 接入服务出错：EADDRINUSE')
  const stored = `${message('databaseReadOnly', 'en')} File: /data/b.db (SQLITE_READONLY)`
  expect(problemText(stored, 'zh')).toBe(
    `${message('databaseReadOnly', 'zh')}（/data/b.db (SQLITE_READONLY)）`,
  )
  expect(problemText('words of others', 'zh')).toBe('words of others')
})
