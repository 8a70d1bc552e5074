/** Reads scenario files: YAML, then its form, then the names in it. Every mistake has its file, line and field. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { durationMs } from '@backlot/contract/control/duration'
import { ACTION_NAMES } from '@backlot/contract/control/scenario-actions'
import { learnKinds } from '../fleet/thread-kinds.ts'
import { DEFAULT_PASSWORD } from '../kernel/defaults.ts'
import { StartError } from '../kernel/start-error.ts'
import { checkNames } from './check-names.ts'
import { expectationOfText } from './expectation-text.ts'
import { readScenarioFiles } from './fleet-files.ts'
import { kindObjects, readKinds } from './read-kinds.ts'
import { type Problem, problemText, type Scenario, type TimelineEntry } from './scenario.ts'
import type { Layer } from './scenario-layer.ts'
import { type Entry, ONE_AN_ENTRY, ScenarioFile, type ScenarioObject } from './scenario-spec.ts'
import { readYaml, shown } from './yaml-file.ts'
import { type Found, foundOf } from './zod-problems.ts'

const SHIPPED = fileURLToPath(new URL('../../../fixtures/scenarios', import.meta.url))
export const DEMO_SCENARIO = join(SHIPPED, 'demo.yaml')
/** Name in mistakes of an object that comes from no file. */
const IN_NO_FILE = 'scenario'
const DEPTH_MAX = 8

/** Where a scenario lies: a file, or the name of one that is shipped. */
function scenarioPath(given: string, besideFolder = '.'): string {
  const beside = resolve(besideFolder, given)
  if (isFile(beside)) return beside
  const shipped = join(SHIPPED, `${given}.yaml`)
  return /^[a-z0-9-]+$/.test(given) && existsSync(shipped) ? shipped : beside
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}

/** A scenario (a file, a shipped name, or as an object), or its faults and those of the scenarios that it extends. */
export function readScenario(given: string | ScenarioObject): {
  scenario: Scenario | undefined
  problems: Problem[]
} {
  const problems: Problem[] = []
  const layers =
    typeof given === 'string' ? readLayers(scenarioPath(given), problems) : objectLayers(given, problems)
  if (problems.length > 0) return { scenario: undefined, problems }
  const scenario = joined(layers)
  problems.push(...checkNames(scenario, layers))
  return { scenario: problems.length === 0 ? scenario : undefined, problems }
}

/** A scenario for a start. Throws a StartError that names the first mistake. */
export function loadScenario(given: string | ScenarioObject): Scenario {
  const { scenario, problems } = readScenario(given)
  if (scenario) return scenario
  const [first] = problems
  const way = typeof given === 'string' ? `: backlot check-scenario ${given}` : ''
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more${way})` : ''
  throw new StartError(`Cannot use the scenario: ${first ? problemText(first) : given}${more}`)
}

/**
 * A scenario without the files that it names: their contents are in it, and its kinds, as objects, beside it. One that
 * is shipped stays a name. Throws a StartError for a scenario that has mistakes, extends a file of the user's own, or
 * has videos.
 */
export function portableScenario(given: string): {
  scenario: string | ScenarioObject
  kinds: readonly object[]
} {
  loadScenario(given)
  const path = scenarioPath(given)
  if (dirname(path) === SHIPPED) return { scenario: given, kinds: [] }
  const own = readLayers(path, []).at(-1)!
  const { kinds = [], ...raw } = own.raw as ScenarioObject & { kinds?: readonly string[] }
  if (own.spec.extends !== undefined && dirname(scenarioPath(own.spec.extends, dirname(path))) !== SHIPPED) {
    throw new StartError(
      `Cannot take ${given}: it extends a file of yours (${own.spec.extends}). Put both into one file.`,
    )
  }
  if (own.spec.fleets?.some(({ video }) => video !== undefined))
    throw new StartError(`Cannot take ${given}: its cameras show videos, which lie on this machine.`)
  return { scenario: raw, kinds: kindObjects(kinds.map((file) => resolve(dirname(path), file))) }
}

/** Names of the scenarios that are shipped. */
export function shippedNames(): string[] {
  return readdirSync(SHIPPED)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.slice(0, -'.yaml'.length))
    .sort()
}

/** A scenario without a file; lines are those of its JSON. Scenarios it extends are relative to the working folder. */
function objectLayers(given: ScenarioObject, problems: Problem[]): Layer[] {
  const own = parseLayer(JSON.stringify(given, null, 2), IN_NO_FILE, problems)
  if (!own) return []
  const { extends: base } = own.spec
  if (base === undefined) return [own]
  const from = { file: IN_NO_FILE, line: own.lineOf({ path: ['extends'], message: '' }) }
  return [...readLayers(scenarioPath(base), problems, from), own]
}

/** The file itself last, those it extends before it. */
function readLayers(
  path: string,
  problems: Problem[],
  from: { file: string; line: number } | undefined = undefined,
): Layer[] {
  const layers: Layer[] = []
  let next: string | undefined = path
  while (next !== undefined) {
    const file = shown(next)
    if (!isFile(next)) {
      problems.push({
        ...(from ?? { file, line: 1 }),
        field: from ? 'extends' : '',
        message: `there is no file ${file}; shipped are ${shippedNames().join(', ')}`,
      })
      return layers
    }
    if (layers.length >= DEPTH_MAX || layers.some((layer) => layer.file === file)) {
      problems.push({
        ...(from ?? { file, line: 1 }),
        field: 'extends',
        message: 'the files extend each other',
      })
      return layers
    }
    const layer = layerOfFile(next, file, problems)
    if (!layer) return layers
    layers.unshift(layer)
    from = { file, line: layer.lineOf({ path: ['extends'], message: '' }) }
    next = layer.spec.extends === undefined ? undefined : scenarioPath(layer.spec.extends, dirname(next))
  }
  return layers
}

/** Shipped files by their text: most platforms of a process are of one of them, and it takes a while to parse. */
const SHIPPED_LAYERS = new Map<string, Layer>()

function layerOfFile(path: string, file: string, problems: Problem[]): Layer | undefined {
  const text = readFileSync(path, 'utf8')
  if (dirname(path) !== SHIPPED) return parseLayer(text, file, problems, path)
  const layer = SHIPPED_LAYERS.get(text) ?? parseLayer(text, file, problems, path)
  if (layer) SHIPPED_LAYERS.set(text, layer)
  return layer && { ...layer, file }
}

function parseLayer(text: string, file: string, problems: Problem[], path?: string): Layer | undefined {
  const document = readYaml(text, file, problems)
  if (!document) return undefined
  const { raw, lineOf } = document
  const say = (found: Found) => {
    problems.push({
      file,
      line: lineOf(found),
      field: found.path.map(String).join('.'),
      message: found.message,
    })
  }
  const before = problems.length
  learnKindsOf(raw, path, problems, say)
  lengthen(raw, say)
  readScenarioFiles(raw, path, problems)
  const parsed = ScenarioFile.safeParse(raw)
  if (!parsed.success) for (const found of plain(foundOf(parsed.error.issues, raw))) say(found)
  problems.sort((one, other) => one.line - other.line)
  return parsed.success && problems.length === before ? { file, spec: parsed.data, raw, lineOf } : undefined
}

/** The kinds of a scenario are known before its fleets are read. */
function learnKindsOf(
  raw: unknown,
  path: string | undefined,
  problems: Problem[],
  say: (found: Found) => void,
): void {
  const { kinds } = raw as { kinds?: unknown }
  if (!Array.isArray(kinds)) return
  const files = kinds.filter((each): each is string => typeof each === 'string' && each !== '')
  const folder = path === undefined ? '.' : dirname(path)
  const read = readKinds(files.map((file) => resolve(folder, file)))
  problems.push(...read.problems)
  if (read.problems.length > 0) return
  const changed = learnKinds(read.kinds)
  if (changed) say({ path: ['kinds'], message: `another '${changed}' is in use here: rename one of them` })
}

/** Removes faults that follow from an unknown name: that one suffices. */
function plain(found: readonly Found[]): Found[] {
  const unknown = found
    .filter(({ atKey }) => atKey !== undefined)
    .map(({ path }) => path.slice(0, -1).join('.'))
  return found.filter(({ path, message }) => message !== ONE_AN_ENTRY || !unknown.includes(path.join('.')))
}

/** Makes short expectations long ones, in place; the text stays beside. */
function lengthen(raw: unknown, say: (found: Found) => void): void {
  for (const [when, list] of Object.entries((raw as { at?: Record<string, unknown> }).at ?? {})) {
    if (!Array.isArray(list)) continue
    list.forEach((entry: unknown, index) => {
      if (typeof entry !== 'object' || entry === null) return
      const holder = entry as { expect?: unknown }
      if (typeof holder.expect !== 'string') return
      try {
        holder.expect = expectationOfText(holder.expect)
      } catch (error) {
        say({ path: ['at', when, index, 'expect'], message: (error as Error).message })
        // Reported once; other faults of the file are reported too.
        holder.expect = { devices: 0 }
      }
    })
  }
}

/** Merges the files: groups, fleets, roles and people add up, for everything else the last file wins. */
function joined(layers: readonly Layer[]): Scenario {
  const own = layers.at(-1)!
  const last = <T>(pick: (spec: ScenarioFile) => T | undefined) =>
    layers.map(({ spec }) => pick(spec)).findLast((value) => value !== undefined)
  const roles = layers.flatMap(({ spec }) => spec.roles ?? [])
  const users = layers.flatMap(({ spec }) => spec.users ?? [])
  const start = last((spec) => spec.clock?.start)
  return {
    file: own.file,
    name: own.spec.name,
    description: own.spec.description,
    groups: layers.flatMap(({ spec }) => spec.groups ?? []),
    fleets: layers.flatMap(({ spec }) => spec.fleets ?? []),
    roles: roles.length > 0 ? roles : [ADMINISTRATORS],
    users: users.length > 0 ? users : [ADMINISTRATOR],
    seed: last((spec) => spec.seed),
    start: start === undefined ? undefined : start.length === 10 ? `${start} 00:00:00` : start,
    speed: last((spec) => spec.clock?.speed),
    forMs: own.spec.for ?? 0,
    timeline: timelineOf(own),
  }
}

const ADMINISTRATORS = { name: 'Administrator', type: 0, routes: ['*'] }
const ADMINISTRATOR = {
  loginName: 'admin',
  name: 'Administrator',
  password: DEFAULT_PASSWORD,
  role: 'Administrator',
  type: 0,
  firstProcess: 0,
}

function timelineOf(layer: Layer): TimelineEntry[] {
  const raw = (layer.raw as { at?: Record<string, unknown[]> }).at ?? {}
  const entries = Object.entries(layer.spec.at ?? {}).flatMap(([when, list]) =>
    list.map((entry, index): TimelineEntry => {
      const at = {
        atMs: durationMs(when)!,
        file: layer.file,
        line: layer.lineOf({ path: ['at', when, index], message: '' }),
      }
      return { ...at, ...contentOf(entry, raw[when]![index]) }
    }),
  )
  return entries
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => a.entry.atMs - b.entry.atMs || a.index - b.index)
    .map(({ entry }) => entry)
}

function contentOf(entry: Entry, raw: unknown) {
  if (entry.expect !== undefined) {
    const long = (raw as { expect: unknown }).expect
    return { kind: 'expect' as const, expect: entry.expect, raw: long, text: expectationWords(long) }
  }
  const name = ACTION_NAMES.find((action) => entry[action] !== undefined)!
  return { kind: 'act' as const, name, raw }
}

/** An expectation in one line. */
function expectationWords(raw: unknown): string {
  const { within, throughout, because, ...subject } = raw as Record<string, unknown>
  const [[name, value] = ['', '']] = Object.entries(subject)
  const words =
    typeof value === 'object'
      ? JSON.stringify(value).replace(/"/g, '').replace(/,/g, ', ').replace(/:/g, ': ')
      : String(value)
  const tail =
    within === undefined ? (throughout === undefined ? '' : ` throughout ${throughout}`) : ` within ${within}`
  return `${because === undefined ? '' : `${because}: `}${name} ${words}${tail}`
}
