import { z } from 'zod'

export type Json = Record<string, unknown>

/** Names that lead out of plain data. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

const isPath = (path: string) =>
  path.split('.').every((part) => part !== '' && !part.includes('[') && !FORBIDDEN.has(part))

/** A field, or one inside another: `userInfo.userId`. Numbers count through lists: `streams.0.url`. */
export const DottedPath = z
  .string()
  .min(1, 'must not be empty')
  .refine(isPath, 'must be field names separated by dots')

/** The same, which may lead through every entry of a list: `chnList[].name`. */
export const ListPath = z
  .string()
  .min(1, 'must not be empty')
  .refine(
    (path) => path.split('[].').every(isPath),
    'must be field names separated by dots, with [] after a list',
  )

/**
 * Splits a path with `[]`: the part up to the list, and the part inside each of its entries (empty: it is no such
 * path).
 */
function splitAtList(path: string): [list: string, inEach: string] {
  const at = path.indexOf('[].')
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at + 3)]
}

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Value at a path; undefined where there is none. Only own fields count. */
export function valueAt(from: unknown, path: string): unknown {
  let value = from
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Json)[part]
  }
  return value
}

/** The first value among several paths; null counts as one. */
export function firstValueAt(from: unknown, paths: readonly string[]): unknown {
  for (const path of paths) {
    const value = valueAt(from, path)
    if (value !== undefined) return value
  }
  return undefined
}

/** A copy with `value` at a path; anything on the way that is no object becomes one. */
export function withValueAt(into: unknown, path: string, value: unknown): unknown {
  const [part = '', ...rest] = path.split('.')
  const inner = rest.length === 0 ? value : withValueAt(valueAt(into, part), rest.join('.'), value)
  if (Array.isArray(into) && /^\d+$/.test(part)) return into.with(Number(part), inner)
  return { ...(isRecord(into) ? into : {}), [part]: inner }
}

/** `into` with the value of `from` at `theirs`, at `ours`; both lead through the same number of lists. */
export function withMoved(into: unknown, from: unknown, ours: string, theirs: string): unknown {
  const [ourPlace, ourRest] = splitAtList(ours)
  const [theirPlace, theirRest] = splitAtList(theirs)
  const found = valueAt(from, theirPlace)
  if (ourRest === '') return found === undefined ? into : withValueAt(into, ourPlace, found)
  if (!Array.isArray(found)) return into
  const there = valueAt(into, ourPlace)
  const entries = found.map((entry, index) => {
    const before = Array.isArray(there) && there.length === found.length ? there[index] : entry
    return isRecord(entry) ? withMoved(before, entry, ourRest, theirRest) : entry
  })
  return withValueAt(into, ourPlace, entries)
}

/** `into` with `value` at a path without a value, or with null. */
export function withFilled(into: unknown, path: string, value: unknown): unknown {
  const [place, rest] = splitAtList(path)
  const there = valueAt(into, place)
  if (rest === '') return there === undefined || there === null ? withValueAt(into, place, value) : into
  if (!Array.isArray(there)) return into
  const entries = there.map((entry) => (isRecord(entry) ? withFilled(entry, rest, value) : entry))
  return withValueAt(into, place, entries)
}

/** A copy without the value at a path. */
export function withoutValueAt(from: unknown, path: string): unknown {
  if (!isRecord(from)) return from
  const [part = '', ...rest] = path.split('.')
  if (rest.length > 0)
    return part in from ? { ...from, [part]: withoutValueAt(from[part], rest.join('.')) } : from
  return Object.fromEntries(Object.entries(from).filter(([name]) => name !== part))
}

/** Text with `{name}` replaced by the value at that path in one of `sources`; undefined when one is missing. */
export function filledTemplate(
  template: string,
  sources: readonly unknown[],
  encode: (text: string) => string = (text) => text,
): string | undefined {
  let complete = true
  const text = template.replace(/\{([^{}]+)\}/g, (_all, path: string) => {
    const value = sources
      .map((source) => valueAt(source, path))
      .find((one) => one !== undefined && one !== null)
    const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    if (!plain || value === '') complete = false
    return plain ? encode(String(value)) : ''
  })
  return complete ? text : undefined
}
