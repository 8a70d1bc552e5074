/** YAML (and with it JSON) as people write it: its value, the lines of its fields, and what is wrong with it. */
import { relative } from 'node:path'
import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import type { Problem } from './scenario.ts'
import type { Found } from './zod-problems.ts'

const YAML_ERRORS_TOLD = 5

/** Value of a text, with the line of a field; undefined, with problems, when it is no YAML. */
export function readYaml(
  text: string,
  file: string,
  problems: Problem[],
): { raw: unknown; lineOf(found: Found): number } | undefined {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  if (document.errors.length > 0) {
    // Most follow from the first.
    for (const error of document.errors.slice(0, YAML_ERRORS_TOLD)) {
      const hint = error.code === 'BLOCK_AS_IMPLICIT_KEY' ? ' (a text with ": " in it wants quotes)' : ''
      const message = (error.message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '')
      problems.push({
        file,
        line: lines.linePos(error.pos[0]).line,
        field: '',
        message: `no YAML: ${message}${hint}`,
      })
    }
    return undefined
  }
  const lineOf = ({ path: way, atKey }: Found): number => {
    for (let length = way.length; length >= 0; length--) {
      const holder =
        length === 0 ? document.contents : document.getIn(way.slice(0, length - 1).map(asKey), true)
      if (length > 0 && isMap(holder)) {
        const pair = holder.items.find(
          ({ key }) => isScalar(key) && String(key.value) === String(way[length - 1]),
        )
        const range = isScalar(pair?.key) ? pair.key.range : undefined
        if (range && (atKey !== undefined || length < way.length || pair)) return lines.linePos(range[0]).line
      }
      const node = length === 0 ? holder : document.getIn(way.slice(0, length).map(asKey), true)
      const range = (node as { range?: [number, number, number] } | undefined)?.range
      if (range) return lines.linePos(range[0]).line
    }
    return 1
  }
  const raw = yamlValue(document)
  if (raw instanceof Error) {
    problems.push({ file, line: 1, field: '', message: `no YAML that can be read: ${raw.message}` })
    return undefined
  }
  return { raw, lineOf }
}

/** Value of a document; the error when its aliases expand beyond the limit or name nothing. */
function yamlValue(document: Document): unknown {
  try {
    return document.toJS() ?? {}
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

const asKey = (key: PropertyKey) => (typeof key === 'symbol' ? String(key) : key)

/** A path as it is told: relative where it is below the working folder. */
export function shown(path: string): string {
  const near = relative('.', path)
  return near.startsWith('..') ? path : near
}
