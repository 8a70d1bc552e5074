import { formatTime } from '../../platform/clock.ts'
import { READINGS, type Reading } from './log-readings.ts'
import { joined, type LogWords, textIn } from './log-words.ts'

/** One fact of a log entry, in the operator's language. `value` is empty where there is none. */
export type Fact = { name: string; label: string; value: string }

const areaOf = (what: string) => what.slice(0, what.indexOf('.'))

/**
 * Facts of an entry, in the operator's language. `what` is the call that it concerns, or log and event. Unknown names
 * and values stay as they are.
 */
export function factsOf(what: string, detail: Readonly<Record<string, unknown>>, words: LogWords): Fact[] {
  const { before, after, ...rest } = detail
  const facts = Object.entries(isRecord(before) && isRecord(after) ? rest : detail)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) =>
      name === 'changes' && Array.isArray(value)
        ? value.flatMap((change) => orderFact(change, words))
        : [factOf(what, name, value, words)],
    )
  return isRecord(before) && isRecord(after) ? [...changedFacts(what, before, after, words), ...facts] : facts
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Each changed field with its value before and after. */
function changedFacts(
  what: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  words: LogWords,
): Fact[] {
  return Object.entries(after).map(([name, value]) => {
    const now = factOf(what, name, value, words)
    const was = factOf(what, name, before[name], words)
    return { ...now, value: `${was.value || '–'} → ${now.value || '–'}` }
  })
}

/** Facts on one line, without empty ones. */
export function factsText(facts: readonly Fact[], { t }: LogWords): string {
  return facts
    .filter(({ value }) => value !== '')
    .map(({ label, value }) => t('pair', { label, value }))
    .join(' · ')
}

function factOf(what: string, name: string, value: unknown, words: LogWords): Fact {
  // A field of a group has the group's name and a dot before its own.
  const own = name.slice(name.lastIndexOf('.') + 1)
  const reading = READINGS[`${what}.${own}`] ?? READINGS[`${areaOf(what)}.${own}`] ?? READINGS[own]
  return { name, label: labelOf(what, name, words), value: valueText(what, value, reading, words) }
}

function labelOf(what: string, name: string, words: LogWords): string {
  return name
    .split('.')
    .map((part) => labelOfPart(what, part, words))
    .join(' · ')
}

function labelOfPart(what: string, name: string, { t }: LogWords): string {
  const area = areaOf(what)
  return (
    textIn(t, `special.${what}.${name}`) ??
    textIn(t, `special.${area}.${name}`) ??
    textIn(t, `field.${name}`) ??
    name
  )
}

function valueText(what: string, value: unknown, reading: Reading | undefined, words: LogWords): string {
  const read = reading?.(value, words)
  if (read !== undefined) return read
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) {
    return joined(
      value.map((one: unknown) => rowText(one) ?? valueText(what, one, reading, words)),
      words,
    )
  }
  if (typeof value === 'boolean') return words.t(value ? 'yes' : 'no')
  const held = heldIn(value)
  if (!held) return String(value)
  const parts = factsOf(what, held, words).filter((part) => part.value !== '')
  return joined(
    parts.map(({ label, value: text }) => `${label} ${text}`),
    words,
  )
}

/** A record of a list, by its values alone: a channel is `serial number / 2`. */
function rowText(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null
    ? Object.values(value).map(String).join(' / ')
    : undefined
}

/** The fields of a value that is a record, or the text of one. */
function heldIn(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  if (typeof value !== 'string' || !value.startsWith('{')) return undefined
  try {
    return JSON.parse(value) as Record<string, unknown>
  } catch {
    // A text that only begins like one.
    return undefined
  }
}

/** A changed field of a work order, with its previous value. */
function orderFact(change: unknown, words: LogWords): Fact[] {
  const { field, from, to } = heldIn(change) ?? {}
  if (typeof field !== 'string') return []
  const text = (value: unknown) => {
    if (value === '' || value === undefined) return '–'
    if (field === 'priority')
      return textIn(words.orders, `priority.${PRIORITIES[Number(value) - 1]}`) ?? value
    return field === 'deadline' ? formatTime(Number(value)) : value
  }
  const label = textIn(words.orders, `field.${field}`) ?? field
  return [{ name: `changes.${field}`, label, value: `${String(text(from))} → ${String(text(to))}` }]
}
const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const

/** The name of a call or a part of the platform that the system log is about. */
export function subjectText(event: string, subject: string, { t }: LogWords): string {
  const name = subject.slice(subject.indexOf('.') + 1)
  return textIn(t, event === 'control' ? `call.${name}` : `part.${subject}`) ?? subject
}
