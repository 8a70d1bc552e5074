/** One platform's own cameras register at another one by GB/T 28181: two processes, and nothing but the wire. */
import { listAlarms } from '@backlot/contract/alarms/calls'
import {
  controlDevices,
  controlRaiseAlarm,
  controlSetDevice,
  controlStatus,
} from '@backlot/contract/control/calls'
import { controlAddFaults, controlFaults, controlRemoveFaults } from '@backlot/contract/control/fault-calls'
import { listDevices } from '@backlot/contract/device-admin/calls'
import { channelList } from '@backlot/contract/devices/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { PTZ, ptzControl } from '@backlot/contract/ptz/calls'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

const PATIENT = { timeout: 20_000, interval: 100 }
const PASSWORD = 'Quiet@Street7'

/** Its cameras register at ours. */
let theirs: LaunchedSimulator
let ours: LaunchedSimulator
let operator: Operator
let camera: string
/** The same camera at ours. */
let sn: string
beforeAll(async () => {
  ours = await launchSimulator(['--no-rtmp', '--device-password', PASSWORD])
  const to = `gb28181://${ours.gb28181}?password=${encodeURIComponent(PASSWORD)}&kind=ptzCamera&count=8`
  theirs = await launchSimulator(['--no-rtmp', '--gb28181-to', to])
  operator = await Operator.signIn(ours.url)
  const { list } = await control(theirs.url, controlDevices, { query: { kind: 'ptzCamera' } })
  const found = list.find(({ online, gb28181 }) => online && gb28181 !== undefined)!
  camera = found.sn
  sn = found.gb28181!
})
afterAll(() => Promise.all([theirs?.stop(), ours?.stop()]))

const status = async () => (await control(theirs.url, controlStatus)).gb28181To!
const there = async () => (await control(theirs.url, controlDevices, { query: { sn: camera } })).list[0]!
const here = async () => (await operator.call(listDevices, { query: { text: sn } })).list[0]

it('every camera that is online registers, and is a device with its name', async () => {
  await vi.waitFor(async () => {
    const { devices, online, offline, failed } = await status()
    expect({ devices, all: online + offline, failed }).toEqual({ devices: 8, all: 8, failed: 0 })
  }, PATIENT)
  expect(theirs.gb28181To).toBe(ours.gb28181)
  const { name } = await there()
  await vi.waitFor(async () => {
    expect(await here()).toMatchObject({ sn, onlineStatus: 1, name })
    const { list } = await operator.call(channelList, { query: { sn } })
    // The camera, and the loudspeaker of its catalog.
    expect(list).toMatchObject([
      { chnId: 1, name, type: 0 },
      { chnId: 2, name: expect.stringContaining(name), type: 4, isPtz: false },
    ])
  }, PATIENT)
})

it('its picture is asked for when somebody watches, and it turns when it is told to', async () => {
  const wish = { sn, chnId: 1, streamType: 'sub' as const }
  expect(await operator.call(startLiveVideo, { body: wish })).toMatchObject({ source: 'pulled' })
  await vi.waitFor(async () => expect((await status()).streams).toBe(1), PATIENT)
  const before = (await there()).pose!
  await operator.call(ptzControl, { body: { sn, chnId: 1, cmd: PTZ.right, speed: 80 } })
  await vi.waitFor(async () => expect((await there()).pose!.pan).not.toBeCloseTo(before.pan, 0), PATIENT)
  await operator.call(ptzControl, { body: { sn, chnId: 1, cmd: PTZ.stop, speed: 0 } })
  let last = Number.NaN
  await vi.waitFor(async () => {
    const { pan } = (await there()).pose!
    const isStill = pan === last
    last = pan
    expect(isStill).toBe(true)
  }, PATIENT)
})

it('an alarm over there is an alarm here', async () => {
  const motion = { chnId: 1, type: 'VideoAlarm', subType: 'Motion' }
  await control(theirs.url, controlRaiseAlarm, { body: { sn: camera, ...motion } })
  await vi.waitFor(async () => {
    const { list } = await operator.call(listAlarms, { query: { sn, pageSize: 10 } as never })
    expect(list).toContainEqual(expect.objectContaining({ sn, type: 'VideoAlarm', subType: 'Motion' }))
  }, PATIENT)
})

it('signs out when it goes offline, and registers again when it is back', async () => {
  await control(theirs.url, controlSetDevice, { body: { sn: camera, state: 'offline' } })
  await vi.waitFor(async () => expect(await here()).toMatchObject({ onlineStatus: 0 }), PATIENT)
  await control(theirs.url, controlSetDevice, { body: { sn: camera, state: 'online' } })
  await vi.waitFor(async () => expect(await here()).toMatchObject({ onlineStatus: 1 }), PATIENT)
})

it('a bad network between them costs nothing: what is lost is sent again, what comes twice counts once', async () => {
  const alarms = async () => {
    const { list } = await operator.call(listAlarms, { query: { sn, pageSize: 50 } as never })
    return list.filter((one) => one.sn === sn)
  }
  const before = (await alarms()).length
  const target = { devices: [camera] }
  const faults = [
    { fault: 'sip-loss', target, probability: 0.3 },
    { fault: 'sip-duplicate', target, probability: 0.5 },
    { fault: 'sip-delay', target, probability: 0.5, parameters: { delayMs: 50, jitterMs: 100 } },
  ]
  await control(theirs.url, controlAddFaults, { body: { faults } as never })
  await control(theirs.url, controlSetDevice, { body: { sn: camera, state: 'offline' } })
  const slow = { ...PATIENT, timeout: 60_000 }
  await vi.waitFor(async () => expect(await here()).toMatchObject({ onlineStatus: 0 }), slow)
  await control(theirs.url, controlSetDevice, { body: { sn: camera, state: 'online' } })
  await vi.waitFor(async () => expect(await here()).toMatchObject({ onlineStatus: 1 }), slow)
  const alarm = { sn: camera, chnId: 1, type: 'VideoAlarm', subType: 'Motion' }
  await control(theirs.url, controlRaiseAlarm, { body: alarm })
  await vi.waitFor(async () => expect(await alarms()).toHaveLength(before + 1), slow)
  const { list } = await control(theirs.url, controlFaults)
  for (const { fault, struck } of list) expect(struck, fault).toBeGreaterThan(0)
  await control(theirs.url, controlRemoveFaults, { body: {} })
  expect(await alarms()).toHaveLength(before + 1)
}, 200_000)

it('a platform that refuses the password is told, each device with its reason', async () => {
  const to = `gb28181://${ours.gb28181}?password=wrong&kind=ptzCamera&count=1`
  await using stranger = await launchSimulator(['--no-rtmp', '--gb28181-to', to])
  await vi.waitFor(async () => {
    const { gb28181To } = await control(stranger.url, controlStatus)
    expect(gb28181To).toMatchObject({
      online: 0,
      failed: 1,
      faults: [{ fault: 'the platform refuses the password (401)' }],
    })
  }, PATIENT)
})

it('only who says so lets devices loose on another machine', async () => {
  const to = ['--gb28181-to', 'gb28181://192.0.2.1:5060']
  await expect(launchSimulator(to)).rejects.toThrow('--i-own-this-target')
  await expect(launchSimulator(['--gb28181-to', 'gb28181://127.0.0.1?colour=red'])).rejects.toThrow(
    'Option --gb28181-to: colour is none of id, server,',
  )
})
