import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { ACCOUNT, HOST_MS, onvifRig, PLATFORM_MS } from '../../onvif/onvif-rig.test-support.ts'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { createCameraReach } from './camera-access.ts'

const reach = (clock = createManualClock(HOST_MS)) =>
  createCameraReach({ hostClock: clock, resolve: async () => '127.0.0.1', ffmpeg: undefined })
const loginOf = (port: number, sn = 'CAM01', account = ACCOUNT) => ({
  address: `http://127.0.0.1:${port}/onvif/${sn}/device_service`,
  transport: 'auto' as const,
  ...account,
})

test('a camera is asked what it is, which streams it has and what it can', async () => {
  await using rig = await onvifRig()
  const { found } = await reach().probe(loginOf(rig.server.port))
  expect(found).toMatchObject({
    way: 'onvif',
    maker: 'Backlot',
    model: 'BL-PTZ 32',
    firmware: '3.2.1',
    serialNumber: 'CAM01',
    abilities: { ptz: true, presets: true, imaging: true, events: true, recording: true },
  })
  expect(Math.abs(found.clockAheadMs! - (PLATFORM_MS - HOST_MS))).toBeLessThanOrEqual(1000)
  expect(found.profiles[0]).toMatchObject({
    token: 'ch1_main',
    name: 'Gate <1> main',
    ...{ codec: 'H264', width: 1280, height: 720, fps: 12, kbps: 2048 },
    ...{ ptz: true, audio: true, source: 'ch1' },
  })
  expect(JSON.stringify(found)).not.toContain(ACCOUNT.password)
})

test('a fixed camera with H.265 is read as one', async () => {
  await using rig = await onvifRig()
  const { found } = await reach().probe(loginOf(rig.server.port, 'CAM03'))
  expect(found.profiles[0]).toMatchObject({ codec: 'H265', ptz: false, audio: false })
  expect(found.abilities.ptz).toBe(false)
})

test('a serial number of many digits keeps all of them', async () => {
  await using rig = await onvifRig()
  rig.list[0]!.serialNumber = '11010500001320000021'
  const { found } = await reach().probe(loginOf(rig.server.port))
  expect(found.serialNumber).toBe('11010500001320000021')
})

test('a snapshot is fetched with the account', async () => {
  await using rig = await onvifRig()
  const picture = await reach().picture(loginOf(rig.server.port), 'ch1_sub')
  expect(picture.readUInt16BE(0)).toBe(0xffd8)
})

test.each([
  [{ username: 'admin', password: 'wrong' }],
  [{ username: '', password: '' }],
  [{ username: 'a"<&>', password: 'x' }],
])('an account that is not the one is told: %j', async (account) => {
  await using rig = await onvifRig()
  let caught: unknown
  reach()
    .probe(loginOf(rig.server.port, 'CAM01', account))
    .catch((error: unknown) => {
      caught = error
    })
  // Answers to wrong passwords are held back.
  await rig.until(() => caught !== undefined)
  expect(caught).toMatchObject({ fault: 'credentials' })
})

test('a port where nothing listens is told', async () => {
  const { port, close } = await listening(() => undefined)
  await close()
  await expect(reach().probe(loginOf(port))).rejects.toMatchObject({ fault: 'unreachable' })
})

async function listening(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { port: (server.address() as AddressInfo).port, close, [Symbol.asyncDispose]: close }
}

const soap = (body: string) => `<s:Envelope xmlns:s="x"><s:Body>${body}</s:Body></s:Envelope>`
const NOISE = [
  '',
  'hello',
  '<html><body>404</body></html>',
  '<a>',
  soap(''),
  soap('<GetSystemDateAndTimeResponse/>'),
  soap('<s:Fault/>'),
  soap('<s:Fault><s:Reason><s:Text>Go away</s:Text></s:Reason></s:Fault>'),
  soap(
    '<GetSystemDateAndTimeResponse><SystemDateAndTime><UTCDateTime/></SystemDateAndTime></GetSystemDateAndTimeResponse>',
  ),
  soap('<__proto__><constructor/></__proto__>'),
  '<a>'.repeat(5000),
]

test.each(NOISE.map((text) => [text.slice(0, 40), text]))(
  'a device that always answers %j is no camera, and ends nothing',
  async (_, text) => {
    await using server = await listening((_request, answer) => answer.end(text))
    const error = await reach()
      .probe(loginOf(server.port))
      .then(
        () => undefined,
        (caught: unknown) => caught,
      )
    expect(error).toMatchObject({ name: 'CameraProblem' })
    expect(['notOnvif', 'refused', 'noVideo', 'notSupported']).toContain((error as { fault: string }).fault)
  },
)

test('an endless answer is cut, and its socket with it', async () => {
  let cut = (): void => undefined
  const closed = new Promise<void>((resolve) => {
    cut = resolve
  })
  await using server = await listening((request, answer) => {
    const more = () => {
      while (!answer.destroyed && answer.write('x'.repeat(65_536)));
    }
    answer.on('drain', more)
    request.socket.on('close', cut)
    more()
  })
  await expect(reach().probe(loginOf(server.port))).rejects.toMatchObject({ fault: 'notOnvif' })
  await closed
})

test('a device that is silent is given up, and nothing of it stays open', async () => {
  const clock = createManualClock(HOST_MS)
  let asked = (): void => undefined
  const arrived = new Promise<void>((resolve) => {
    asked = resolve
  })
  await using server = await listening(() => asked())
  const probing = reach(clock).probe(loginOf(server.port))
  const caught = probing.catch((error: unknown) => error)
  await arrived
  clock.advance(10_000)
  expect(await caught).toMatchObject({ fault: 'timeout' })
})

test('a camera leads nowhere but to itself', async () => {
  const hosts: string[] = []
  await using other = await listening((_request, answer) => {
    hosts.push('other')
    answer.end()
  })
  await using server = await listening((_request, answer) => {
    answer.statusCode = 302
    answer.setHeader('location', `http://127.0.0.1:${other.port}/`)
    answer.end()
  })
  await expect(reach().probe(loginOf(server.port))).rejects.toMatchObject({ fault: 'notOnvif' })
  expect(hosts).toEqual([])
})
