import { describe, expect, it } from 'vitest'
import { readSipDatagram } from './read-sip-datagram.ts'
import { DEFAULT_LIMITS } from './sip-limits.ts'
import { headerValue, headerValues, withHeader } from './sip-message.ts'
import { bytesOf, crlf, MESSAGE, messageOf, REGISTER, RINGING, textOf } from './sip-messages.test-support.ts'

const problemOf = (text: string, limits = DEFAULT_LIMITS) => {
  const read = readSipDatagram(bytesOf(text), limits)
  return read.ok ? undefined : read.problem
}

describe('a datagram', () => {
  it('is a request with its headers in order', () => {
    const message = messageOf(REGISTER)
    expect(message).toMatchObject({ kind: 'request', method: 'REGISTER', body: new Uint8Array() })
    expect(message.headers.map(({ name }) => name).slice(0, 5)).toEqual([
      'Via',
      'From',
      'To',
      'Call-ID',
      'CSeq',
    ])
    expect(headerValue(message, 'expires')).toBe('3600')
    expect(headerValue(message, 'Date')).toBeUndefined()
  })
  it('may have compact names, and its body is what Content-Length says', () => {
    const message = messageOf(`${MESSAGE}behind`)
    expect(message.headers.map(({ name }) => name)).toEqual([
      'Via',
      'From',
      'To',
      'Call-ID',
      'CSeq',
      'Content-Type',
      'Max-Forwards',
      'Content-Length',
    ])
    expect(textOf(message.body)).toMatch(/^<\?xml[\s\S]*<\/Notify>\r\n$/)
  })
  it('is a response with folded lines, several values a line and names in any case', () => {
    const message = messageOf(RINGING)
    expect(message).toMatchObject({ kind: 'response', status: 180, reason: 'Ringing' })
    expect(headerValues(message, 'VIA')).toEqual([
      'SIP/2.0/UDP server10.biloxi.com ;branch=z9hG4bK4b43c2ff8.1;received=192.0.2.3',
      'SIP/2.0/UDP bigbox3.site3.atlanta.com;branch=z9hG4bK77ef4c2312983.1 ;received=192.0.2.2',
      'SIP/2.0/UDP pc33.atlanta.com;branch=z9hG4bKnashds8',
    ])
    expect(headerValues(message, 'From')).toEqual(['"Alice, \\"A\\"" <sip:alice@atlanta.com>;tag=1928301774'])
  })
  it('may end its lines with LF, begin with blank lines and say no length', () => {
    const text = `\r\n\r\n${REGISTER.replace('Content-Length: 0\r\n', '').replaceAll('\r\n', '\n')}v=0\n`
    expect(textOf(messageOf(text).body)).toBe('v=0\n')
  })
  it('may have no blank line when it has no body', () => {
    expect(messageOf(REGISTER.slice(0, -2))).toEqual(messageOf(REGISTER))
  })
  it.each(['', '\r\n\r\n', '\0\0\0\0', 'jaK\0', 'jaK'])('%j only keeps a mapping open', (text) => {
    expect(problemOf(text)).toMatchObject({ code: 'empty' })
  })
  it.each([
    ['REGISTER sip:a@b', 'startLine', 0],
    ['SIP/2.0 42 Answer', 'startLine', 0],
    ['SIP/2.0 700 Much', 'startLine', 0],
    ['REGISTER sip:a@b SIP/3.0', 'version', 0],
  ])('that begins with %j is refused', (line, code, offset) => {
    expect(problemOf(REGISTER.replace(/^.*/, line))).toMatchObject({ code, offset })
  })
  it('names the place of a line that is no header', () => {
    const text = REGISTER.replace('Max-Forwards: 70', 'Max Forwards: 70')
    expect(problemOf(text)).toMatchObject({ code: 'header', offset: text.indexOf('Max Forwards') })
    expect(problemOf(REGISTER.replace('Via:', ' Via:'))).toMatchObject({ code: 'header' })
    expect(problemOf(REGISTER.replace('Expires: 3600', 'X: 1\r\n'.repeat(300)))).toMatchObject({
      code: 'header',
    })
  })
  it.each(['Via', 'From', 'To', 'Call-ID', 'CSeq'])('without %s is refused', (name) => {
    const message = problemOf(REGISTER.replace(`${name}: `, 'X-Other: '))
    expect(message).toMatchObject({ code: 'missing', message: `no ${name}` })
  })
  it('is refused when its length is wrong or past a limit', () => {
    const withLength = (value: string) => REGISTER.replace('Content-Length: 0', `Content-Length: ${value}`)
    expect(problemOf(withLength('-1'))).toMatchObject({ code: 'contentLength' })
    expect(problemOf(withLength('1\r\nContent-Length: 2'))).toMatchObject({ code: 'contentLength' })
    expect(problemOf(withLength('5'))).toMatchObject({ code: 'cut', offset: withLength('5').length })
    expect(problemOf(MESSAGE, { headBytes: 100, bodyBytes: 5000 })).toMatchObject({ code: 'tooLong' })
    expect(problemOf(MESSAGE, { headBytes: 5000, bodyBytes: 20 })).toMatchObject({ code: 'bodyTooLong' })
  })
  it('has a header replaced once, or added', () => {
    const message = messageOf(RINGING)
    expect(headerValues(withHeader(message, 'via', 'SIP/2.0/UDP a'), 'Via')).toEqual(['SIP/2.0/UDP a'])
    expect(headerValue(withHeader(message, 'Expires', '60'), 'Expires')).toBe('60')
    expect(textOf(bytesOf(crlf('a', 'b')))).toBe('a\r\nb')
  })
})
