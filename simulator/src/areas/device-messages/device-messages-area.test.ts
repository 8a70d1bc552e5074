import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../composition/areas/test-platform.test-support.ts'

let platform: TestPlatform
let north: Awaited<ReturnType<TestPlatform['signIn']>>

beforeAll(async () => {
  platform = await createTestPlatform()
  north = await platform.signIn('north')
})
afterAll(() => platform[Symbol.asyncDispose]())

const send = (sn: string, text: string, more: object = {}) =>
  north.post('/device/sendMessage', { sn, text, ...more })
const messages = async (query = '', client = north) =>
  (
    (await client.get(`/device/messages${query}`)).data as unknown as {
      list: { state: string; text: string }[]
    }
  ).list

test('a text to a unit is kept, and said to be taken when the unit answers', async () => {
  const { code, data } = await send('N-CAR', '  To the north gate  ', { urgent: true })
  expect(code).toBe(0)
  await vi.waitFor(async () => expect((await messages())[0]?.state).toBe('acknowledged'), { timeout: 30_000 })
  expect((await messages('?sn=N-CAR'))[0]).toMatchObject({
    id: (data as { id: number }).id,
    sn: 'N-CAR',
    text: 'To the north gate',
    urgent: true,
    spoken: false,
    senderName: 'North operator',
    time: 1_795_140_000,
    answerTime: 1_795_140_000,
  })
})

test('a unit that says no makes the message a failed one', async () => {
  await send('N-CAR', 'Say no')
  await vi.waitFor(
    async () => {
      expect((await messages())[0]).toMatchObject({ text: 'Say no', state: 'failed', failure: 'refused' })
    },
    { timeout: 30_000 },
  )
})

test('devices of others, without a display, off line, and texts of no or too much length are refused', async () => {
  expect((await send('S-CAR', 'Hello')).code).toBe(404)
  expect(await send('N-PTZ', 'Hello')).toMatchObject({
    code: 409,
    msg: 'This device cannot receive messages',
  })
  expect((await send('N-CAR', ' ')).code).toBe(400)
  expect((await send('N-CAR', 'x'.repeat(501))).code).toBe(400)
  const slot = platform.directory.slotOf('N-CAR') ?? 0
  platform.directory.setOnline(slot, { gisOnlineStatus: 0, videoOnlineStatus: 0 })
  expect(await send('N-CAR', 'Hello')).toMatchObject({ code: 30001, msg: 'The device is offline' })
  platform.directory.setOnline(slot, { gisOnlineStatus: 1, videoOnlineStatus: 1 })
})

test('messages are listed for who may see their devices, newest first, and not before their time', async () => {
  const south = await platform.signIn('south')
  expect(await messages('', south)).toEqual([])
  expect((await south.get('/device/messages?sn=N-CAR')).code).toBe(404)
  expect((await messages('?limit=1')).map(({ text }) => text)).toEqual(['Say no'])
  const nobody = await platform.signIn('nobody')
  expect((await nobody.post('/device/sendMessage', { sn: 'N-CAR', text: 'Hello' })).code).toBe(40_003)
  await platform.store.write('deviceMessages.add', {
    sn: 'N-CAR',
    text: 'Tomorrow',
    urgent: false,
    spoken: false,
    senderId: 1,
    senderName: 'Administrator',
    sentMs: platform.platformClock.now() + 86_400_000,
  })
  expect((await messages()).some(({ text }) => text === 'Tomorrow')).toBe(false)
})

test('what was on its way when the platform ended is given up', async () => {
  await platform.store.write('deviceMessages.add', {
    sn: 'N-CAR',
    text: 'Left over',
    urgent: false,
    spoken: false,
    senderId: 1,
    senderName: 'Administrator',
    sentMs: platform.platformClock.now(),
  })
  expect((await messages())[0]).toMatchObject({ text: 'Left over', state: 'sent' })
  await platform.store.write('deviceMessages.giveUp', undefined)
  expect((await messages())[0]).toMatchObject({ state: 'failed', failure: 'gone' })
})
