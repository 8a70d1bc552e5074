import { expect, test } from 'vitest'
import { createManualClock } from '../timeline/manual-clock.ts'
import { headerValue, type SipRequest, type SipResponse } from '../wire/sip/sip-message.ts'
import { createMemoryNet } from './memory-net.test-support.ts'
import { requestWithLogin } from './request-with-login.ts'
import type { DialogEnd, IncomingRequest, RequestHandler } from './sip-calls.ts'
import { createSipEndpoint } from './sip-endpoint.ts'
import { createSipLogin } from './sip-login.ts'

const [A, B] = ['10.0.0.1', '10.0.0.2']
const peer = (address: string) => ({ transport: 'udp' as const, address, port: 5060 })

function rig(handlers: Record<string, RequestHandler>) {
  const clock = createManualClock(1_800_000_000_000)
  const net = createMemoryNet(clock)
  const defects: unknown[] = []
  const warned: object[] = []
  const log = {
    error: (fields: object) => void defects.push(fields),
    warn: (fields: object) => void warned.push(fields),
  }
  const open = (address: string, own: Record<string, RequestHandler>) =>
    createSipEndpoint(
      { handlers: own, serves: (uri) => !uri.includes('nobody') },
      { net: net.open(address), hostClock: clock, log },
    )
  return { clock, net, defects, warned, a: open(A, {}), b: open(B, handlers) }
}

const request = (method: string, number = 1, more: Partial<SipRequest> = {}): SipRequest => ({
  kind: 'request',
  method,
  uri: `sip:34020000002000000001@${B}`,
  headers: [
    { name: 'Max-Forwards', value: '70' },
    { name: 'From', value: '<sip:34020000001320000001@3402000000>;tag=f1' },
    { name: 'To', value: '<sip:34020000002000000001@3402000000>' },
    { name: 'Call-ID', value: `call-${method}` },
    { name: 'CSeq', value: `${number} ${method}` },
  ],
  body: new Uint8Array(),
  ...more,
})

function outcome() {
  const seen: (number | string)[] = []
  return {
    seen,
    progress: ({ status }: SipResponse) => void seen.push(status),
    answered: ({ status }: SipResponse) => void seen.push(status),
    failed: (reason: string) => void seen.push(reason),
  }
}

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

test('a Contact that no request line can hold does not stop ACK and BYE', () => {
  const { clock, dialog, inside, ended, defects } = called((incoming) => {
    incoming.accept(
      { headers: [{ name: 'Contact', value: '<sip:b@10.0.0.2 ; x=y>' }] },
      { acked: () => void inside.push('acked'), ended: (reason) => void ended.push(['b', reason]) },
    )
  })
  clock.advance(50)
  dialog.end()
  clock.advance(50)
  expect(inside).toEqual(['acked'])
  expect(ended).toEqual([
    ['a', 'ended'],
    ['b', 'bye'],
  ])
  expect(defects).toEqual([])
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

/** B answers an INVITE 200 and opens a dialog. */
function called(onIncoming?: (incoming: IncomingRequest) => void) {
  const ended: [string, DialogEnd][] = []
  const inside: string[] = []
  const eventsOf = (who: string) => ({
    ended: (reason: DialogEnd) => void ended.push([who, reason]),
    acked: () => void inside.push(`${who} acked`),
    request(incoming: IncomingRequest) {
      inside.push(`${who} ${incoming.request.method}`)
      incoming.respond(200)
    },
  })
  let dialogOfB: ReturnType<IncomingRequest['accept']>
  const all = rig({
    INVITE:
      onIncoming ??
      ((incoming) => {
        dialogOfB = incoming.accept({}, eventsOf('b'))
      }),
  })
  const events = outcome()
  const dialog = all.a.dialog(
    { local: '<sip:a@3402000000>', remote: '<sip:b@3402000000>', target: `sip:b@${B}`, peer: peer(B) },
    eventsOf('a'),
  )!
  const call = dialog.request('INVITE', { headers: [all.a.contact('a', 'udp')] }, events)
  return { ...all, ended, inside, dialog, call, events, dialogOfB: () => dialogOfB!, eventsOf }
}

test('INVITE, 200, ACK, requests of both sides, BYE', () => {
  const { clock, dialog, dialogOfB, ended, inside, events, net, a, b } = called()
  clock.advance(50)
  dialog.request('INFO', {}, outcome())
  clock.advance(50)
  dialogOfB().request('INFO', {}, outcome())
  clock.advance(50)
  dialogOfB().end()
  clock.advance(50)
  expect(events.seen).toEqual([200])
  expect(inside).toEqual(['b acked', 'b INFO', 'a INFO'])
  expect(ended).toEqual([
    ['b', 'ended'],
    ['a', 'bye'],
  ])
  expect(net.shown().map((line) => line.replace('10.0.0.', ''))).toEqual([
    '1 INVITE',
    '2 200',
    '1 ACK',
    '1 INFO',
    '2 200',
    '2 INFO',
    '1 200',
    '2 BYE',
    '1 200',
  ])
  clock.advance(60_000)
  expect([a.stats().dialogs, b.stats().dialogs, clock.pending()]).toEqual([0, 0, 0])
})

test('a 200 is sent again until its ACK comes, and every one is acknowledged', () => {
  const { clock, inside, net } = called()
  net.lose((message, count) => message?.kind === 'request' && message.method === 'ACK' && count < 6)
  clock.advance(10_000)
  const shown = net.shown()
  expect(shown.filter((line) => line.endsWith('200')).length).toBe(3)
  expect(shown.filter((line) => line.endsWith('ACK')).length).toBe(3)
  expect(inside).toEqual(['b acked'])
})

test('without an ACK the callee ends the dialog after 32 s', () => {
  const { clock, ended, net } = called()
  net.lose((message) => message?.kind === 'request' && message.method === 'ACK')
  clock.advance(33_000)
  expect(ended).toEqual([
    ['b', 'unacknowledged'],
    ['a', 'bye'],
  ])
})

test('a refusal of an INVITE is repeated until its ACK, which the caller sends for each', () => {
  const { clock, events, net } = called((incoming) => incoming.respond(486))
  net.lose((message, count) => message?.kind === 'request' && message.method === 'ACK' && count < 6)
  clock.advance(70_000)
  expect(events.seen).toEqual([486])
  expect(net.shown().filter((line) => line.endsWith('486')).length).toBeGreaterThan(1)
  expect(clock.pending()).toBe(0)
})

test('CANCEL before any response waits for one; the INVITE ends with 487', () => {
  const cancelled: string[] = []
  const { clock, call, events, net } = called((incoming) =>
    incoming.onCancelled(() => void cancelled.push('yes')),
  )
  call.cancel()
  expect(net.shown()).toEqual(['10.0.0.1 INVITE'])
  clock.advance(300)
  expect(events.seen).toEqual([100, 487])
  expect(cancelled).toEqual(['yes'])
  clock.advance(70_000)
  expect(clock.pending()).toBe(0)
})

test('an older number in a dialog is refused 500, and an unknown dialog after BYE 481', () => {
  const { clock, net, dialog } = called()
  clock.advance(50)
  dialog.request('INFO', {}, outcome())
  clock.advance(50)
  const info = net.log.find(({ message }) => message?.kind === 'request' && message.method === 'INFO')!
  const again = info.message as SipRequest
  const text = (branch: string) =>
    [
      `INFO ${again.uri} SIP/2.0`,
      ...again.headers.map(({ name, value }) =>
        name === 'Via' ? `Via: SIP/2.0/UDP 10.0.0.7:5060;branch=${branch}` : `${name}: ${value}`,
      ),
      '',
      '',
    ].join('\r\n')
  const statuses: number[] = []
  net.tap('10.0.0.7', (message) => void statuses.push((message as SipResponse).status))
  net.put(text('z9hG4bKx1'), peer('10.0.0.7'), peer(B))
  clock.advance(10)
  dialog.end()
  clock.advance(10)
  net.put(text('z9hG4bKx2'), peer('10.0.0.7'), peer(B))
  clock.advance(10)
  expect(statuses).toEqual([500, 481])
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
