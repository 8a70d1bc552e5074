import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { TEXTS } from '../control-page/texts.ts'
import { initialLanguage } from './language.ts'

const here = import.meta.dirname
const source = join(here, '..')
const namespaces = readdirSync(join(here, 'en'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.replace(/\.ts$/, ''))

/** Dotted keys of a tree of texts, plural forms as one key. */
function keysOf(texts: object, before = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [`${before}${key.replace(/_(one|other)$/, '')}`]
      : keysOf(value as object, `${before}${key}.`),
  )
}

async function texts(language: 'en' | 'zh', namespace: string): Promise<object> {
  const file = (await import(`./${language}/${namespace}.ts`)) as { default: object }
  return file.default
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return path === join(here, 'en') || path === join(here, 'zh') ? [] : sources(path)
    if (path === join(source, 'control-page/texts.ts')) return []
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [readFileSync(path, 'utf8')] : []
  })
}

const code = sources(source).join('\n')
/** Beginnings of keys that are put together: `menu.${label}`. */
const prefixes = [...code.matchAll(/`([\w.]+\.)\$\{/g)].map((match) => match[1]!)
/** Words in quotes: keys that stand there whole. */
const quoted = new Set([...code.matchAll(/['"`]([\w.-]+)(?=['"`])/g)].map((match) => match[1]!))
const isUsed = (key: string) => quoted.has(key) || prefixes.some((prefix) => key.startsWith(prefix))

const values = (tree: object): string[] =>
  Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : values(value as object)))
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort()

it.each(namespaces)('says everything of %s in both languages', async (namespace) => {
  const [en, zh] = await Promise.all([texts('en', namespace), texts('zh', namespace)])
  expect([...new Set(keysOf(zh))].sort()).toEqual([...new Set(keysOf(en))].sort())
  expect(
    values(en)
      .concat(values(zh))
      .filter((text) => text.trim() === ''),
  ).toEqual([])
})

it.each(namespaces)('puts the same values into both languages of %s', async (namespace) => {
  const [en, zh] = await Promise.all([texts('en', namespace), texts('zh', namespace)])
  const byKey = (tree: object, before = ''): [string, string][] =>
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${before}${key}`, value]] : byKey(value as object, `${before}${key}.`),
    )
  const chinese = new Map(byKey(zh))
  for (const [key, text] of byKey(en)) {
    const other = chinese.get(key)
    if (other !== undefined) expect(placeholders(other), key).toEqual(placeholders(text))
  }
})

it.each(namespaces)('uses every text of %s', async (namespace) => {
  const unused = [...new Set(keysOf(await texts('en', namespace)))].filter((key) => !isUsed(key))
  expect(unused).toEqual([])
})

it('uses every text of the control page, and puts the same values into both languages of it', () => {
  expect(Object.keys(TEXTS).filter((key) => !isUsed(key))).toEqual([])
  for (const [key, [en, zh]] of Object.entries(TEXTS)) expect(placeholders(zh), key).toEqual(placeholders(en))
})

it('starts with the stored language, else the first known one of the browser, else Chinese', () => {
  expect(initialLanguage('en', ['zh-CN'])).toBe('en')
  expect(initialLanguage(undefined, ['de-DE', 'en-GB', 'zh'])).toBe('en')
  expect(initialLanguage(undefined, ['zh-TW', 'en'])).toBe('zh')
  expect(initialLanguage(undefined, ['fr-FR'])).toBe('zh')
})
