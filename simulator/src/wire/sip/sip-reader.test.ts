import { describe, expect, it } from 'vitest'
import { bytesOf, MESSAGE, messageOf, REGISTER, RINGING } from './sip-messages.test-support.ts'
import { createSipReader, type SipItem } from './sip-reader.ts'

const STREAM = `${REGISTER}\r\n\r\n${MESSAGE}${RINGING}`
const named = (items: readonly SipItem[]) =>
  items.map((item) => {
    if (item.kind === 'problem') return item.problem.code
    if (item.kind === 'keepAlive') return 'keepAlive'
    return item.message.kind === 'request' ? item.message.method : item.message.status
  })
const read = (text: string, limits?: { headBytes: number; bodyBytes: number }) =>
  createSipReader(limits).push(bytesOf(text))

describe('a stream', () => {
  const whole = read(STREAM)

  it('yields the messages and keep-alives in it', () => {
    expect(named(whole)).toEqual(['REGISTER', 'keepAlive', 'MESSAGE', 180])
    expect(whole[2]).toEqual({ kind: 'message', message: messageOf(MESSAGE) })
  })
  it('yields the same wherever it is cut', () => {
    const bytes = bytesOf(STREAM)
    const others: number[] = []
    for (let cut = 0; cut <= bytes.length; cut++) {
      const reader = createSipReader()
      const items = [...reader.push(bytes.subarray(0, cut)), ...reader.push(bytes.subarray(cut))]
      if (named(items).join() !== named(whole).join() || reader.pending > 0) others.push(cut)
    }
    expect(others).toEqual([])
  })
  it('yields the same byte by byte', () => {
    const reader = createSipReader()
    const items = [...bytesOf(STREAM)].flatMap((byte) => reader.push(Uint8Array.of(byte)))
    expect(items).toEqual(whole)
  })
  it('may end its lines with LF alone', () => {
    expect(named(read(REGISTER.replaceAll('\r\n', '\n').repeat(2)))).toEqual(['REGISTER', 'REGISTER'])
  })
  it('passes over what is no message, once, and finds the next one', () => {
    const items = read(`${REGISTER}noise\r\nmore noise\r\n\r\n${MESSAGE}`)
    expect(named(items)).toEqual(['REGISTER', 'startLine', 'MESSAGE'])
    expect(items[1]).toMatchObject({ problem: { offset: REGISTER.length } })
  })
  it('passes over a message with a bad head and its body', () => {
    const bad = MESSAGE.replace('Max-Forwards: 70', 'no header')
    expect(named(read(`${bad}${REGISTER}\r\n\r\n`))).toEqual(['header', 'REGISTER', 'keepAlive'])
  })
  it('wants Content-Length', () => {
    const text = REGISTER.replace('Content-Length: 0\r\n', '')
    expect(named(read(text + REGISTER))).toEqual(['contentLength', 'REGISTER'])
    expect(named(read(REGISTER.replace('Length: 0', 'Length: x') + REGISTER))).toEqual([
      'contentLength',
      'REGISTER',
    ])
  })
  it('passes over a body past the limit, and a head past it', () => {
    const limits = { headBytes: 600, bodyBytes: 100 }
    expect(named(read(MESSAGE + REGISTER, limits))).toEqual(['bodyTooLong', 'REGISTER'])
    const long = REGISTER.replace('Expires: 3600', `X: ${'y'.repeat(1000)}`)
    expect(named(read(long + REGISTER, limits))).toEqual(['tooLong', 'REGISTER'])
    expect(named(read(`${'y'.repeat(5000)}\r\n${REGISTER}`, limits))).toContain('REGISTER')
  })
  it('keeps no more than a head without an end', () => {
    const reader = createSipReader({ headBytes: 600, bodyBytes: 100 })
    const line = bytesOf('y'.repeat(100))
    const items = Array.from({ length: 100 }, () => reader.push(line)).flat()
    expect(named(items)).toEqual(['tooLong'])
    expect(reader.pending).toBeLessThanOrEqual(600)
  })
  it('has limits above zero', () => {
    expect(() => createSipReader({ headBytes: 0, bodyBytes: 1 })).toThrow(RangeError)
    expect(() => createSipReader({ headBytes: 1, bodyBytes: 1.5 })).toThrow(RangeError)
  })
})
