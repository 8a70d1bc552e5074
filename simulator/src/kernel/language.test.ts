import { expect, test } from 'vitest'
import { languageOf } from './language.ts'
import { MESSAGES, message } from './messages.ts'

test.each([
  [{}, 'zh'],
  [{ 'accept-language': 'en-GB,en;q=0.9' }, 'en'],
  [{ 'accept-language': 'fr, zh-TW;q=0.3, en;q=0.4' }, 'en'],
  [{ 'accept-language': 'en;q=0, zh' }, 'zh'],
  [{ 'accept-language': 'en', lang: 'zh' }, 'zh'],
  [{ 'accept-language': 'de', lang: 'xx' }, 'zh'],
] as const)('a request with %j is answered in %s', (headers, language) => {
  expect(languageOf(headers)).toBe(language)
})

test('both languages of every message have the same places to fill', () => {
  const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
  for (const { zh, en } of Object.values(MESSAGES)) expect(places(zh)).toEqual(places(en))
})

test('a message is filled in', () => {
  expect(message('presetNotSet', 'en', { index: 7 })).toBe('Preset 7 is not set')
})
