import type { CommandParameters, Deviation, FactorValues } from './packet.ts'

/** An item that is no name=value; `offset` is its place in the text. */
export type ItemProblem = { offset: number; text: string }

const SEMICOLON = 59
const COMMA = 44
const EQUALS = 61
const HYPHEN = 45
const SLASH = 47

/**
 * An object whose names are only those that the wire gave it. The cast: TypeScript knows no function as a constructor,
 * and a class's prototype cannot be taken away.
 */
const Values = function Values() {} as unknown as new () => Record<string, string>
Values.prototype = Object.create(null)

/** Values of a factor, none yet. */
export const createFactorValues = (): Record<string, string> => new Values()

/** Times that real devices send with milliseconds. */
const isTimeName = (name: string) => name.endsWith('Time')

/**
 * Reads the parameters between `CP=&&` and `&&`: items end at `;`, the values of one item at `,`, and a text between
 * `//` and `//` (logs) may hold either. `code-Suffix=value` belongs to a factor, `Name=value` to none; a value without
 * a hyphen behind one of a factor belongs to that factor. `onDeviation` gets tolerated deviations. Answers the first
 * broken item instead when there is one; with `keepGoing` it is skipped and reported as a deviation. The parameters may
 * be part of a longer text, from `from` to `end`.
 */
export function readParameters(
  cp: string,
  onDeviation: (deviation: Deviation) => void,
  keepGoing = false,
  from = 0,
  end = cp.length,
): CommandParameters | ItemProblem {
  const params = new Map<string, string>()
  const factors = new Map<string, FactorValues>()
  let at = from
  /** The factor that the item before a comma belongs to. */
  let code = ''
  let values: Record<string, string> | undefined
  while (at < end) {
    let equals = -1
    let hyphen = -1
    let stop = at
    for (; stop < end; stop++) {
      const c = cp.charCodeAt(stop)
      if (c === SEMICOLON || c === COMMA) break
      if (equals >= 0) continue
      if (c === EQUALS) {
        equals = stop
        if (cp.charCodeAt(stop + 1) === SLASH && cp.charCodeAt(stop + 2) === SLASH) {
          const close = cp.indexOf('//', stop + 3)
          if (close >= 0 && close + 1 < end) stop = close + 1
          // The end of a log is in a later piece.
          else if (keepGoing) onDeviation('cutItem')
        }
      } else if (c === HYPHEN && hyphen < 0) hyphen = stop
    }
    const endsItem = stop >= end || cp.charCodeAt(stop) === SEMICOLON
    if (stop === at) onDeviation('trailingSeparator')
    else if (equals <= at || hyphen === at || hyphen === equals - 1) {
      if (!keepGoing) return { offset: at, text: cp.slice(at, stop) }
      onDeviation('cutItem')
    } else {
      const value = cp.slice(equals + 1, stop)
      if (hyphen >= 0) {
        const named = cp.slice(at, hyphen)
        if (!values || named !== code) {
          code = named
          values = factors.get(code) as Record<string, string> | undefined
          if (!values) {
            values = new Values()
            factors.set(code, values)
          }
        }
        put(values, suffixAt(cp, hyphen + 1, equals), value, onDeviation)
      } else if (values) put(values, cp.slice(at, equals), value, onDeviation)
      else {
        const name = cp.slice(at, equals)
        if (params.has(name)) onDeviation('repeated')
        if (value.length === 17 && name !== 'QN' && isTimeName(name)) onDeviation('longTime')
        params.set(name, value)
      }
    }
    if (endsItem) values = undefined
    if (stop === end - 1) onDeviation('trailingSeparator')
    at = stop + 1
  }
  return { params, factors }
}

/** The suffixes of nearly all values, so that no text is made for each. */
function suffixAt(cp: string, from: number, to: number): string {
  if (to - from === 3) {
    if (cp.startsWith('Rtd', from)) return 'Rtd'
    if (cp.startsWith('Avg', from)) return 'Avg'
    if (cp.startsWith('Min', from)) return 'Min'
    if (cp.startsWith('Max', from)) return 'Max'
  } else if (to - from === 4 && cp.startsWith('Flag', from)) return 'Flag'
  return cp.slice(from, to)
}

function put(
  values: Record<string, string>,
  suffix: string,
  value: string,
  onDeviation: (deviation: Deviation) => void,
): void {
  if (values[suffix] !== undefined) onDeviation('repeated')
  if (value.length === 17 && isTimeName(suffix)) onDeviation('longTime')
  values[suffix] = value
}
