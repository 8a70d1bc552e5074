import { controlClock, controlDevices, controlSetClock } from '@backlot/contract/control/calls'
import { queryCaptureFile, queryRecordFile } from '@backlot/contract/recordings/calls'
import { addTemplate, deleteTemplate } from '@backlot/contract/templates/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

const HOUR_S = 3600
const MINUTE_S = 60

let simulator: LaunchedSimulator
let operator: Operator
/** When the template began, in seconds. */
let begunS: number

beforeAll(async () => {
  simulator = await launchSimulator(['--log-level', 'warn'])
  operator = await Operator.signIn(simulator.url)
})
afterAll(() => simulator?.[Symbol.asyncDispose]())

const nowS = async () => (await control(simulator.url, controlClock)).nowMs / 1000
const later = (seconds: number) =>
  control(simulator.url, controlSetClock, { body: { action: 'jump', byMs: seconds * 1000 } })
const filesOf = async (sn: string, source: 'server' | 'device') => {
  const body = { sn, chnId: 1, startTime: begunS - 2 * HOUR_S, endTime: await nowS(), source }
  const { list } = await operator.call(queryRecordFile, { body })
  return list.filter(({ cause }) => cause === 'plan')
}
const lengths = (files: readonly { startTime: number; endTime: number }[]) =>
  files.map(({ startTime, endTime }) => Math.round((endTime - startTime) / MINUTE_S))
/** An online camera of a kind. */
const cameraAt = async (at: number) => {
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'camera', limit: 100 } })
  return list.filter(({ online }) => online)[at]!.sn
}

it('from when a template holds on, recordings are cut by it, and what a device makes appears when it is sent', async () => {
  const sns = [await cameraAt(0), await cameraAt(1), await cameraAt(2)]
  begunS = await nowS()
  const all = { packMinutes: 10, uploadMinutes: 240, fromHour: 0, toHour: 24 } as const
  const { id } = await operator.call(addTemplate, {
    body: {
      kind: 0,
      name: 'Five minutes',
      mediaServerIds: [1],
      packMinutes: 5,
      sns,
      rules: [
        { ...all, fileType: 'video' },
        { ...all, fileType: 'deviceTimingCapture' },
      ],
    },
  })
  await later(3 * HOUR_S)
  const lastSent = (seconds: number) =>
    Math.floor((seconds + 8 * HOUR_S) / (4 * HOUR_S)) * 4 * HOUR_S - 8 * HOUR_S
  for (const sn of sns) {
    const files = await filesOf(sn, 'server')
    const before = files.filter(({ endTime }) => endTime <= begunS)
    const after = files.filter(({ startTime }) => startTime >= begunS + 30 * MINUTE_S)
    if (before.length > 0) expect(Math.max(...lengths(before))).toBe(30)
    expect(Math.max(0, ...lengths(after))).toBeLessThanOrEqual(5)

    // Devices that went offline meanwhile are not asked.
    const asked = await operator.ask(queryRecordFile, {
      body: { sn, chnId: 1, startTime: begunS, endTime: await nowS(), source: 'device' },
    })
    if (asked.code === 0) {
      const now = await nowS()
      const own = (await filesOf(sn, 'device')).filter(({ startTime }) => startTime >= begunS)
      expect(Math.max(0, ...lengths(own))).toBeLessThanOrEqual(10)
      expect(own.every(({ endTime }) => endTime <= lastSent(now))).toBe(true)
    }
    const { list } = await operator.call(queryCaptureFile, {
      body: { sn, startTime: begunS, endTime: await nowS(), fileTypes: [3], pageSize: 100 },
    })
    const sent = lastSent(await nowS())
    expect(list.every(({ time }) => time <= sent)).toBe(true)
  }
  expect((await Promise.all(sns.map((sn) => filesOf(sn, 'server')))).flat().length).toBeGreaterThan(20)

  await operator.call(deleteTemplate, { body: { id } })
  const endedS = await nowS()
  await later(2 * HOUR_S)
  const files = (await Promise.all(sns.map((sn) => filesOf(sn, 'server')))).flat()
  expect(Math.max(...lengths(files.filter(({ startTime }) => startTime >= endedS)))).toBe(30)
})
