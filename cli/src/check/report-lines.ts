import type { CheckReport, Difference, DifferenceKind, Origin, OriginSums, Subject } from './report.ts'

/** How a kind of difference is called where people read. */
export const KIND_NAMES: Readonly<Record<DifferenceKind, string>> = {
  missing: 'missing',
  type: 'wrong type',
  range: 'wrong value',
  extra: 'extra',
  slower: 'slower',
  refused: 'refused',
  lacking: 'no such call',
  broken: 'broken',
}

/** A report as lines for a terminal. */
export function reportLines(report: CheckReport): string[] {
  const { subjects, leftBehind, clean } = report
  const different = subjects.filter(({ differences }) => differences.length > 0)
  return [
    '',
    ...section('Stated', different, 'stated'),
    ...section('Assumed', different, 'assumed'),
    ...leftBehind.map((what) => `  ✗ left behind: ${what}`),
    sumLine('stated', report.sums.stated),
    sumLine('assumed', report.sums.assumed),
    '',
    clean
      ? `${report.platform} matches the contract.`
      : `${report.platform} differs from the contract.${hint(report)}`,
  ]
}

function hint({ settings, subjects }: CheckReport): string {
  const open = subjects.some(({ differences }) => differences.some(({ counts }) => counts))
  return open && !settings.strict ? ' Differences marked ✗ count; those of assumed calls (–) do not.' : ''
}

function section(title: string, subjects: readonly Subject[], origin: Origin): string[] {
  const own = subjects.filter((subject) => subject.origin === origin)
  if (own.length === 0) return []
  return [title, ...own.flatMap(subjectLines), '']
}

function subjectLines(subject: Subject): string[] {
  const { name, where, differences, whenMissing } = subject
  const counts = differences.some((difference) => difference.counts)
  const lacks = differences.some(({ kind }) => kind === 'lacking') && whenMissing ? `  (${whenMissing})` : ''
  return [
    `  ${counts ? '✗' : '–'} ${name}${where ? `  ${where}` : ''}${lacks}`,
    ...differences.map((difference) => `      ${differenceLine(difference)}`),
  ]
}

/** Differences for which the seen value suffices. */
const SAYS_IT = new Set<DifferenceKind>(['lacking', 'refused', 'broken'])

/** `wrong type  data.list[].sn: expected text, found whole number 7 (3 of 20, first data.list[2].sn)`. */
export function differenceLine(difference: Difference): string {
  const { kind, field, expected, seen } = difference
  if (field === '' && SAYS_IT.has(kind)) return `${KIND_NAMES[kind].padEnd(12)} ${seen}`
  const what = field === '' ? '' : `${field}: `
  return `${KIND_NAMES[kind].padEnd(12)} ${what}expected ${expected}, found ${seen}${placesText(difference)}`
}

/** Where a difference was, when it was not everywhere. */
export function placesText({ count, of, places }: Difference): string {
  const [first] = places
  if (first === undefined || (of <= 1 && !first.includes('['))) return ''
  return count === of && of > 1 ? ` (all ${of})` : ` (${count} of ${of}, first ${first})`
}

function sumLine(origin: Origin, sums: OriginSums): string {
  const { tried, clean, notTried, fields } = sums
  const found = Object.values(sums.differences).reduce((sum, count) => sum + count, 0)
  const rest = notTried > 0 ? `, ${notTried} not tried` : ''
  return `${origin.padEnd(7)} ${clean} of ${tried} match, ${fields} fields present, ${found} difference${found === 1 ? '' : 's'}${rest}`
}
