/** Texts for zod's problems in a scenario file, with lines and near names. */

import { WrittenTracks } from '@backlot/contract/control/fleet-tracks'
import { ACTIONS } from '@backlot/contract/control/scenario-actions'
import { SUBJECTS } from '@backlot/contract/control/scenario-expectations'
import type { z } from 'zod'
import { suggestion } from '../kernel/near-name.ts'
import { ENTRY_NAMES, TOP_NAMES } from './scenario-spec.ts'

export type Found = {
  path: readonly PropertyKey[]
  message: string
  /** The key itself is wrong, not its value. */
  atKey?: string
}

/** Valid names at a place of a file. */
type NamesAt = (path: readonly PropertyKey[]) => readonly string[]

/** Problems of a file; `namesAt` is that of scenarios unless it is given. */
export function foundOf(
  issues: readonly z.core.$ZodIssue[],
  root: unknown,
  namesAt: NamesAt = scenarioNamesAt,
): Found[] {
  return issues.flatMap((issue) => foundOfIssue(issue, root, namesAt))
}

function foundOfIssue(issue: z.core.$ZodIssue, root: unknown, namesAt: NamesAt): Found[] {
  const { path } = issue
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => {
        const names = namesAt(path)
        const near = suggestion(key, names)
        const known = near === '' && names.length > 0 ? ` There are: ${names.join(', ')}.` : ''
        return { path: [...path, key], message: `there is no '${key}' here.${near}${known}`, atKey: key }
      })
    case 'invalid_value': {
      const values = issue.values.map(String)
      const given = shortened(String(valueAt(root, path)))
      const near = suggestion(given, values)
      return [{ path, message: `'${given}' is none of ${values.join(', ')}.${near}` }]
    }
    case 'invalid_union':
      return unionFound(issue, root, namesAt)
    case 'invalid_key':
      return [{ path, message: issue.issues[0]?.message ?? 'not a key', atKey: String(path.at(-1)) }]
    case 'invalid_type':
      if (valueAt(root, path) === undefined) return [{ path, message: 'is missing' }]
      return [{ path, message: `${kindOf(valueAt(root, path))} instead of ${issue.expected}` }]
    default:
      return [{ path, message: issue.message }]
  }
}

/** Of the forms that a value may have, the fault of the nearest one: the one that got furthest. */
function unionFound(issue: z.core.$ZodIssueInvalidUnion, root: unknown, namesAt: NamesAt): Found[] {
  const forms = issue.errors.map((issues) =>
    foundOf(
      issues.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
      root,
      namesAt,
    ),
  )
  const depth = (form: readonly Found[]) => Math.max(0, ...form.map(({ path }) => path.length))
  const best = forms.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)[0]
  if (best && depth(best) > issue.path.length) return best
  const said = [...new Set(forms.flat().map(({ message }) => message))]
  return [{ path: issue.path, message: said.join('; or ') }]
}

/** Valid names in place of an unknown one. */
function scenarioNamesAt(path: readonly PropertyKey[]): readonly string[] {
  if (path.length === 0) return TOP_NAMES
  const last = String(path.at(-1))
  if (path[0] === 'at') {
    if (path.length === 3) return ENTRY_NAMES
    const inner = path.slice(3).map(String)
    const table: Readonly<Record<string, unknown>> = inner[0] === 'expect' ? SUBJECTS : ACTIONS
    if (inner.length === 1 && inner[0] === 'expect')
      return [...Object.keys(SUBJECTS), 'within', 'throughout', 'because']
    const schema = table[inner[0] === 'expect' ? inner[1]! : inner[0]!]
    return keysOf(schema)
  }
  return KEYS[last] ?? KEYS[String(path[0])] ?? []
}

const TRACK_OPTIONS = [
  ...new Set(WrittenTracks.options.flatMap((option) => ('shape' in option ? Object.keys(option.shape) : []))),
]

const KEYS: Readonly<Record<string, readonly string[]>> = {
  clock: ['start', 'speed'],
  groups: ['key', 'name', 'split', 'children'],
  children: ['key', 'name', 'split', 'children'],
  name: ['zh', 'en'],
  fleets: [
    'name',
    'kind',
    'count',
    'group',
    'split',
    'placement',
    'protocols',
    'models',
    'profile',
    'seed',
    'wire',
    'tracks',
    'video',
    'encoding',
  ],
  tracks: TRACK_OPTIONS,
  roles: ['name', 'type', 'routes'],
  users: [
    'loginName',
    'name',
    'password',
    'role',
    'group',
    'type',
    'firstProcess',
    'singleLogin',
    'email',
    'phoneNumber',
    'creator',
    'systemFunction',
    'point',
  ],
  device: ['kind', 'group', 'online', 'share', 'count'],
}

function keysOf(schema: unknown): readonly string[] {
  const found = new Set<string>()
  const look = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    const def = (value as { def?: { options?: unknown[]; in?: unknown; innerType?: unknown } }).def
    if ('shape' in value) for (const key of Object.keys((value as { shape: object }).shape)) found.add(key)
    for (const option of def?.options ?? []) look(option)
    look(def?.in)
    look(def?.innerType)
  }
  look(schema)
  return [...found]
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}

/** Characters of the input that a message repeats. */
const TEXT_TOLD = 60

function kindOf(value: unknown): string {
  if (value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a mapping' : `${typeof value} '${shortened(String(value))}'`
}

/** The beginning of a text that somebody wrote, on one line. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > TEXT_TOLD ? `${line.slice(0, TEXT_TOLD)}…` : line
}
