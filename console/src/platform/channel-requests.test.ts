import { readAdapter } from '@backlot/contract/adapters/platform-adapter'
import { getInfo } from '@backlot/contract/session/calls'
import { expect, it, vi } from 'vitest'
import { clock, credentials, setUp } from './channel.test-support.ts'
import { createChannel } from './channel-connection.ts'
import { fakeSockets } from './fake-sockets.test-support.ts'

it('answers requests, and rejects them when the channel is cut', async () => {
  const { channel, signIn } = setUp()
  await expect(channel.request(getInfo, undefined)).rejects.toMatchObject({ name: 'PlatformReplyError' })
  channel.connect(credentials)
  const socket = signIn()
  const refusedRequest = channel.request(getInfo, undefined)
  const { requestId } = socket.frames.at(-1)!
  socket.say({ type: 'reply', requestId, code: 40003, msg: 'no', data: null })
  await expect(refusedRequest).rejects.toMatchObject({ code: 40003, msg: 'no' })
  const cut = channel.request(getInfo, undefined)
  socket.drop(1006)
  await expect(cut).rejects.toMatchObject({ code: -1003 })
})

it('offers the calls that the platform names, while it is open and its adapter changes nothing about them', () => {
  const { channel, signIn } = setUp()
  expect(channel.offers('ptz.control')).toBe(false)
  channel.connect(credentials)
  const socket = signIn({ requests: ['ptz.control', 'liveVideo.start'] })
  expect(channel.offers('ptz.control')).toBe(true)
  expect(channel.offers('alarms.list')).toBe(false)
  socket.drop(1006)
  expect(channel.offers('ptz.control')).toBe(false)

  const offering = (adapter: object, more: object = {}) => {
    const { sockets, environment } = fakeSockets()
    const read = readAdapter(adapter)
    const other = createChannel({ ...environment, adapter: () => read, onRefused: vi.fn(), onClock: vi.fn() })
    other.connect(credentials)
    const opened = sockets.at(-1)!
    opened.onopen?.()
    opened.say({ type: 'loginReply', code: 0, msg: '', boot: 'b1', clock, ...more })
    return other.offers('ptz.control')
  }
  const named = { requests: ['ptz.control'] }
  expect(offering({})).toBe(false)
  expect(offering({ channel: { requests: ['ptz.control'] } })).toBe(true)
  expect(offering({ channel: { lacks: ['request'] } }, named)).toBe(false)
  expect(offering({ calls: { 'ptz.control': { send: { cmd: 'command' } } } }, named)).toBe(false)
})

it('asks a call by GET with its query as the body, in the language of the page', async () => {
  const { channel, signIn } = setUp()
  channel.connect(credentials)
  const socket = signIn({ requests: ['session.getInfo'] })
  const asked = channel.request(getInfo, {}, 'en')
  const frame = socket.frames.at(-1) as { requestId: string }
  expect(frame).toMatchObject({ type: 'request', call: getInfo.name, body: {}, language: 'en' })
  socket.say({ type: 'reply', requestId: frame.requestId, code: 30003, msg: 'busy', data: {} })
  await expect(asked).rejects.toMatchObject({ code: 30003, msg: 'busy' })
})
