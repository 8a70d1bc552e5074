import { getEventListeners } from 'node:events'
import utils from 'onvif/lib/utils.js'
import { expect, test, vi } from 'vitest'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { IRIS_STEP } from './camera-commands.ts'
import { createOnvifClient } from './onvif-client.ts'
import { openOnvifConnection } from './onvif-connection.ts'
import {
  type Answer,
  clockAnswer,
  subscription,
  type TestCamera,
  testCamera,
  USUAL,
} from './real-cameras.test-support.ts'

const NOW_MS = Date.parse('2026-11-26T08:00:00Z')
const hostClock = createManualClock(NOW_MS)
const clientOf = ({ port }: TestCamera) =>
  createOnvifClient(
    {
      end: { host: '127.0.0.1', address: '127.0.0.1', port },
      path: '/onvif/device_service',
      account: { username: 'admin', password: 'word' },
    },
    hostClock,
  )

/** Tokens whose time is further from a camera's clock are refused, as cameras do (ONVIF Core, 5.9.4). */
const TOKEN_WITHIN_MS = 5 * 60_000

/** It woke in 1970, and refuses tokens that are not of its time. */
async function carefulCamera() {
  const clock = { ms: 10_000 }
  const checked =
    (answer: string): Answer =>
    (_port, request) => {
      const created = Date.parse(/<Created[^>]*>([^<]*)</.exec(request)?.[1] ?? '')
      return Math.abs(created - clock.ms) < TOKEN_WITHIN_MS ? answer : 401
    }
  const camera = await testCamera({
    ...USUAL,
    GetSystemDateAndTime: () => {
      const [date, time] = new Date(clock.ms).toISOString().split(/[T.]/) as [string, string]
      return clockAnswer(date, time)
    },
    GetDeviceInformation: checked('<tds:GetDeviceInformationResponse/>'),
    SetSystemDateAndTime: () => {
      clock.ms = NOW_MS
      return '<tds:SetSystemDateAndTimeResponse/>'
    },
    SystemReboot: checked(
      '<tds:SystemRebootResponse><tds:Message>soon</tds:Message></tds:SystemRebootResponse>',
    ),
  })
  return { camera, clock }
}
const reboot = { method: 'systemReboot', options: {} }

test.each(['set by us', 'set by somebody else'])(
  'a camera that refuses tokens of another time is used when its clock was %s',
  async (by) => {
    const { camera, clock } = await carefulCamera()
    await using _camera = camera
    const connection = await openOnvifConnection(clientOf(camera), hostClock, new AbortController().signal)
    await connection.send(reboot)
    if (by === 'set by us') expect(await connection.setTime()).toBe(500)
    else {
      clock.ms = NOW_MS
      expect(await connection.ping()).toBe(500)
    }
    await connection.send(reboot)
    await connection.close()
  },
)

test('a subscription that cannot be pulled is given back', async () => {
  await using camera = await testCamera({
    ...USUAL,
    CreatePullPointSubscription: subscription('http://127.0.0.1/onvif/sub'),
    Unsubscribe: '<wsnt:UnsubscribeResponse/>',
  })
  const connection = await openOnvifConnection(clientOf(camera), hostClock, new AbortController().signal)
  await connection.subscribe()
  await expect(connection.pull({ take: () => undefined }, 0)).rejects.toMatchObject({ fault: 'refused' })
  const asked = () => camera.asked.filter((one) => one.endsWith('/onvif/sub'))
  expect(asked()).toEqual(['PullMessages /onvif/sub', 'Unsubscribe /onvif/sub'])
  await connection.close()
  expect(asked()).toHaveLength(2)
})

test('what a camera cannot do is not told as its own refusal', async () => {
  await using camera = await testCamera({
    ...USUAL,
    GetVideoSourceOptions: '<timg:GetOptionsResponse/>',
    GetOptions: '<timg:GetOptionsResponse/>',
  })
  const connection = await openOnvifConnection(clientOf(camera), hostClock, new AbortController().signal)
  const step = { method: IRIS_STEP, options: { token: 'VS', share: 1 } }
  await expect(connection.send(step)).rejects.toMatchObject({ fault: 'notSupported' })
  await connection.close()
})

test('nothing of a connection stays with the session, whether it fails or ends', async () => {
  await using camera = await testCamera({ ...USUAL })
  const { signal } = new AbortController()
  const connection = await openOnvifConnection(clientOf(camera), hostClock, signal)
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  await connection.close()
  camera.answers['GetDeviceInformation'] = () => 401
  await expect(openOnvifConnection(clientOf(camera), hostClock, signal)).rejects.toMatchObject({
    fault: 'credentials',
  })
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('a session that ended while the name of its camera was looked up asks the camera nothing', async () => {
  await using camera = await testCamera({ ...USUAL })
  await expect(openOnvifConnection(clientOf(camera), hostClock, AbortSignal.abort())).rejects.toMatchObject({
    fault: 'unreachable',
  })
  expect(camera.asked).toEqual([])
})

test.each([['xmlns'], ['&<!']])(
  'an answer of %j that the package would read for minutes is refused',
  async (part) => {
    const reads = vi.spyOn(utils, 'parseSOAPString')
    await using camera = await testCamera({ ...USUAL, GetDeviceInformation: part.repeat(5000) })
    await expect(
      openOnvifConnection(clientOf(camera), hostClock, new AbortController().signal),
    ).rejects.toMatchObject({ fault: 'notOnvif' })
    expect(reads.mock.calls.filter(([xml]) => xml.includes(part.repeat(2)))).toEqual([])
    reads.mockRestore()
  },
)
