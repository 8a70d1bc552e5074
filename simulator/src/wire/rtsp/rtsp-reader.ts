/** Reads RTSP connections: messages, and packets between them (RFC 2326, 4 to 7 and 10.12). */
import { ByteQueue } from '../byte-queue.ts'
import type { InterleavedPacket, RtspAnswer, RtspProblem, RtspRequest } from './rtsp-message.ts'

export type RtspItem = RtspRequest | InterleavedPacket | RtspProblem

export type RtspReader<Item = RtspItem> = {
  feed(chunk: Uint8Array): void
  /** The next item; undefined until more bytes come, and for ever after a problem. */
  next(): Item | undefined
  /** Bytes of an item that is not whole. */
  readonly pending: number
}

/** Beyond these a client is no player. */
export const RTSP_LIMITS = { headBytes: 16 * 1024, headers: 64, bodyBytes: 64 * 1024 }
const DOLLAR = 0x24
const LINE = /^([A-Z_]{1,32}) (\S{1,2048}) (RTSP\/\d{1,2}\.\d{1,2}|\S{1,32})$/
const STATUS_LINE = /^RTSP\/\d{1,2}\.\d{1,2} (\d{3})(?: (.*))?$/
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,64})[ \t]*:[ \t]*(.*)$/

/** What a client sends. */
export const createRtspReader = (limits: typeof RTSP_LIMITS = RTSP_LIMITS): RtspReader =>
  createReader(limits, (line) => {
    const [, method, uri, version] = LINE.exec(line) ?? []
    return method ? { kind: 'request', method, uri: uri!, version: version! } : undefined
  })

/** What a server sends: answers, and seldom requests of its own. */
export const createRtspAnswerReader = (
  limits: typeof RTSP_LIMITS = RTSP_LIMITS,
): RtspReader<RtspItem | RtspAnswer> =>
  createReader<RtspAnswer | RtspRequest>(limits, (line) => {
    const [, status, reason] = STATUS_LINE.exec(line) ?? []
    if (status) return { kind: 'answer', status: Number(status), reason: reason ?? '' }
    const [, method, uri, version] = LINE.exec(line) ?? []
    return method ? { kind: 'request', method, uri: uri!, version: version! } : undefined
  })

type Headed<Message> = Message extends unknown ? Omit<Message, 'headers' | 'body'> : never

function createReader<Message extends RtspRequest | RtspAnswer>(
  limits: typeof RTSP_LIMITS,
  readLine: (line: string) => Headed<Message> | undefined,
): RtspReader<Message | InterleavedPacket | RtspProblem> {
  const queue = new ByteQueue()
  let isBroken = false

  const problem = (code: RtspProblem['code'], message: string, status: 400 | 413 = 400): RtspProblem => {
    isBroken = true
    const { offset } = queue
    queue.drop(queue.length)
    return { kind: 'problem', code, status, offset, message }
  }

  const interleaved = (): InterleavedPacket | undefined => {
    const held = queue.view()
    if (held.length < 4) return undefined
    const size = held.readUInt16BE(2)
    if (held.length < 4 + size) return undefined
    const item = queue.take(4 + size)
    return { kind: 'interleaved', channel: item[1]!, data: item.subarray(4) }
  }

  const message = (): Message | RtspProblem | undefined => {
    const held = queue.view()
    const end = held.indexOf('\r\n\r\n')
    if ((end < 0 ? held.length : end) > limits.headBytes)
      return problem('head', `a head of more than ${limits.headBytes} bytes`, 413)
    if (end < 0) return undefined
    const [first = '', ...lines] = held.toString('latin1', 0, end).split('\r\n')
    const line = readLine(first)
    if (!line) return problem('line', `'${firstWord(first)} …' is no first line of a message`)
    if (lines.length > limits.headers) return problem('head', `more than ${limits.headers} headers`, 413)
    const headers = new Map<string, string>()
    let last = ''
    for (const text of lines) {
      // A folded line goes on with the header before it (RFC 2822, 2.2.3).
      if (/^[ \t]/.test(text) && last) {
        headers.set(last, `${headers.get(last)} ${text.trim()}`)
        continue
      }
      const header = HEADER.exec(text)
      if (!header) return problem('header', `'${firstWord(text)} …' is no header`)
      last = header[1]!.toLowerCase()
      const before = headers.get(last)
      headers.set(last, before === undefined ? header[2]!.trim() : `${before}, ${header[2]!.trim()}`)
    }
    const told = headers.get('content-length') ?? '0'
    const size = /^\d{1,9}$/.test(told) ? Number(told) : Number.NaN
    if (Number.isNaN(size)) return problem('length', `Content-Length '${told.slice(0, 40)}' is no size`)
    if (size > limits.bodyBytes)
      return problem('length', `a body of more than ${limits.bodyBytes} bytes`, 413)
    const whole = end + 4 + size
    if (held.length < whole) return undefined
    const body = queue.take(whole).subarray(end + 4)
    return { ...line, headers, body } as unknown as Message
  }

  return {
    feed(chunk) {
      if (!isBroken) queue.append(chunk)
    },
    next() {
      if (isBroken) return undefined
      // Blank lines between messages are skipped, as servers of HTTP do (RFC 9112, 2.2).
      const held = queue.view()
      let blank = 0
      while (held[blank] === 0x0d || held[blank] === 0x0a) blank++
      if (blank > 0) queue.drop(blank)
      if (queue.length === 0) return undefined
      return held[blank] === DOLLAR ? interleaved() : message()
    },
    get pending() {
      return queue.length
    },
  }
}

/** What may be logged of a line: an address holds a password at times, and so does a header. */
const firstWord = (line: string): string => /^[\w-]{0,32}/.exec(line)![0]
