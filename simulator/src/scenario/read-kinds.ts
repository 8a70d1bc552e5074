/** Reads kind files and makes them known. Every mistake has its file, line and field. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { compileKind } from '../devices/kind-file/compile-kind.ts'
import { type KindFile, KindSchema } from '../devices/kind-file/kind-schema.ts'
import { learnKinds } from '../fleet/thread-kinds.ts'
import { suggestion } from '../kernel/near-name.ts'
import { StartError } from '../kernel/start-error.ts'
import { type Problem, problemText } from './scenario.ts'
import { readYaml, shown } from './yaml-file.ts'
import { type Found, foundOf } from './zod-problems.ts'

const FILES_MOST = 50
const BYTES_MOST = 200_000
const ENDINGS = /\.(ya?ml|json)$/

/** Kind files, or kinds as programs write them. */
export type GivenKinds = readonly (string | z.input<typeof KindSchema>)[]

export type ReadKinds = { kinds: KindFile[]; problems: Problem[] }

/** Reads the kinds of files, of folders with files, and of objects; nothing is known of them yet. */
export function readKinds(given: GivenKinds): ReadKinds {
  const problems: Problem[] = []
  const texts = given.flatMap((one) =>
    typeof one === 'string' ? textsOf(one, problems) : [{ file: 'kind', text: JSON.stringify(one, null, 2) }],
  )
  const kinds: KindFile[] = []
  const files = new Map<string, string>()
  for (const { file, text } of texts) {
    const kind = readKind(text, file, problems)
    if (!kind) continue
    const before = files.get(kind.kind)
    if (before) {
      const message = `'${kind.kind}' is the kind of ${before} too: two files describe one kind`
      problems.push({ file, line: 1, field: 'kind', message })
    }
    files.set(kind.kind, file)
    kinds.push(kind)
  }
  clashes(kinds, files, problems)
  return { kinds, problems }
}

/** Reads kinds and makes them known to this thread and those that it starts. Throws a StartError with the first mistake. */
export function loadKinds(given: GivenKinds): KindFile[] {
  const { kinds, problems } = readKinds(given)
  const [first] = problems
  if (first) {
    const more =
      problems.length > 1 ? ` (and ${problems.length - 1} more: backlot kind check ${first.file})` : ''
    throw new StartError(`Cannot use the kinds: ${problemText(first)}${more}`)
  }
  const changed = learnKinds(kinds)
  if (changed) {
    throw new StartError(
      `Cannot use the kinds: another platform of this process describes '${changed}' differently. Give it another name, or start the platforms as programs of their own.`,
    )
  }
  return kinds
}

/** What kind files describe, as they have it. Throws a StartError with the first mistake. */
export function kindObjects(files: readonly string[]): object[] {
  loadKinds(files)
  return files
    .flatMap((file) => textsOf(file, []))
    .map(({ file, text }) => readYaml(text, file, [])?.raw as object)
}

function textsOf(given: string, problems: Problem[]): { file: string; text: string }[] {
  const path = resolve(given)
  const file = shown(path)
  const say = (message: string) => {
    problems.push({ file, line: 1, field: '', message })
    return []
  }
  try {
    if (!statSync(path).isDirectory()) {
      const { size } = statSync(path)
      if (size > BYTES_MOST) return say(`has ${size} bytes; a kind file has at most ${BYTES_MOST}`)
      return [{ file, text: readFileSync(path, 'utf8') }]
    }
    const names = readdirSync(path).filter((name) => ENDINGS.test(name) && !name.endsWith('.schema.json'))
    if (names.length === 0) return say('is a folder without kind files (.yaml, .yml, .json)')
    if (names.length > FILES_MOST) return say(`has ${names.length} files; a folder has at most ${FILES_MOST}`)
    return names.toSorted().flatMap((name) => textsOf(join(path, name), problems))
  } catch (error) {
    return say(`cannot be read: ${(error as Error).message}`)
  }
}

function readKind(text: string, file: string, problems: Problem[]): KindFile | undefined {
  const document = readYaml(text, file, problems)
  if (!document) return undefined
  const { raw, lineOf } = document
  const own: Problem[] = []
  const say = (found: Found) => {
    own.push({ file, line: lineOf(found), field: found.path.map(String).join('.'), message: found.message })
  }
  const parsed = KindSchema.safeParse(raw)
  if (parsed.success) {
    for (const { path, message, unknown } of compileKind(parsed.data).problems) {
      const hint = unknown ? hintOf(unknown) : ''
      say({ path, message: `${message}${hint}` })
    }
  } else {
    for (const found of foundOf(parsed.error.issues, raw, namesAt)) {
      const isFormula = found.atKey !== undefined && /[()<>=]/.test(found.atKey)
      say(isFormula ? { ...found, message: `is the rest of a formula: ${COMMA}` } : found)
    }
  }
  problems.push(...own.toSorted((one, other) => one.line - other.line))
  return parsed.success && own.length === 0 ? parsed.data : undefined
}

const COMMA = 'one with a comma stands in quotes or on a line of its own, not within { }'
const NAMES_TOLD = 12

function hintOf({ typed, known }: { typed: string; known: readonly string[] }): string {
  const near = suggestion(typed, known)
  return (
    near || (known.length <= NAMES_TOLD ? ` There are: ${known.join(', ')}.` : ' See docs/kind-files.md.')
  )
}

/** Names of fields at a place, from the schema itself. */
function namesAt(path: readonly PropertyKey[]): readonly string[] {
  let schema: unknown = KindSchema
  for (const step of path) schema = innerOf(schema, String(step))
  return Object.keys(shapeOf(schema) ?? {})
}

type Def = {
  innerType?: unknown
  options?: unknown[]
  valueType?: unknown
  element?: unknown
  shape?: object
}
const defOf = (schema: unknown) => (schema as { def?: Def } | undefined)?.def

function shapeOf(schema: unknown): Record<string, unknown> | undefined {
  const def = defOf(schema)
  if (!def) return undefined
  if (def.shape) return def.shape as Record<string, unknown>
  const options = def.options?.map(shapeOf).find((shape) => shape !== undefined)
  return options ?? (def.innerType ? shapeOf(def.innerType) : undefined)
}

function innerOf(schema: unknown, step: string): unknown {
  const def = defOf(schema)
  if (!def) return undefined
  if (def.shape) return (def.shape as Record<string, unknown>)[step]
  if (def.valueType ?? def.element) return def.valueType ?? def.element
  if (def.options)
    return def.options.map((option) => innerOf(option, step)).find((inner) => inner !== undefined)
  return def.innerType ? innerOf(def.innerType, step) : undefined
}

/** Names that two of the files share: each file alone was checked against the kinds that are there. */
function clashes(kinds: readonly KindFile[], files: ReadonlyMap<string, string>, problems: Problem[]): void {
  const owners = new Map<string, string>()
  for (const { kind, quantities, models = {} } of kinds) {
    const names = [
      ...Object.entries(quantities).flatMap(([name, quantity]) =>
        quantity === 'world' ? [] : [`quantity '${name}'`, `code '${quantity.code ?? name}'`],
      ),
      ...Object.keys(models).map((model) => `model '${model}'`),
    ]
    for (const name of names) {
      const owner = owners.get(name)
      if (owner && owner !== kind) {
        const message = `the ${name} is that of ${owner} (${files.get(owner)}) too: rename one of them`
        problems.push({ file: files.get(kind)!, line: 1, field: '', message })
      }
      owners.set(name, kind)
    }
  }
}
