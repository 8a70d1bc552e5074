import {
  controlClock,
  controlDevices,
  controlSetClock,
  controlSetDevice,
} from '@backlot/contract/control/calls'
import { sensorRealtime } from '@backlot/contract/devices/calls'
import {
  addControllerChannel,
  deleteControllerChannel,
  listControllerChannels,
  probeController,
  updateControllerChannel,
} from '@backlot/contract/sense-controllers/calls'
import { sensorHistory } from '@backlot/contract/sensors/calls'
import { sendStationCommand, stationPackets } from '@backlot/contract/sensors/wire-calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

let simulator: LaunchedSimulator
let operator: Operator
const en = { 'accept-language': 'en' }

beforeAll(async () => {
  simulator = await launchSimulator(['--check-replies'])
  operator = await Operator.signIn(simulator.url)
})
afterAll(() => simulator?.[Symbol.asyncDispose]())

const lineOf = (sn: string) => operator.call(listControllerChannels, { query: { sn } })

/** A station that stays online and has a sensor of a quantity. */
async function stationWith(kind: string, code: string) {
  const { list } = await control(simulator.url, controlDevices, { query: { kind } })
  for (const { sn, online } of list) {
    if (!online) continue
    const place = (await lineOf(sn)).list.find(({ heard }) => heard.includes(code))
    if (!place) continue
    await control(simulator.url, controlSetDevice, { body: { sn, state: 'online' } })
    return { sn, place }
  }
  throw new Error(`No station measures ${code}`)
}
const codesNow = async (sn: string) =>
  (await operator.call(sensorRealtime, { query: { sn } })).list.map(({ code }) => code)
const jumpMinutes = async () => {
  await control(simulator.url, controlSetClock, { body: { action: 'jump', byMs: 120_000 } })
}

it('a sensor that is taken off a line is reported no more, on the wire neither; what was before stays', async () => {
  const { sn, place } = await stationWith('hj212Station', 'a01001')
  const send = () => operator.call(sendStationCommand, { body: { sn, command: 'readNow' }, headers: en })
  const keysOf = (answer: Awaited<ReturnType<typeof send>>) =>
    answer.packets.flatMap((fields) => fields.map(({ key }) => key))
  expect(keysOf(await send())).toContain('a01001-Rtd')
  const probe = await operator.call(probeController, {
    body: {
      sn,
      script: place.script,
      baudRate: place.baudRate,
      codes: place.quantities.map(({ code }) => code),
    },
  })
  expect(probe.result).toBe('answered')
  const shown = (await operator.call(sensorRealtime, { query: { sn } })).list
  const temperature = shown.find(({ code }) => code === 'a01001')!
  const probed = probe.values.find(({ code }) => code === 'a01001')!
  // A minute may lie between the report and the probe.
  expect(Math.abs(probed.V - temperature.V)).toBeLessThan(2)

  const { version } = await lineOf(sn)
  await operator.call(deleteControllerChannel, { body: { sn, id: place.id, version } })
  await jumpMinutes()
  const after = await codesNow(sn)
  expect(after.length).toBeGreaterThan(0)
  for (const { code } of place.quantities) expect(after).not.toContain(code)
  const answer = keysOf(await send())
  expect(answer.length).toBeGreaterThan(0)
  expect(answer).not.toContain('a01001-Rtd')
  const [newest] = (await operator.call(stationPackets, { query: { sn } })).list.filter(({ text }) =>
    text.includes('CN=2011'),
  )
  expect(newest?.text).not.toContain('a01001')

  const { nowMs } = await control(simulator.url, controlClock)
  const endTime = Math.floor(nowMs / 1000)
  const past = await operator.call(sensorHistory, {
    body: { list: [sn], interval: 'minute', startTime: endTime - 3600, endTime, codes: ['a01001'] },
  })
  const values = past.stations[0]!.quantities[0]!.values
  expect(values.filter((value) => value !== null).length).toBeGreaterThan(10)
  expect(values.at(-1)).toBeNull()

  // Put back at its address it reports again.
  const { address, ctrlId } = place
  await operator.call(addControllerChannel, { body: { sn, ctrlId, address, version: version + 1 } })
  await jumpMinutes()
  expect(await codesNow(sn)).toContain('a01001')
})

it('a sensor of a controller that is asked at another address is silent there', async () => {
  const { sn, place } = await stationWith('sensorController', 'a01001')
  const { version, list } = await lineOf(sn)
  const other = list.find(({ id }) => id !== place.id)!
  const move = (address: number, known: number) =>
    operator.call(updateControllerChannel, { body: { sn, id: place.id, address, version: known } })
  await expect(move(other.address, version)).rejects.toThrow()
  await move(99, version)
  await jumpMinutes()
  expect(await codesNow(sn)).not.toContain('a01001')
  expect((await lineOf(sn)).list.find(({ id }) => id === place.id)).toMatchObject({ address: 99, heard: [] })
  await move(place.address, version + 1)
  await jumpMinutes()
  expect(await codesNow(sn)).toContain('a01001')
})
