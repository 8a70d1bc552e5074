import { UserError } from '../user-error.ts'
import { LineReader } from './log-lines.ts'

/** A line of an event log: its number and its text. */
export type LogLine = { line: number; text: string }

/** A field in which two events differ; undefined: not there. */
export type FieldDifference = { field: string; a: unknown; b: unknown }

/** Where two logs part. */
export type Parting = {
  /** The first line that is not the same, from 1. */
  line: number
  /** Platform time of the earlier of the two events. */
  at: string | undefined
  /** The device that it is about. */
  sn: string | undefined
  /** The last that both have, oldest first. */
  before: LogLine[]
  /** The last common line about that device, where it is not in `before`. */
  deviceBefore: LogLine[]
  /** Differing lines of each log and the next ones; none where a log has ended. */
  a: string[]
  b: string[]
  /** Of the first lines, when they are the same kind of event. */
  differs: FieldDifference[]
  /** One log has this many lines more here and then continues as the other does. */
  own: { log: 'a' | 'b'; lines: number } | undefined
}

export type Bisection = {
  a: string
  b: string
  /** Lines that were compared. */
  lines: number
  /** Inputs of the runs that differ: scenario, seed, world. */
  made: FieldDifference[]
  parting: Parting | undefined
}

const BEFORE_LINES = 5
const DEVICE_LINES = 3
const AFTER_LINES = 3
/** Lines that a log is read on to see whether it rejoins the other. */
const AHEAD_LINES = 1000

/**
 * Finds the first event at which two event logs part. They are read side by side, a piece at a time. Inputs of the runs
 * (the first line) are compared separately: the events behind it are compared all the same. Throws a UserError when a
 * file is no event log.
 */
export async function bisectLogs(pathA: string, pathB: string): Promise<Bisection> {
  await using a = new LineReader(pathA)
  await using b = new LineReader(pathB)
  const before: LogLine[] = []
  let made: FieldDifference[] = []
  for (let line = 1; ; line++) {
    let [textA, textB] = [a.next(), b.next()]
    if (textA instanceof Promise || textB instanceof Promise) {
      const both = await Promise.all([textA, textB])
      textA = both[0]
      textB = both[1]
    }
    if (line === 1) made = headDifferences(pathA, textA, pathB, textB)
    if (textA === undefined && textB === undefined) {
      return { a: pathA, b: pathB, lines: line - 1, made, parting: undefined }
    }
    if (textA === textB || line === 1) {
      if (before.push({ line, text: textA! }) > BEFORE_LINES) before.shift()
      continue
    }
    const parting = await partingAt(line, before, await ahead(a, textA), await ahead(b, textB))
    parting.deviceBefore = await deviceBefore(pathA, parting)
    return { a: pathA, b: pathB, lines: line, made, parting }
  }
}

/** A line and those that follow it. */
async function ahead(reader: LineReader, first: string | undefined): Promise<string[]> {
  const lines: string[] = []
  for (let text = first; text !== undefined && lines.length < AHEAD_LINES; text = await reader.next()) {
    lines.push(text)
  }
  return lines
}

async function partingAt(line: number, before: LogLine[], a: string[], b: string[]): Promise<Parting> {
  const [eventA, eventB] = [eventOf(a[0]), eventOf(b[0])]
  const own = ownLines(a, b)
  const first = own?.log === 'b' ? eventB : own?.log === 'a' ? eventA : earlier(eventA, eventB)
  const isSameKind = !own && eventA?.['event'] === eventB?.['event']
  return {
    line,
    at: textOf(first?.['at']),
    sn: textOf(first?.['sn']),
    before,
    deviceBefore: [],
    a: a.slice(0, Math.max(AFTER_LINES, own?.log === 'a' ? Math.min(own.lines + 1, AFTER_LINES * 2) : 0)),
    b: b.slice(0, Math.max(AFTER_LINES, own?.log === 'b' ? Math.min(own.lines + 1, AFTER_LINES * 2) : 0)),
    differs: isSameKind && eventA && eventB ? fieldDifferences(eventA, eventB) : [],
    own,
  }
}

/** Whether one log has lines more and then continues as the other does. */
function ownLines(a: readonly string[], b: readonly string[]): Parting['own'] {
  if (b.length === 0) return { log: 'a', lines: a.length }
  if (a.length === 0) return { log: 'b', lines: b.length }
  const inA = a.indexOf(b[0]!)
  const inB = b.indexOf(a[0]!)
  if (inA < 0 && inB < 0) return undefined
  return inB < 0 || (inA >= 0 && inA <= inB) ? { log: 'a', lines: inA } : { log: 'b', lines: inB }
}

/** Lines of both logs about the device before: the file is read again, up to the line. */
async function deviceBefore(path: string, { sn, line, before }: Parting): Promise<LogLine[]> {
  if (sn === undefined) return []
  const mark = `"sn":${JSON.stringify(sn)}`
  await using reader = new LineReader(path)
  const found: LogLine[] = []
  const upTo = before[0]?.line ?? line
  for (let at = 1; at < upTo; at++) {
    const text = await reader.next()
    if (text?.includes(mark) && found.push({ line: at, text }) > DEVICE_LINES) found.shift()
  }
  return found
}

type Event = Record<string, unknown>

function eventOf(text: string | undefined): Event | undefined {
  if (text === undefined) return undefined
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? (value as Event) : undefined
  } catch {
    return undefined
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

function earlier(a: Event | undefined, b: Event | undefined): Event | undefined {
  const [atA, atB] = [textOf(a?.['at']), textOf(b?.['at'])]
  return a && (!b || (atA ?? '') <= (atB ?? '')) ? a : b
}

function fieldDifferences(a: Event, b: Event): FieldDifference[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]))
    .map((field) => ({ field, a: a[field], b: b[field] }))
}

function headDifferences(
  pathA: string,
  a: string | undefined,
  pathB: string,
  b: string | undefined,
): FieldDifference[] {
  const [headA, headB] = [eventOf(a), eventOf(b)]
  for (const [path, head] of [
    [pathA, headA],
    [pathB, headB],
  ] as const) {
    if (head?.['event'] !== 'start')
      throw new UserError(
        `${path} is not an event log: 'backlot run my.yaml --virtual --log ${path}' writes one.`,
      )
  }
  return fieldDifferences(headA!, headB!)
}
