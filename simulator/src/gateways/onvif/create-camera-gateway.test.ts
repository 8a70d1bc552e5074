import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createSecretBox } from '../../kernel/secret-box.ts'
import { createManualClock } from '../../timeline/manual-clock.ts'
import type { CameraRecord } from './camera-record.ts'
import { type CameraGateway, type CameraGatewayDeps, createCameraGateway } from './create-camera-gateway.ts'
import { type Answer, streamAnswer, type TestCamera, testCamera, USUAL } from './real-cameras.test-support.ts'

const NOW_MS = Date.parse('2026-11-26T08:00:00Z')
const PASSWORD = 'word'

/** A platform around the gateway whose records outlive it. */
function platform() {
  const clock = createManualClock(NOW_MS)
  const kept = new Map<string, CameraRecord>()
  const online = new Set<string>()
  let isFull = false
  const registry = {
    discover: ({ sn }: { sn: string }) => {
      devices.add(sn)
      return Promise.resolve()
    },
    spoke: () => undefined,
    underWay: () => Promise.resolve(),
    removeEmptyGroup: () => undefined,
  }
  const devices = new Set<string>()
  const open = (key: Uint8Array) =>
    createCameraGateway({
      hostClock: clock,
      resolve: async () => '127.0.0.1',
      ffmpeg: undefined,
      records: {
        all: () => [...kept.values()],
        async keep(record) {
          if (isFull) throw new Error('the disk is full')
          kept.set(record.sn, record)
        },
        remove: async (sn) => void kept.delete(sn),
      },
      box: createSecretBox(key),
      // The parts that the gateway uses, of a platform without a store.
      registry: registry as unknown as CameraGatewayDeps['registry'],
      ingest: {
        alarm: () => undefined,
        openAlarm: () => undefined,
        connected: (sn: string) => void online.add(sn),
        disconnected: (sn: string) => void online.delete(sn),
      } as unknown as CameraGatewayDeps['ingest'],
      hasDevice: (sn) => devices.has(sn),
      platformNow: () => clock.now(),
      log: pino({ level: 'silent' }),
      interfaceAddress: null,
      isOwn: () => false,
    })
  /** Lets time pass until something is so. */
  const until = async (isSo: () => boolean): Promise<void> => {
    for (let turn = 0; !isSo(); turn++) {
      if (turn > 10_000) throw new Error('it never was so')
      clock.advance(20)
      await new Promise(setImmediate)
    }
  }
  const fillDisk = () => {
    isFull = true
  }
  return { clock, online, open, until, kept, devices, fillDisk }
}

const camera = (serial: string, answers: Record<string, Answer> = {}) =>
  testCamera({
    ...USUAL,
    GetDeviceInformation: `<tds:GetDeviceInformationResponse><tds:SerialNumber>${serial}</tds:SerialNumber></tds:GetDeviceInformationResponse>`,
    ...answers,
  })
const wishOf = ({ port }: TestCamera, username = 'admin') => ({
  address: `http://127.0.0.1:${port}/onvif/device_service`,
  transport: 'auto' as const,
  username,
  password: username === '' ? '' : PASSWORD,
  name: 'Gate',
  keepTime: false,
  mainProfile: undefined,
  subProfile: undefined,
})

const added = async (gateway: CameraGateway, one: TestCamera, username?: string): Promise<string> => {
  const add = await gateway.add(wishOf(one, username))
  return add()
}

test('after a restart cameras come back with what was kept of them', async () => {
  const { open, online, until } = platform()
  await using one = await camera('A1')
  const key = randomBytes(32)
  {
    await using gateway = open(key)
    expect(await added(gateway, one)).toBe('ONVIF-A1')
    await until(() => online.has('ONVIF-A1'))
  }
  expect(online.size).toBe(0)
  await using gateway = open(key)
  await until(() => online.has('ONVIF-A1'))
  expect(gateway.list()).toMatchObject([
    { sn: 'ONVIF-A1', state: 'online', mainProfile: 'Profile_1', fault: null },
  ])
  expect(gateway.stats()).toMatchObject({ states: { online: 1, offline: 0 }, sessions: 1 })
  expect(gateway.external({ sn: 'ONVIF-A1', chnId: 1, streamType: 'sub' })).toBeDefined()
})

test('without its key a camera says what to do, others go on, and the password heals it', async () => {
  const { open, online, until } = platform()
  await using one = await camera('A1')
  await using free = await camera('B1')
  {
    await using gateway = open(randomBytes(32))
    await added(gateway, one)
    await added(gateway, free, '')
  }
  await using gateway = open(randomBytes(32))
  await until(() => online.has('ONVIF-B1'))
  const shown = (sn: string) => gateway.list().find((each) => each.sn === sn)
  expect(shown('ONVIF-A1')).toMatchObject({
    state: 'offline',
    fault: 'keyLost',
    faultDetail: expect.stringContaining('Enter the password again'),
  })
  await expect(gateway.syncTime('ONVIF-A1')).rejects.toMatchObject({ fault: 'keyLost' })
  await expect(gateway.update({ sn: 'ONVIF-A1' })).rejects.toMatchObject({ fault: 'keyLost' })
  const update = await gateway.update({ sn: 'ONVIF-A1', password: PASSWORD })
  await update()
  await until(() => online.has('ONVIF-A1'))
  expect(shown('ONVIF-A1')).toMatchObject({ state: 'online', fault: null })
})

test('a change that cannot be stored leaves the camera as it was', async () => {
  const { open, online, until, fillDisk } = platform()
  await using one = await camera('A1')
  await using gateway = open(randomBytes(32))
  await added(gateway, one)
  await until(() => online.has('ONVIF-A1'))
  const update = await gateway.update({ sn: 'ONVIF-A1', keepTime: true })
  fillDisk()
  await expect(update()).rejects.toThrow('the disk is full')
  expect(gateway.list()).toMatchObject([{ sn: 'ONVIF-A1', state: 'online', keepTime: false }])
})

/** Takes RTSP connections, tells the addresses that are asked for, and answers nothing. */
async function silentStream() {
  const asked: string[] = []
  const server = createServer((socket) => {
    socket
      .on('data', (bytes) => asked.push(bytes.toString('latin1').split(' ')[1]!))
      .on('error', () => undefined)
    socket.once('data', () => socket.end('RTSP/1.0 404 Not Found\r\nCSeq: 1\r\n\r\n'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

test('secrets in the paths of streams are stored sealed, asked for in full, and told nobody', async () => {
  const { open, kept, until } = platform()
  await using stream = await silentStream()
  const path = '/user=admin_password=tlJwpbo6_channel=1_stream=0.sdp?real_stream'
  await using one = await camera('A1', {
    GetStreamUri: streamAnswer(`rtsp://127.0.0.1:${stream.port}${path}`),
  })
  const key = randomBytes(32)
  {
    await using gateway = open(key)
    const { found } = await gateway.probe({ ...wishOf(one), sn: undefined })
    expect(found.profiles[0]!.streamUri).toContain('_password=***_channel=1_stream=0.sdp?real_stream')
    await added(gateway, one)
  }
  expect(JSON.stringify([...kept.values()])).not.toContain('tlJwpbo6')
  {
    await using gateway = open(key)
    expect(JSON.stringify(gateway.list())).not.toContain('tlJwpbo6')
    const events = { tag: () => undefined, live: () => undefined, restarted: () => undefined }
    const running = gateway.external({ sn: 'ONVIF-A1', chnId: 1, streamType: 'main' })!((ms) => ms, events)
    await until(() => stream.asked.length > 0)
    await running.stop()
    expect(stream.asked[0]).toBe(`rtsp://127.0.0.1:${stream.port}${path}`)
  }
  await using gateway = open(randomBytes(32))
  expect(gateway.list()).toMatchObject([{ state: 'offline', fault: 'keyLost' }])
})

test('an address that comes back with its secret hidden means the stored one, at its host alone', async () => {
  const { open, kept, devices } = platform()
  devices.add('RTSP-1')
  await using stream = await silentStream()
  const place = { port: stream.port, path: '/user=admin&password=word&channel=1' }
  const plain = { token: '', place }
  kept.set('RTSP-1', {
    ...{ sn: 'RTSP-1', way: 'rtsp', host: '127.0.0.1', ...place, username: '', sealedPassword: '' },
    ...{ transport: 'tcp', keepTime: false, maker: '', model: '', hasPtz: false, hasAudio: false },
    ...{ sourceToken: '', main: plain, sub: plain, presets: [] },
  })
  await using gateway = open(randomBytes(32))
  const [{ address } = { address: '' }] = gateway.list()
  expect(address).toBe(`rtsp://127.0.0.1:${stream.port}/user=admin&password=***&channel=1`)
  // The session asks, too.
  const asked = async (given: string): Promise<string[]> => {
    await expect(gateway.update({ sn: 'RTSP-1', address: given })).rejects.toMatchObject({ fault: 'refused' })
    return stream.asked
  }
  expect(await asked(address.replace('=1', '=2'))).toContainEqual(
    expect.stringMatching(/password=word&channel=2$/),
  )
  expect(await asked(address.replace('***', 'other'))).toContainEqual(
    expect.stringMatching(/password=other&channel=1$/),
  )
  expect(await asked(address.replace('127.0.0.1', 'localhost'))).toContainEqual(
    expect.stringMatching(/localhost:\d+\/user=admin&password=\*\*\*&channel=1$/),
  )
})

const endless = (response: ServerResponse): void => {
  const more = (): void => {
    while (!response.destroyed && response.write('<a>'.repeat(10_000)));
  }
  response.on('drain', more)
  more()
}

test('cameras that hang, close, or answer rubbish and no end of it disturb no other', async () => {
  const { open, online, until } = platform()
  const ways: ((response: ServerResponse) => void)[] = [
    () => undefined,
    (response) => response.destroy(),
    (response) => response.end('\u0000<a><b></a>&x;'),
    endless,
  ]
  const broken: TestCamera[] = []
  for (const i of ways.keys()) broken.push(await camera(`X${i}`))
  await using good = await camera('G1')
  await using gateway = open(randomBytes(32))
  for (const each of [...broken, good]) await added(gateway, each)
  await until(() => online.size === ways.length + 1)
  for (const [i, way] of ways.entries()) broken[i]!.spoil = way
  await until(() => online.size === 1)
  const heard = () => gateway.list().find(({ sn }) => sn === 'ONVIF-G1')
  const before = heard()!.heardTime!
  await until(() => heard()!.heardTime! >= before + 60)
  expect(heard()).toMatchObject({ state: 'online' })
  const faults = gateway.list().flatMap(({ sn, fault }) => (sn === 'ONVIF-G1' ? [] : [fault]))
  expect(faults).toEqual(['timeout', 'unreachable', 'notOnvif', 'notOnvif'])
  expect([...online]).toEqual(['ONVIF-G1'])
  for (const each of broken) {
    each.spoil = undefined
    await until(() => online.has(`ONVIF-X${broken.indexOf(each)}`))
    await each[Symbol.asyncDispose]()
  }
})
