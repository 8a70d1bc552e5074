import type { Bisection, FieldDifference, LogLine, Parting } from './bisect-logs.ts'

/** Where two logs part, for people. */
export function bisectLines({ a, b, lines, made, parting }: Bisection): string[] {
  const head = made.map((one) => `different runs: ${differenceLine(one)}`)
  if (!parting)
    return [...head, `no difference in ${lines} lines${made.length > 0 ? ' after the first' : ''}`]
  const { line, at, sn, before, deviceBefore, differs } = parting
  const when = at === undefined ? '' : `: ${at}`
  const whose = sn === undefined ? '' : `, device ${sn}`
  return [
    ...head,
    `the logs differ from line ${line}${when}${whose}`,
    ...section('before, in both logs', before.map(numbered)),
    ...section(`of ${sn} before that, in both logs`, deviceBefore.map(numbered)),
    ...side(a, parting.a, line),
    ...side(b, parting.b, line),
    ...section('differences', differs.map(differenceLine)),
    ...ownLine(parting, a, b),
  ]
}

function side(path: string, texts: readonly string[], line: number): string[] {
  const shown = texts.map((text, i) => numbered({ line: line + i, text }))
  return section(path, shown.length > 0 ? shown : ['has ended'])
}

function ownLine({ own }: Parting, a: string, b: string): string[] {
  if (!own) return []
  const [mine, other] = own.log === 'a' ? [a, b] : [b, a]
  return [`${mine} has ${own.lines} ${own.lines === 1 ? 'line' : 'lines'} more here than ${other}`]
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`${title}:`, ...lines.map((text) => `  ${text}`)]

const numbered = ({ line, text }: LogLine) => `${String(line).padStart(7)}  ${shortened(text)}`

const differenceLine = ({ field, a, b }: FieldDifference) =>
  `${field}: ${JSON.stringify(a) ?? 'missing'} and ${JSON.stringify(b) ?? 'missing'}`

/** A line of a report of thousands of devices is no line to read. */
const SHOWN_CHARACTERS = 240

function shortened(text: string): string {
  return text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)}…`
}
