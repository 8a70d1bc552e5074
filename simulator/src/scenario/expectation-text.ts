/**
 * The short form of an expectation: 'online 0.95', 'alarm {type: IoAlarm} within 5s', 'reading gasDetector 3
 * gasCombustible > 20 within 10m', 'channel lag p99 < 200ms'.
 */
import { SUBJECT_NAMES } from '@backlot/contract/control/scenario-expectations'
import { suggestion } from '../kernel/near-name.ts'

const TAIL = /\s+(within|throughout)\s+(\S+)\s*$/
const OF = /^(.*?)\s+of\s+(.+)$/
const BOUND = '(?:>=|<=|>|<|=)?\\s*-?\\d\\S*'

/** The long form, not yet checked; throws an Error with the fault. */
export function expectationOfText(text: string): Record<string, unknown> {
  const tail = TAIL.exec(text)
  const said = (tail ? text.slice(0, tail.index) : text).trim()
  const word = /^\w+/.exec(said)?.[0] ?? ''
  const rest = said.slice(word.length).trim()
  const subject = subjectOf(word, rest)
  return { ...subject, ...(tail ? { [tail[1]!]: tail[2]! } : {}) }
}

function subjectOf(word: string, rest: string): Record<string, unknown> {
  switch (word) {
    case 'alarm':
      return { alarm: rest === '' ? {} : fields(rest) }
    case 'online':
    case 'devices': {
      const of = OF.exec(rest)
      if (!of) return { [word]: number(rest) }
      return { [word]: { of: of[2]!, [word === 'online' ? 'share' : 'count']: number(of[1]!) } }
    }
    case 'reading': {
      const match = new RegExp(`^(.+?)\\s+([A-Za-z]\\w*)\\s+(${BOUND})$`).exec(rest)
      if (!match) throw new Error("write 'reading <device> <quantity> > 20'")
      return { reading: { device: match[1]!, quantity: match[2]!, is: number(match[3]!) } }
    }
    case 'state': {
      const match = /^(.+?)\s+(online|offline|alarmed|quiet)$/.exec(rest)
      if (!match) throw new Error("write 'state <device> offline' (online, offline, alarmed or quiet)")
      return { state: { device: match[1]!, is: match[2]! } }
    }
    case 'sky': {
      const match = new RegExp(`^([A-Za-z]\\w*)\\s+(${BOUND})$`).exec(rest)
      if (!match) throw new Error("write 'sky dust > 0.5'")
      return { sky: { [match[1]!]: number(match[2]!) } }
    }
    case 'fresh': {
      const match = /^(\S+)\s+((?:>=|>)?\s*\d\S*)(?:\s+of\s+(.+))?$/.exec(rest)
      if (!match) throw new Error("write 'fresh 30s 0.9 of vehicle'")
      return { fresh: { within: match[1]!, share: number(match[2]!), ...(match[3] ? { of: match[3] } : {}) } }
    }
    case 'channel': {
      const match = /^lag\s+(p50|p90|p99|max)\s*<=?\s*(\S+)$/.exec(rest)
      if (!match) throw new Error("write 'channel lag p99 < 200ms'")
      return { channel: { lag: match[1]!, under: match[2]! } }
    }
    default:
      if ((SUBJECT_NAMES as readonly string[]).includes(word))
        throw new Error(`'${word}' has no short form: write it as a mapping`)
      throw new Error(`there is no expectation '${word}'.${suggestion(word, SUBJECT_NAMES)}`)
  }
}

/** A bare number stays one; anything else is a bound. */
function number(text: string): number | string {
  const trimmed = text.trim()
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed
}

/** {type: IoAlarm, count: >= 3}: with colons or equals signs (a colon and a space want quotes in YAML). */
function fields(text: string): Record<string, unknown> {
  const inside = /^\{(.*)\}$/.exec(text)?.[1]
  if (inside === undefined) throw new Error("write 'alarm {type: IoAlarm, subType: SOS}'")
  const found: Record<string, unknown> = {}
  for (const part of inside.split(',')) {
    if (part.trim() === '') continue
    const match = /^\s*(\w+)\s*[:=]\s*(.+?)\s*$/.exec(part)
    if (!match) throw new Error(`'${part.trim()}' is not 'name: value'`)
    const value = match[2]!.replace(/^(['"])(.*)\1$/, '$2')
    found[match[1]!] = value === 'true' ? true : value === 'false' ? false : number(value)
  }
  return found
}
