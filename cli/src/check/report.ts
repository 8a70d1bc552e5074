import type { FieldDifference } from './compare.ts'

/** Kinds of differences of a field, a call, a message or a stream. */
export const DIFFERENCE_KINDS = [
  'missing',
  'type',
  'range',
  'extra',
  'slower',
  'refused',
  'lacking',
  'broken',
] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

export type Difference = Omit<FieldDifference, 'kind'> & {
  kind: DifferenceKind
  /** Whether it makes the check fail. */
  counts: boolean
}

export type SubjectKind = 'read' | 'write' | 'channel' | 'stream'
export type Origin = 'stated' | 'assumed'

/** One call, one kind of message, or the stream. */
export type Subject = {
  /** `alarms.list`, `channel.gps`, `stream`. */
  name: string
  kind: SubjectKind
  origin: Origin
  /** `GET /alarm/list`; empty for others. */
  where: string
  /** Why it was not looked at; then there is nothing else. */
  notTried?: string
  /** Reaction of the console without it. */
  whenMissing?: string
  /** How often it was asked, or came. */
  count: number
  /** The quickest answer. */
  tookMs?: number
  /** Findings besides fields: `FLV over WebSocket`. */
  facts: readonly string[]
  /** Fields that were there and as they should be. */
  present: readonly string[]
  /** Fields of the contract that nobody sent: left out as they may be, or of lists without rows. */
  absent: readonly string[]
  differences: readonly Difference[]
}

export type CheckReport = {
  platform: string
  account: string
  adapter: string
  /** ISO 8601. */
  startedAt: string
  lastedMs: number
  settings: { write: boolean; strict: boolean; slowMs: number | null; only: string[]; allow: string[] }
  /** Nothing that counts was found. */
  clean: boolean
  sums: Record<Origin, OriginSums>
  /** Things that were created and could not be removed again. */
  leftBehind: readonly string[]
  subjects: readonly Subject[]
}

export type OriginSums = {
  subjects: number
  tried: number
  clean: number
  notTried: number
  fields: number
  differences: Record<DifferenceKind, number>
}

/** Result of one look at a subject, before any judgement. */
export type Finding = Omit<Subject, 'differences' | 'present' | 'absent' | 'facts' | 'count'> & {
  count?: number
  facts?: readonly string[]
  present?: readonly string[]
  absent?: readonly string[]
  differences?: readonly Omit<Difference, 'counts'>[]
}

export type Judgement = { strict: boolean; allow: readonly string[] }

/** A finding with every difference judged: those of assumed subjects count with `strict` only, allowed ones never. */
export function judged(finding: Finding, { strict, allow }: Judgement): Subject {
  const differences = (finding.differences ?? []).map((difference) => ({
    ...difference,
    counts:
      (finding.origin === 'stated' || strict) &&
      !allow.some((rule) => rule === difference.kind || rule === `${finding.name}:${difference.kind}`),
  }))
  return { count: 0, facts: [], present: [], absent: [], ...finding, differences }
}

/** A difference of the whole subject rather than of one field. */
export function wholeDifference(
  kind: DifferenceKind,
  expected: string,
  seen: string,
): Omit<Difference, 'counts'> {
  return { kind, field: '', expected, seen, count: 1, of: 1, places: [] }
}

export function sumsOf(subjects: readonly Subject[], origin: Origin): OriginSums {
  const own = subjects.filter((subject) => subject.origin === origin)
  const tried = own.filter(({ notTried }) => notTried === undefined)
  const differences = Object.fromEntries(DIFFERENCE_KINDS.map((kind) => [kind, 0])) as Record<
    DifferenceKind,
    number
  >
  for (const subject of tried) for (const { kind } of subject.differences) differences[kind]++
  return {
    subjects: own.length,
    tried: tried.length,
    clean: tried.filter((subject) => subject.differences.length === 0).length,
    notTried: own.length - tried.length,
    fields: tried.reduce((sum, { present }) => sum + present.length, 0),
    differences,
  }
}

/** Takes secrets out of every text of a report, wherever a platform may have put them. */
export function withoutSecrets<T>(value: T, secrets: readonly string[]): T {
  const known = [...new Set(secrets)].filter((text) => text.length >= 4).sort((a, b) => b.length - a.length)
  const cleaned = (text: string) => known.reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
  const walk = (one: unknown): unknown => {
    if (typeof one === 'string') return cleaned(one)
    if (Array.isArray(one)) return one.map(walk)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [cleaned(key), walk(inner)]))
  }
  return walk(value) as T
}
