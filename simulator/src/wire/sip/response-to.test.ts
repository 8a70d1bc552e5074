import { describe, expect, it } from 'vitest'
import { markReceived, responseTo } from './response-to.ts'
import { headerValue, headerValues } from './sip-message.ts'
import { crlf, MESSAGE, messageOf, REGISTER, requestOf, textOf } from './sip-messages.test-support.ts'
import { transactionKey } from './transaction-key.ts'
import { writeSipMessage } from './write-sip-message.ts'

const keyOf = (text: string, method?: string) => {
  const key = transactionKey(messageOf(text), method)
  return key.ok ? key.value : key.problem.code
}

describe('a response', () => {
  it('has what it copies from the request in its order', () => {
    const marked = markReceived(requestOf(REGISTER), { address: '10.0.0.7', port: 40_000 })
    if (!marked.ok) throw new Error(marked.problem.message)
    const response = responseTo(marked.value, {
      status: 401,
      toTag: '77',
      headers: [{ name: 'WWW-Authenticate', value: 'Digest realm="3402000000", nonce="1"' }],
    })
    expect(textOf(writeSipMessage(response))).toBe(
      crlf(
        'SIP/2.0 401 Unauthorized',
        'Via: SIP/2.0/UDP 192.168.1.64:5060;rport=40000;branch=z9hG4bK1371463273;received=10.0.0.7',
        'From: <sip:34020000001320000001@3402000000>;tag=2043466181',
        'To: <sip:34020000001320000001@3402000000>;tag=77',
        'Call-ID: 1011047669',
        'CSeq: 1 REGISTER',
        'WWW-Authenticate: Digest realm="3402000000", nonce="1"',
        'Content-Length: 0',
        '',
        '',
      ),
    )
  })
  it('keeps the tag that To has, and needs one when it is final', () => {
    const tagged = requestOf(REGISTER.replace('To: <sip:34020000001320000001@3402000000>', '$&;tag=5'))
    expect(headerValue(responseTo(tagged, { status: 200, toTag: '6' }), 'To')).toMatch(/;tag=5$/)
    expect(() => responseTo(requestOf(REGISTER), { status: 200 })).toThrow(RangeError)
    expect(headerValue(responseTo(requestOf(REGISTER), { status: 100 }), 'To')).not.toContain('tag')
    expect(() => responseTo(tagged, { status: 99 })).toThrow(RangeError)
  })
  it('keeps every Via, and Record-Route where a dialog may begin', () => {
    const request = requestOf(
      REGISTER.replace('From:', 'Via: SIP/2.0/UDP a, SIP/2.0/UDP b\r\nRecord-Route: <sip:p;lr>\r\nFrom:'),
    )
    expect(headerValues(responseTo(request, { status: 200, toTag: '1' }), 'Via')).toHaveLength(3)
    expect(headerValue(responseTo(request, { status: 200, toTag: '1' }), 'Record-Route')).toBe('<sip:p;lr>')
    expect(headerValue(responseTo(request, { status: 404, toTag: '1' }), 'Record-Route')).toBeUndefined()
    const marked = markReceived(request, { address: '10.0.0.7', port: 1 })
    expect(marked.ok && headerValues(marked.value, 'Via')).toHaveLength(3)
  })
  it('is not made for a Via that cannot be read', () => {
    const request = requestOf(REGISTER.replace('SIP/2.0/UDP 192', 'UDP 192'))
    expect(markReceived(request, { address: 'a', port: 1 })).toMatchObject({
      ok: false,
      problem: { code: 'via' },
    })
  })
})

describe('a written message', () => {
  it.each([REGISTER, MESSAGE])('is read back', (text) => {
    const message = messageOf(text)
    expect(messageOf(textOf(writeSipMessage(message)))).toEqual(message)
  })
  it('has no line break in a header and no bad names', () => {
    const message = requestOf(REGISTER)
    const headers = (name: string, value: string) =>
      writeSipMessage({ ...message, headers: [{ name, value }] })
    expect(() => headers('Subject', 'a\r\nVia: b')).toThrow(RangeError)
    expect(() => headers('Sub ject', 'a')).toThrow(RangeError)
    expect(() => writeSipMessage({ ...message, method: 'A B' })).toThrow(RangeError)
    expect(() => writeSipMessage({ ...message, uri: 'sip:a b' })).toThrow(RangeError)
    const response = responseTo(message, { status: 100 })
    expect(() => writeSipMessage({ ...response, status: 1000 })).toThrow(RangeError)
    expect(() => writeSipMessage({ ...response, reason: 'a\nb' })).toThrow(RangeError)
  })
})

describe('the key of a transaction', () => {
  it('is the same for a request and its responses', () => {
    const response = responseTo(requestOf(REGISTER), { status: 200, toTag: '1' })
    expect(keyOf(textOf(writeSipMessage(response)))).toBe(keyOf(REGISTER))
    expect(keyOf(REGISTER)).toBe('z9hG4bK1371463273|192.168.1.64:5060|REGISTER')
  })
  const as = (method: string, text = REGISTER) => text.replace(/REGISTER/g, method)
  it('is the same for an INVITE and its ACK, another for its CANCEL', () => {
    expect(keyOf(as('ACK'))).toBe(keyOf(as('INVITE')))
    expect(keyOf(as('CANCEL'))).not.toBe(keyOf(as('INVITE')))
    expect(keyOf(as('CANCEL'), 'INVITE')).toBe(keyOf(as('INVITE')))
  })
  it('without a branch of RFC 3261 comes from the dialog', () => {
    const old = REGISTER.replace('branch=z9hG4bK1371463273', 'branch=1')
    expect(keyOf(old)).toBe('1011047669|1|2043466181|1|192.168.1.64:5060|REGISTER')
    const acked = as('ACK', old).replace('To: <sip:34020000001320000001@3402000000>', '$&;tag=9')
    expect(keyOf(acked)).toBe(keyOf(as('INVITE', old)))
  })
  it('is a problem where Via, CSeq or From cannot be read', () => {
    expect(keyOf(REGISTER.replace('SIP/2.0/UDP 192', 'UDP 192'))).toBe('via')
    expect(keyOf(REGISTER.replace('CSeq: 1 ', 'CSeq: x '))).toBe('cseq')
    expect(keyOf(REGISTER.replace('branch=z9hG4bK', 'branch=').replace('From: <', 'From: <x'))).toBe('uri')
  })
})
