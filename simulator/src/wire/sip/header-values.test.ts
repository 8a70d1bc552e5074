import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCSeq, writeCSeq } from './cseq.ts'
import { readSipAddress, type SipAddress, writeSipAddress } from './sip-address.ts'
import { parameterValue, type SipParameter } from './sip-parameters.ts'
import { readSipUri, writeSipUri } from './sip-uri.ts'
import { markedVia, readVia, responseTarget, writeVia } from './via.ts'

const taken = <T>(read: { ok: true; value: T } | { ok: false; problem: { message: string } }): T => {
  if (!read.ok) throw new Error(read.problem.message)
  return read.value
}
const token = fc.stringMatching(/^[a-zA-Z0-9.-]{1,12}$/)
const parameters: fc.Arbitrary<SipParameter[]> = fc.array(
  fc.oneof(
    fc.record({ name: token }),
    fc.record({ name: token, value: token }),
    fc.record({ name: token, value: fc.string({ minLength: 1, maxLength: 10 }) }),
  ),
  { maxLength: 4 },
)
const plainParameters: fc.Arbitrary<SipParameter[]> = fc.array(
  fc.oneof(fc.record({ name: token }), fc.record({ name: token, value: token })),
  { maxLength: 4 },
)
const host = fc.constantFrom('3402000000', '192.168.1.64', '[2001:db8::1]', 'pc33.atlanta.com')
const port = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined })
const defined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T

describe('a URI', () => {
  it('has user, host, port and parameters', () => {
    expect(readSipUri('sip:34020000001320000001@3402000000:5060;transport=tcp;lr?Subject=x')).toEqual({
      ok: true,
      value: {
        scheme: 'sip',
        user: '34020000001320000001',
        host: '3402000000',
        port: 5060,
        parameters: [{ name: 'transport', value: 'tcp' }, { name: 'lr' }],
        headers: 'Subject=x',
      },
    })
    expect(taken(readSipUri('SIPS:[2001:db8::1]:5061'))).toMatchObject({
      scheme: 'sips',
      host: '[2001:db8::1]',
    })
  })
  it.each([
    ['tel:+861', 0],
    ['sip:', 4],
    ['sip:@host', 4],
    ['sip:a b@host', 4],
    ['sip:a@host:0', 6],
    ['sip:a@host:70000', 6],
    ['sip:a@ho st', 6],
    ['sip:a@host;=x', 11],
  ])('%j is refused', (text, offset) => {
    expect(readSipUri(text)).toMatchObject({ ok: false, problem: { offset } })
  })
  it('is not written when it would not be read', () => {
    const uri = { scheme: 'sip', user: 'a', host: 'h', parameters: [] } as const
    expect(() => writeSipUri({ ...uri, user: 'a@b' })).toThrow(RangeError)
    expect(() => writeSipUri({ ...uri, port: 0 })).toThrow(RangeError)
    expect(() => writeSipUri({ ...uri, host: 'h:1' })).toThrow(RangeError)
    expect(() => writeSipUri({ ...uri, parameters: [{ name: 'a b' }] })).toThrow(RangeError)
    expect(() => writeSipUri({ ...uri, headers: 'a b' })).toThrow(RangeError)
  })
})

describe('an address', () => {
  it('without brackets gives its parameters to the header', () => {
    const { uri, parameters } = taken(readSipAddress('sip:34020000001320000001@3402000000;tag=88'))
    expect(uri.parameters).toEqual([])
    expect(parameterValue(parameters, 'TAG')).toBe('88')
    expect(parameterValue(parameters, 'expires')).toBeUndefined()
  })
  it('may have a name with signs of its own', () => {
    const text = '"A, <\\"B\\">" <sip:a@b;lr>;expires=60'
    const address = taken(readSipAddress(text))
    expect(address).toMatchObject({ displayName: 'A, <"B">', parameters: [{ name: 'expires', value: '60' }] })
    expect(writeSipAddress(address)).toBe(text)
  })
  it.each(['', '*', '<sip:a@b', 'Bob <tel:1>', '<sip:a@b>tag=1'])('%j is refused', (text) => {
    expect(readSipAddress(text).ok).toBe(false)
  })
  it('is read back as it was written', () => {
    const uri = fc
      .record({
        scheme: fc.constantFrom('sip' as const, 'sips' as const),
        user: token,
        host,
        port,
        parameters: plainParameters,
      })
      .map(defined)
    const name = fc.option(fc.stringMatching(/^[^\r\n]{1,10}$/), { nil: undefined })
    fc.assert(
      fc.property(fc.record({ displayName: name, uri, parameters }), (given) => {
        fc.pre(given.displayName === undefined || given.displayName.trim() !== '')
        fc.pre(!JSON.stringify(given).includes('\\r') && !JSON.stringify(given).includes('\\n'))
        const address = defined(given) as SipAddress
        expect(taken(readSipAddress(writeSipAddress(address)))).toEqual(address)
      }),
      { seed: 1 },
    )
  })
})

describe('Via', () => {
  it('has a sender and parameters', () => {
    expect(taken(readVia('SIP / 2.0 / udp 192.168.1.64:5060;rport;branch=z9hG4bK1'))).toEqual({
      transport: 'UDP',
      host: '192.168.1.64',
      port: 5060,
      parameters: [{ name: 'rport' }, { name: 'branch', value: 'z9hG4bK1' }],
    })
  })
  it.each(['', 'SIP/2.0/UDP', 'SIP/1.0/UDP a', 'SIP/2.0/UDP a:b', 'SIP/2.0/UDP a b'])(
    '%j is refused',
    (text) => {
      expect(readVia(text).ok).toBe(false)
    },
  )
  it('is marked with the source only where that tells something', () => {
    const source = { address: '10.0.0.7', port: 40_000 }
    const marked = (text: string) => writeVia(markedVia(taken(readVia(text)), source))
    expect(marked('SIP/2.0/UDP 10.0.0.7;branch=z9hG4bK1')).toBe('SIP/2.0/UDP 10.0.0.7;branch=z9hG4bK1')
    expect(marked('SIP/2.0/UDP cam:5060')).toBe('SIP/2.0/UDP cam:5060;received=10.0.0.7')
    expect(marked('SIP/2.0/UDP 10.0.0.7;rport;branch=z9hG4bK1')).toBe(
      'SIP/2.0/UDP 10.0.0.7;rport=40000;branch=z9hG4bK1;received=10.0.0.7',
    )
  })
  it.each([
    ['SIP/2.0/UDP cam', 'cam', 5060],
    ['SIP/2.0/UDP cam:5070;received=10.0.0.7', '10.0.0.7', 5070],
    ['SIP/2.0/UDP cam:5070;received=10.0.0.7;rport=40000', '10.0.0.7', 40_000],
    ['SIP/2.0/UDP [2001:db8::1];rport', '2001:db8::1', 5060],
  ])('%s says where the response goes', (text, address, target) => {
    expect(responseTarget(taken(readVia(text)))).toEqual({ address, port: target })
  })
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(
        fc.record({ transport: fc.constantFrom('UDP', 'TCP'), host, port, parameters }),
        (given) => {
          fc.pre(!/\\[rn]/.test(JSON.stringify(given)))
          expect(taken(readVia(writeVia(given)))).toEqual(defined(given))
        },
      ),
      { seed: 2 },
    )
    expect(() => writeVia({ transport: 'U DP', host: 'h', parameters: [] })).toThrow(RangeError)
  })
})

describe('CSeq', () => {
  it('is a number and a method', () => {
    expect(taken(readCSeq(' 20  MESSAGE '))).toEqual({ number: 20, method: 'MESSAGE' })
    expect(writeCSeq({ number: 20, method: 'MESSAGE' })).toBe('20 MESSAGE')
    expect(() => writeCSeq({ number: -1, method: 'BYE' })).toThrow(RangeError)
  })
  it.each(['', '20', 'BYE', '4294967296 BYE', '1 B E'])('%j is refused', (text) => {
    expect(readCSeq(text).ok).toBe(false)
  })
})
