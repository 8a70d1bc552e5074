import { expect, test } from 'vitest'
import type { CallEvents } from '../../sip/sip-calls.ts'
import { headerValue, type SipRequest } from '../../wire/sip/sip-message.ts'
import { createOutbox } from './outbox.ts'

function outbox(transport: 'udp' | 'tcp') {
  const defects: object[] = []
  const requests: { request: SipRequest; events: CallEvents }[] = []
  const made = createOutbox({
    endpoint: {
      request(request, _to, events) {
        requests.push({ request, events })
        return { cancel: () => undefined }
      },
    },
    peer: { transport, address: '127.0.0.1', port: 5060 },
    addresses: () => ({ from: '<sip:a@b>', to: '<sip:c@d>', uri: 'sip:c@d' }),
    headers: [],
    encoding: 'GB2312',
    now: () => 0,
    onAck: () => undefined,
    log: { error: (fields) => void defects.push(fields) },
  })
  const told: boolean[] = []
  return { made, requests, told, defects }
}
const KEEPALIVE = { kind: 'keepalive', sn: 1, deviceId: '34020000001320000001', status: 'OK' } as const

test('a message whose connection was lost goes out again on a new one, as a new request', () => {
  const { made, requests, told } = outbox('tcp')
  made.send(KEEPALIVE, (isAnswered) => told.push(isAnswered))
  requests[0]!.events.failed('unreachable')
  expect(requests).toHaveLength(2)
  const callIds = requests.map(({ request }) => headerValue(request, 'Call-ID'))
  expect(new Set(callIds).size).toBe(2)
  expect(requests[1]!.request.body).toEqual(requests[0]!.request.body)
  requests[1]!.events.answered({
    kind: 'response',
    status: 200,
    reason: 'OK',
    headers: [],
    body: new Uint8Array(),
  })
  expect(told).toEqual([true])
  expect(made.stats()).toEqual({ sent: 1, acked: 1, lost: 0, resent: 1, waiting: 0 })
})

test('after three lost connections, or without an answer in time, it is lost, and the next one goes out', () => {
  const { made, requests, told } = outbox('tcp')
  for (let i = 0; i < 3; i++) made.send(KEEPALIVE, (isAnswered) => told.push(isAnswered))
  for (let i = 0; i < 3; i++) requests[i]!.events.failed('unreachable')
  requests[3]!.events.failed('timeout')
  requests[4]!.events.failed('closed')
  expect(told).toEqual([false, false])
  expect(requests).toHaveLength(5)
  expect(made.stats()).toEqual({ sent: 3, acked: 0, lost: 2, resent: 2, waiting: 0 })
})

test('over UDP nothing is gained by trying at once', () => {
  const { made, requests, told } = outbox('udp')
  made.send(KEEPALIVE, (isAnswered) => told.push(isAnswered))
  requests[0]!.events.failed('unreachable')
  expect([requests.length, told]).toEqual([1, [false]])
})

test('a message that no XML can hold is lost and logged; those around it go out', () => {
  const { made, requests, told, defects } = outbox('udp')
  const UNWRITABLE = { ...KEEPALIVE, deviceId: '\u0001' }
  for (const message of [UNWRITABLE, KEEPALIVE, UNWRITABLE, KEEPALIVE])
    made.send(message, (isAnswered) => told.push(isAnswered))
  expect(requests).toHaveLength(1)
  const ok = { kind: 'response', status: 200, reason: 'OK', headers: [], body: new Uint8Array() } as const
  requests[0]!.events.answered(ok)
  requests[1]!.events.answered(ok)
  expect(told).toEqual([false, true, false, true])
  expect(made.stats()).toEqual({ sent: 2, acked: 2, lost: 2, resent: 0, waiting: 0 })
  expect(defects).toHaveLength(2)
})
