import { expect, it } from 'vitest'
import { CODES } from '../codes.ts'
import { channelAddress, platformFrame, readFrame } from './channel-frames.ts'
import { type AdapterEntry, readAdapter } from './platform-adapter.ts'

const NOW_MS = 1_700_000_000_000
const IDENTITY = { projectName: 'p', loginName: 'ann', sessionId: 's/1' }
const LOGIN = { type: 'login', ...IDENTITY } as const

const channel = (entry: NonNullable<Exclude<AdapterEntry, string>['channel']>) =>
  readAdapter({ channel: entry })

const DIALECT = channel({
  type: 'cmd',
  body: 'payload',
  code: 'state',
  msg: 'text',
  successIs: ['ok'],
  list: 'items',
  lacks: ['ping'],
  frames: {
    login: { name: 'AUTH', fields: { sessionId: 'token' }, fill: { client: 'web' } },
    loginReply: { name: 'AUTH_ACK' },
    gps: { name: 12, rows: { sn: 'code', longitude: 'pos.x' }, fillRows: { speed: 0 } },
    alarm: { name: 'ALARM', fill: { updateOnly: false, cursor: 0 } },
  },
})

it("leaves the contract's frames as they are", () => {
  const adapter = readAdapter('standard')
  expect(platformFrame(adapter, LOGIN)).toEqual(LOGIN)
  const batch = {
    type: 'batch',
    boot: 'b',
    epoch: 3,
    at: 1,
    messages: [{ type: 'gps', list: [{ sn: 'a' }] }],
  }
  expect(readFrame(adapter, batch, NOW_MS)).toEqual(batch)
  const reply = { type: 'reply', requestId: 'r1', code: 0, msg: '', data: { list: [1] } }
  expect(readFrame(adapter, reply, NOW_MS)).toEqual(reply)
})

it("sends frames by the platform's names, and none that it does not take", () => {
  expect(platformFrame(DIALECT, LOGIN)).toEqual({
    cmd: 'AUTH',
    payload: { projectName: 'p', loginName: 'ann', token: 's/1', client: 'web' },
  })
  expect(platformFrame(DIALECT, { type: 'ping', at: 1 })).toBeUndefined()
})

it("sends a call over the channel with the platform's names for its fields", () => {
  const adapter = readAdapter({ calls: { 'liveVideo.start': { send: { sn: 'code' } } } })
  const frame = { type: 'request', requestId: 'r', call: 'liveVideo.start', body: { sn: 'a' } } as const
  expect(platformFrame(adapter, frame)).toMatchObject({ requestId: 'r', body: { code: 'a' } })
})

it("reads the answer to a sign-in by the platform's words for success", () => {
  expect(readFrame(DIALECT, { cmd: 'AUTH_ACK', payload: { state: 'ok' } }, NOW_MS)).toMatchObject({
    type: 'loginReply',
    code: 0,
  })
  expect(
    readFrame(DIALECT, { cmd: 'AUTH_ACK', payload: { state: 'no', text: 'why' } }, NOW_MS),
  ).toMatchObject({
    type: 'loginReply',
    code: CODES.failed,
    msg: 'why',
  })
})

it('makes a batch of a message that comes singly, with its rows bare, named, or in a body of text', () => {
  const gps = {
    type: 'batch',
    boot: '',
    epoch: 0,
    at: NOW_MS,
    messages: [{ type: 'gps', list: [{ code: 'a', sn: 'a', pos: { x: 7 }, longitude: 7, speed: 0 }] }],
  }
  const rows = [{ code: 'a', pos: { x: 7 } }]
  expect(readFrame(DIALECT, { cmd: 12, payload: rows }, NOW_MS)).toEqual(gps)
  expect(readFrame(DIALECT, { cmd: 12, payload: { items: rows } }, NOW_MS)).toMatchObject(gps)
  expect(readFrame(DIALECT, { cmd: 12, payload: JSON.stringify(rows) }, NOW_MS)).toEqual(gps)
})

it('makes a batch of a list of messages, and keeps what it does not know as it is', () => {
  const odd = { cmd: 'WEATHER', payload: 1 }
  expect(readFrame(DIALECT, [{ cmd: 'ALARM', payload: [] }, odd], NOW_MS)).toMatchObject({
    type: 'batch',
    messages: [{ type: 'alarm', list: [], updateOnly: false, cursor: 0 }, odd],
  })
  for (const raw of [odd, null, 7, 'x', {}]) expect(readFrame(DIALECT, raw, NOW_MS)).toEqual(raw)
})

it('puts who signs in into the address where the platform wants it there', () => {
  const adapter = readAdapter({
    paths: { '/realtime': '/ws/push' },
    channel: { query: { token: '{sessionId}', v: '2' } },
  })
  expect(channelAddress(adapter, IDENTITY)).toEqual({ path: '/ws/push', query: '?token=s%2F1&v=2' })
  expect(channelAddress(adapter, undefined)).toEqual({ path: '/ws/push', query: '?v=2' })
  expect(channelAddress(readAdapter('standard'), IDENTITY)).toEqual({ path: '/realtime', query: '' })
})
