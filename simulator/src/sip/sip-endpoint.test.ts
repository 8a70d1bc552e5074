import { expect, test } from 'vitest'
import { headerValue, type SipResponse } from '../wire/sip/sip-message.ts'
import { requestWithLogin } from './request-with-login.ts'
import { createSipLogin } from './sip-login.ts'
import { B, outcome, peer, request, rig } from './sip-rig.test-support.ts'

test('a request without an answer is sent at 0, 0.5, 1.5, 3.5, 7.5 s, then every 4 s, and given up after 32 s', () => {
  const { a, net, clock } = rig({})
  net.lose(() => true)
  const events = outcome()
  const began = clock.now()
  const times: number[] = []
  a.request(request('MESSAGE'), peer(B), events)
  for (let i = 0; i < 400 && events.seen.length === 0; i++) {
    while (times.length < net.log.length) times.push((clock.now() - began) / 1000)
    clock.advance(100)
  }
  expect(times).toEqual([0, 0.5, 1.5, 3.5, 7.5, 11.5, 15.5, 19.5, 23.5, 27.5, 31.5])
  expect(events.seen).toEqual(['timeout'])
  expect(clock.pending()).toBe(0)
})

test('an INVITE doubles its distances until it is given up', () => {
  const { a, net, clock } = rig({})
  net.lose(() => true)
  const events = outcome()
  a.request(request('INVITE'), peer(B), events)
  clock.advance(33_000)
  expect(net.log).toHaveLength(7)
  expect(events.seen).toEqual(['timeout'])
})

test('a lost answer is sent again from memory: the handler sees the request once', () => {
  let handled = 0
  const { a, net, clock } = rig({
    MESSAGE(incoming) {
      handled++
      incoming.respond(200)
    },
  })
  net.lose((message, count) => message?.kind === 'response' && count < 5)
  const events = outcome()
  a.request(request('MESSAGE'), peer(B), events)
  clock.advance(5000)
  expect([handled, events.seen]).toEqual([1, [200]])
  clock.advance(60_000)
  expect(clock.pending()).toBe(0)
})

test.each([
  ['a method without a handler', request('PUBLISH'), 405],
  ['a URI of somebody else', request('MESSAGE', 1, { uri: 'sip:nobody@10.0.0.9' }), 404],
  [
    'a URI of somebody else without hops left',
    request('MESSAGE', 1, {
      uri: 'sip:nobody@10.0.0.9',
      headers: request('MESSAGE').headers.map((one) =>
        one.name === 'Max-Forwards' ? { ...one, value: '0' } : one,
      ),
    }),
    483,
  ],
  ['a URI of another scheme', request('MESSAGE', 1, { uri: 'tel:110' }), 416],
  [
    'an extension that is required',
    request('MESSAGE', 1, { headers: [...request('MESSAGE').headers, { name: 'Require', value: '100rel' }] }),
    420,
  ],
  [
    'a dialog that is not there',
    request('INFO', 1, {
      headers: request('INFO').headers.map((one) =>
        one.name === 'To' ? { ...one, value: `${one.value};tag=gone` } : one,
      ),
    }),
    481,
  ],
  [
    'From without a tag',
    request('MESSAGE', 1, {
      headers: request('MESSAGE').headers.map((one) =>
        one.name === 'From' ? { ...one, value: '<sip:1@2>' } : one,
      ),
    }),
    400,
  ],
  ['OPTIONS', request('OPTIONS'), 200],
])('%s is answered as RFC 3261 says', (_what, sent, status) => {
  const { a, clock, net } = rig({ MESSAGE: (incoming) => incoming.respond(200), INFO: () => undefined })
  const events = outcome()
  a.request(sent, peer(B), events)
  clock.advance(100)
  expect(events.seen).toEqual([status])
  const last = net.log.at(-1)!.message!
  expect(headerValue(last, 'To')).toMatch(/;tag=\w+/)
  if (status === 405) expect(headerValue(last, 'Allow')).toContain('MESSAGE')
})

test.each([
  ['a body that is cut off', '2.0', 'Call-ID: 1\r\nContent-Length: 500\r\n\r\n<?xml', 400],
  ['no Call-ID', '2.0', 'Content-Length: 0\r\n\r\n', 400],
  ['another version', '3.0', 'Call-ID: 1\r\n\r\n', 505],
])('a datagram with %s is answered', (_what, version, rest, status) => {
  const { clock, net } = rig({})
  const head = [
    `MESSAGE sip:1@2 SIP/${version}`,
    'Via: SIP/2.0/UDP 10.0.0.7:5060;branch=z9hG4bK1',
    'From: <sip:1@2>;tag=1',
    'To: <sip:1@2>',
    'CSeq: 1 MESSAGE',
    rest,
  ]
  net.put(head.join('\r\n'), peer('10.0.0.7'), peer(B))
  clock.advance(10)
  const sent = Buffer.from(net.bytes.at(-1)!).toString()
  expect(sent).toMatch(new RegExp(`^SIP/2.0 ${status} `))
  expect(sent).toContain('branch=z9hG4bK1')
})

test.each([
  ['Call-ID', 'Call-ID: a\rb', 'branch=z9hG4bK1'],
  ['Via', 'Call-ID: 1', 'branch=z9hG4bKa\rb'],
])('a CR alone inside %s is answered 400, and the answer has none', (_what, callId, branch) => {
  const { clock, net, defects } = rig({})
  net.put(
    `OPTIONS sip:1@2 SIP/2.0\r\nVia: SIP/2.0/UDP 10.0.0.7:5060;${branch}\r\nFrom: <sip:1@2>;tag=1\r\nTo: <sip:1@2>\r\n${callId}\r\nCSeq: 1 OPTIONS\r\n\r\n`,
    peer('10.0.0.7'),
    peer(B),
  )
  clock.advance(10)
  const sent = Buffer.from(net.bytes.at(-1)!).toString()
  expect(sent).toMatch(/^SIP\/2.0 400 /)
  expect(sent).not.toMatch(/\r(?!\n)/)
  expect(defects).toEqual([])
})

test('a request that cannot be written fails and is told, and nothing of it stays', () => {
  const { a, clock, net, defects } = rig({})
  const events = outcome()
  a.request(request('MESSAGE', 1, { uri: 'sip:3402 0001@10.0.0.2' }), peer(B), events)
  expect(a.stats().transactions).toBe(0)
  clock.advance(1000)
  expect([events.seen, defects.length, net.log.length]).toEqual([['unwritable'], 1, 0])
})

test('a response that cannot be written is told, and its transaction ends', () => {
  const { a, b, clock, defects } = rig({
    INVITE: (incoming) => incoming.respond(486, { reason: 'busy\nhere' }),
  })
  a.request(request('INVITE'), peer(B), outcome())
  clock.advance(200_000)
  expect(defects.length).toBeGreaterThan(0)
  expect([a.stats().transactions, b.stats().transactions]).toEqual([0, 0])
})

test('what a listener throws at a response is told', () => {
  const { a, clock, defects } = rig({ MESSAGE: (incoming) => incoming.respond(200) })
  a.request(request('MESSAGE'), peer(B), {
    answered() {
      throw new Error('planted')
    },
    failed: () => undefined,
  })
  clock.advance(100)
  expect(defects).toHaveLength(1)
})

test('dialogs that this side opens are not counted by address: a NAT may have all devices behind it', () => {
  const { a } = rig({})
  const parts = { local: '<sip:a@x>', remote: '<sip:b@x>', target: `sip:b@${B}`, peer: peer(B) }
  for (let i = 0; i < 6000; i++) a.dialog(parts, { ended: () => undefined })
  expect(a.stats().dialogs).toBe(6000)
})

test('what cannot be read is told once a minute and address', () => {
  const { clock, net, warned } = rig({})
  const garble = (address: string) => {
    net.put('nonsense\r\n\r\n', peer(address), peer(B))
    clock.advance(10)
  }
  for (const address of ['10.0.0.7', '10.0.0.7', '10.0.0.8']) garble(address)
  const told = { code: 'startLine', problem: "'nonsense' begins no message" }
  expect(warned).toEqual([
    { from: '10.0.0.7', ...told },
    { from: '10.0.0.8', ...told },
  ])
  clock.advance(60_000)
  garble('10.0.0.7')
  expect(warned).toHaveLength(3)
})

test('a request that comes on two ways is handled once: the second gets 482', () => {
  let handled = 0
  const { clock, net } = rig({
    MESSAGE(incoming) {
      handled++
      incoming.respond(200)
    },
  })
  const statuses: number[] = []
  net.tap('10.0.0.7', (message) => void statuses.push((message as SipResponse).status))
  for (const branch of ['z9hG4bK1', 'z9hG4bK2']) {
    net.put(
      `MESSAGE sip:1@2 SIP/2.0\r\nVia: SIP/2.0/UDP 10.0.0.7:5060;branch=${branch}\r\nFrom: <sip:1@2>;tag=1\r\nTo: <sip:1@2>\r\nCall-ID: 9\r\nCSeq: 1 MESSAGE\r\nContent-Length: 0\r\n\r\n`,
      peer('10.0.0.7'),
      peer(B),
    )
    clock.advance(10)
  }
  expect([handled, statuses]).toEqual([1, [200, 482]])
})

test('a handler that throws costs its own request alone', () => {
  const { a, clock, defects } = rig({
    MESSAGE() {
      throw new Error('planted')
    },
  })
  const events = outcome()
  a.request(request('MESSAGE'), peer(B), events)
  clock.advance(100)
  expect([events.seen, defects.length]).toEqual([[500], 1])
})

test.each([['MD5'], ['SHA-256']] as const)(
  'an account is let in by %s, a wrong one counted and slowed',
  (algorithm) => {
    const results: string[] = []
    let delays: number[] = []
    const { a, clock } = rig({
      REGISTER(incoming) {
        const found = login.check(incoming.request, (name) =>
          name === '34020000001320000001' ? 'right' : undefined,
        )
        results.push(found.result)
        if (found.result === 'known') return incoming.respond(200)
        if (found.result === 'wrong') delays = [...delays, login.failed(incoming.from.address)]
        incoming.respond(401, { headers: login.challenges(found.result === 'stale', [algorithm]) })
      },
    })
    const login = createSipLogin('3402000000', clock)
    const [right, wrong] = [outcome(), outcome()]
    const username = '34020000001320000001'
    requestWithLogin(a, request('REGISTER'), peer(B), { username, password: 'right' }, right)
    clock.advance(100)
    const other = request('REGISTER', 7)
    requestWithLogin(a, other, peer(B), { username, password: 'wrong' }, wrong)
    clock.advance(100)
    requestWithLogin(a, request('REGISTER', 17), peer(B), { username, password: 'wrong' }, outcome())
    clock.advance(100)
    expect([right.seen, wrong.seen]).toEqual([[200], [401]])
    expect(results).toEqual(['none', 'known', 'none', 'wrong', 'none', 'wrong'])
    expect(delays).toEqual([100, 200])
    login[Symbol.dispose]()
  },
)

test('one address may ask more than there is place for, as long as it is answered', () => {
  const { a, b, clock } = rig({ MESSAGE: (incoming) => incoming.respond(200) })
  const counts = new Map<number | string, number>()
  const count = (what: number | string) => void counts.set(what, (counts.get(what) ?? 0) + 1)
  for (let i = 1; i <= 12_000; i++)
    a.request(request('MESSAGE', i), peer(B), {
      answered: ({ status }) => count(status),
      failed: count,
    })
  clock.advance(100)
  expect(counts).toEqual(new Map([[200, 12_000]]))
  expect(b.stats().transactions).toBe(10_000)
  clock.advance(60_000)
  expect(b.stats().transactions).toBe(0)
  expect(clock.pending()).toBe(0)
})

test('what nobody answers takes the share of its address, and no more', () => {
  const { a, b, clock } = rig({ MESSAGE: () => undefined })
  const seen: (number | string)[] = []
  for (let i = 1; i <= 10_001; i++)
    a.request(request('MESSAGE', i), peer(B), {
      answered: ({ status }) => void seen.push(status),
      failed: (reason) => void seen.push(reason),
    })
  clock.advance(100)
  expect(seen).toEqual([503])
  expect(b.stats().transactions).toBe(10_000)
})
