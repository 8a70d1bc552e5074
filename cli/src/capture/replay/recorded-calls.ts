import type { Exchange } from '../capture.ts'
import type { PlatformTime } from './platform-time.ts'
import { type RequestKey, requestKey } from './request-key.ts'
import { preferWithin, type Visitor } from './visitor.ts'

/** Tolerance between a requested moment and a recorded one, on the clock or counted from now. */
const MOMENT_WITHIN_MS = 5 * 60_000

type Entry = { exchange: Exchange; moments: readonly number[]; askedMs: number }

/** The recorded exchanges by request. */
export class RecordedCalls {
  readonly #time: PlatformTime
  readonly #entries = new Map<string, Entry[]>()

  constructor(exchanges: readonly Exchange[], time: PlatformTime) {
    this.#time = time
    for (const exchange of exchanges) {
      if (!isWhole(exchange)) continue
      const { key, moments } = requestKey({ ...exchange, body: sentText(exchange), range: rangeOf(exchange) })
      const entry = { exchange, moments, askedMs: time.at(exchange.t) }
      const same = this.#entries.get(key)
      if (same) same.push(entry)
      else this.#entries.set(key, [entry])
    }
  }

  /**
   * Recorded answer to this request: the first of its kind that the visitor has not had yet, else the last; those of his
   * own account come before others. Undefined: it was never requested.
   */
  find({ key, moments }: RequestKey, visitor: Visitor): Exchange | undefined {
    const { span, used } = visitor
    const nowMs = this.#time.at(visitor.t())
    const fitting = (this.#entries.get(key) ?? []).filter((entry) => fits(entry, moments, nowMs))
    const near = preferWithin(span, fitting, ({ exchange }) => exchange.t)
    const found = near.find(({ exchange }) => !used.has(exchange.id)) ?? near.at(-1)
    if (found) used.add(found.exchange.id)
    return found?.exchange
  }
}

function fits({ moments, askedMs }: Entry, wanted: readonly number[], nowMs: number): boolean {
  return wanted.every((ms, at) => {
    const recorded = moments[at] ?? Number.NaN
    const apart = Math.min(Math.abs(ms - recorded), Math.abs(ms - nowMs - (recorded - askedMs)))
    return apart <= MOMENT_WITHIN_MS
  })
}

/** A reply that the page did not wait for is useless, but a stream is always cut at its end. */
function isWhole({ reply, unreachable, isCut, body, pieces }: Exchange): boolean {
  if (unreachable !== undefined) return true
  if (!reply) return false
  return body === undefined ? pieces.length > 0 : !isCut || 'file' in body
}

export const sentText = ({ sent }: Exchange): string | undefined =>
  sent && 'text' in sent ? sent.text : undefined

function rangeOf({ headers }: Exchange): string | undefined {
  return typeof headers.range === 'string' ? headers.range : undefined
}
