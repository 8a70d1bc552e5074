import { expect, test } from 'vitest'
import type { SipRequest, SipResponse } from '../wire/sip/sip-message.ts'
import type { DialogEnd, IncomingRequest } from './sip-calls.ts'
import { B, outcome, peer, rig } from './sip-rig.test-support.ts'

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
