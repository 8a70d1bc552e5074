/**
 * SIP messages out of a stream of bytes (TCP, RFC 3261 section 18.3), however it is cut. Content-Length says where a
 * message ends. What is no message costs the lines up to the next start line; a message with a bad head costs its own
 * bytes as far as its Content-Length can be read.
 */
import { ByteQueue } from '../byte-queue.ts'
import { contentLength, lineText, readHead, readStartLine, type SipHead } from './read-head.ts'
import { checkLimits, DEFAULT_LIMITS, type SipLimits } from './sip-limits.ts'
import type { SipMessage } from './sip-message.ts'
import { type SipProblem, type SipProblemCode, sipProblem } from './sip-problem.ts'

export type SipItem =
  | { kind: 'message'; message: SipMessage }
  /** Two blank lines between messages: the other side asks for one in return (RFC 5626 section 4.4.1). */
  | { kind: 'keepAlive' }
  | { kind: 'problem'; problem: SipProblem }

export type SipReader = {
  /** Takes the next bytes of the stream and answers the completed items. Never throws. */
  push(chunk: Uint8Array): SipItem[]
  /** Bytes of an unfinished message that wait for the rest. */
  readonly pending: number
}

/** A reader for one connection. Throws a RangeError when a limit is no whole number above zero. */
export function createSipReader(limits: SipLimits = DEFAULT_LIMITS): SipReader {
  checkLimits(limits)
  return new StreamReader(limits)
}

type State =
  | { at: 'between' }
  /** Lines that begin no message were reported; the next start line ends the search. */
  | { at: 'searching' }
  /** `scanned` bytes hold no end of the head. */
  | { at: 'head'; scanned: number }
  | { at: 'body'; head: SipHead; length: number }
  | { at: 'skipping'; left: number }

const LF = 10
const CR = 13
const latin1 = new TextDecoder('latin1')

class StreamReader implements SipReader {
  readonly #limits: SipLimits
  readonly #queue = new ByteQueue()
  #state: State = { at: 'between' }
  #blankLines = 0
  /** Waiting bytes known to hold no end of a line. */
  #scanned = 0

  constructor(limits: SipLimits) {
    this.#limits = limits
  }

  get pending(): number {
    return this.#queue.length
  }

  push(chunk: Uint8Array): SipItem[] {
    this.#queue.append(chunk)
    const items: SipItem[] = []
    while (this.#step(items));
    return items
  }

  /** False when more bytes are needed. */
  #step(items: SipItem[]): boolean {
    const state = this.#state
    switch (state.at) {
      case 'between':
      case 'searching':
        return this.#line(state.at === 'searching', items)
      case 'head':
        return this.#head(state.scanned, items)
      case 'body': {
        if (this.#queue.length < state.length) return false
        const body = this.#queue.take(state.length)
        const message = { ...state.head.start, headers: state.head.headers, body } as SipMessage
        items.push({ kind: 'message', message })
        this.#scanned = 0
        this.#state = { at: 'between' }
        return true
      }
      case 'skipping': {
        const count = Math.min(state.left, this.#queue.length)
        this.#drop(count)
        if (count < state.left) this.#state = { at: 'skipping', left: state.left - count }
        else this.#state = { at: 'between' }
        return count === state.left
      }
    }
  }

  #line(searching: boolean, items: SipItem[]): boolean {
    const bytes = this.#queue.view()
    const lf = bytes.indexOf(LF, this.#scanned)
    if (lf < 0) {
      this.#scanned = bytes.length
      if (bytes.length <= this.#limits.headBytes) return false
      if (!searching)
        this.#report(items, 'tooLong', `no end of a line within ${this.#limits.headBytes} bytes`)
      this.#drop(bytes.length)
      this.#state = { at: 'searching' }
      return false
    }
    if (lf === 0 || (lf === 1 && bytes[0] === CR)) {
      this.#drop(lf + 1)
      this.#blankLines = searching ? 0 : this.#blankLines + 1
      if (this.#blankLines === 2) {
        this.#blankLines = 0
        items.push({ kind: 'keepAlive' })
      }
      return true
    }
    this.#blankLines = 0
    const start = readStartLine(lineText(bytes, 0, lf).trimEnd(), this.#queue.offset)
    if (start.ok) this.#state = { at: 'head', scanned: lf }
    else {
      if (!searching) items.push({ kind: 'problem', problem: start.problem })
      this.#drop(lf + 1)
      this.#state = { at: 'searching' }
    }
    return true
  }

  #head(scanned: number, items: SipItem[]): boolean {
    const bytes = this.#queue.view()
    const max = this.#limits.headBytes
    let lf = bytes.indexOf(LF, scanned)
    let end = 0
    while (lf >= 0 && lf < max && end === 0) {
      if (bytes[lf + 1] === LF) end = lf + 2
      else if (bytes[lf + 1] === CR && bytes[lf + 2] === LF) end = lf + 3
      else if (lf + 2 >= bytes.length) break
      else lf = bytes.indexOf(LF, lf + 1)
    }
    if (end > max || (end === 0 && bytes.length > max)) {
      this.#report(items, 'tooLong', `no end of the head within ${max} bytes`)
      this.#drop(max)
      this.#state = { at: 'searching' }
      return true
    }
    if (end === 0) {
      this.#state = { at: 'head', scanned: lf < 0 ? bytes.length : lf }
      return false
    }
    this.#endOfHead(bytes.slice(0, end), items)
    return true
  }

  #endOfHead(bytes: Uint8Array, items: SipItem[]): void {
    const offset = this.#queue.offset
    const head = readHead(bytes, offset)
    const length = head.ok ? contentLength(head.value.headers, offset) : head
    this.#drop(bytes.length)
    if (!head.ok || !length.ok) {
      if (!length.ok) items.push({ kind: 'problem', problem: length.problem })
      this.#skip(lengthAnyway(bytes))
    } else if (length.value === undefined) {
      const { problem } = sipProblem('contentLength', offset, 'no Content-Length in a stream')
      items.push({ kind: 'problem', problem })
      this.#state = { at: 'searching' }
    } else if (length.value > this.#limits.bodyBytes) {
      this.#report(items, 'bodyTooLong', `a body of ${length.value} bytes, past ${this.#limits.bodyBytes}`)
      this.#skip(length.value)
    } else this.#state = { at: 'body', head: head.value, length: length.value }
  }

  #skip(left: number | undefined): void {
    this.#state = left === undefined ? { at: 'searching' } : { at: 'skipping', left }
  }

  #report(items: SipItem[], code: SipProblemCode, message: string): void {
    items.push({ kind: 'problem', problem: sipProblem(code, this.#queue.offset, message).problem })
  }

  #drop(count: number): void {
    this.#queue.drop(count)
    this.#scanned = 0
  }
}

/** Content-Length of a head that could not be read; undefined when that cannot be read either. */
function lengthAnyway(bytes: Uint8Array): number | undefined {
  const found = /^(?:content-length|l)[ \t]*:[ \t]*(\d{1,10})[ \t]*\r?$/im.exec(latin1.decode(bytes))
  return found ? Number(found[1]) : undefined
}
