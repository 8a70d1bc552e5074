import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alarmTypes } from '@backlot/contract/alarms/calls'
import { controlDevices, controlSetDevice } from '@backlot/contract/control/calls'
import { controlSetDeviceValue } from '@backlot/contract/control/device-calls'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import type { LiveMessage } from '@backlot/contract/control/live-calls'
import { deviceKinds, sensorRealtime } from '@backlot/contract/devices/calls'
import { afterAll, expect, test } from 'vitest'
import { control } from '../../testing/control.ts'
import { launchSimulator, PROGRAM } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

const data = mkdtempSync(join(tmpdir(), 'own-kinds-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))
const start = (...more: string[]) => launchSimulator(['--data', data, '--check-replies', ...more])

test('devices of kind files come by a fleet, tell their readings in both languages, take settings, and stay over a restart', async () => {
  await using first = await start('--kinds', 'fixtures/kinds')
  const group = { key: 'piles', name: { zh: '充电桩', en: 'Piles' } }
  const body = { kind: 'chargingPile', count: 3, group, placement: 'gates' }
  await control(first.url, controlAddFleet, { body: body as never })
  const { list: piles } = await control(first.url, controlDevices, {
    query: { kind: 'chargingPile', limit: 10 },
  })
  expect(piles).toHaveLength(3)
  const { sn } = piles[0]!
  await control(first.url, controlSetDevice, { body: { sn, state: 'online' } })

  const operator = await Operator.signIn(first.url)
  const { list: kinds } = await operator.call(deviceKinds)
  expect(kinds.map(({ kind }) => kind)).toEqual(['chargingPile', 'lift', 'riverRadar'])
  const { list: readings } = await operator.call(sensorRealtime, { query: { sn } })
  expect(readings.map(({ code }) => code)).toEqual([
    'chargingPower',
    'chargingCurrent',
    'carBattery',
    'energyToday',
    'cableTemperature',
  ])
  expect(readings.at(-1)).toMatchObject({ F: '℃', high: 75 })
  expect(JSON.stringify(await operator.call(alarmTypes))).toContain('ChargingPileAlarm')

  const set = (setting: string, value: number) =>
    control(first.url, controlSetDeviceValue, { body: { sn, setting, value } })
  await set('powerLimit', 20)
  await expect(set('powerLimit', 500)).rejects.toThrow('value: powerLimit must be 0 to 120.')
  await expect(set('topFloor', 3)).rejects.toThrow("there is no 'topFloor'")
  await first.stop()

  const refused = spawnSync(
    process.execPath,
    [PROGRAM, 'start', '--port', '0', '--rtmp-port', '0', '--data', data, '--json'],
    { encoding: 'utf8', timeout: 60_000 },
  )
  expect(refused.status).toBe(1)
  expect(refused.stderr).toBe(
    `backlot: ${data} has devices of the kind 'chargingPile', whose file is not given. Start it with --kinds and the file, or use another --data folder.\n`,
  )

  await using again = await start('--kinds', 'fixtures/kinds/charging-pile.yaml')
  const kept = await control(again.url, controlDevices, { query: { kind: 'chargingPile', limit: 10 } })
  expect(kept.list.map((one) => one.sn)).toEqual(piles.map((one) => one.sn))
}, 120_000)

test('stations of kind files speak HJ 212 over the wire by the codes of their file', async () => {
  await using simulator = await launchSimulator(['--kinds', 'fixtures/kinds', '--check-replies'])
  const group = { key: 'rivers', name: { zh: '河道', en: 'Rivers' } }
  const body = { kind: 'riverRadar', count: 4, group, placement: 'riverside', wire: true }
  await control(simulator.url, controlAddFleet, { body: body as never })
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'riverRadar', limit: 10 } })
  for (const { sn } of list) await control(simulator.url, controlSetDevice, { body: { sn, state: 'online' } })
  const operator = await Operator.signIn(simulator.url)
  await expect
    .poll(
      async () => {
        const told = await Promise.all(
          list.map(({ sn }) => operator.call(sensorRealtime, { query: { sn } }).catch(() => ({ list: [] }))),
        )
        return told.flatMap((one) => one.list.map(({ code }) => code))
      },
      { timeout: 90_000, interval: 1000 },
    )
    .toContain('w01980')
}, 150_000)

/** Items behind the 28 bytes of a position (JT/T 808-2013, 8.18), read by hand: without our codec. */
function itemsOf(frame: string): Map<number, Buffer> | undefined {
  const text = frame.replace(/[^0-9a-f]/gi, '')
  const bytes = Buffer.from(text.replace(/^7e|7e$/gi, ''), 'hex').toString('latin1')
  const plain = Buffer.from(bytes.replaceAll('}\u0002', '~').replaceAll('}\u0001', '}'), 'latin1')
  if (plain.readUInt16BE(0) !== 0x0200) return undefined
  const body = plain.subarray(12, 12 + (plain.readUInt16BE(2) & 0x3ff))
  const items = new Map<number, Buffer>()
  for (let at = 28; at < body.length; at += 2 + body[at + 1]!)
    items.set(body[at]!, body.subarray(at + 2, at + 2 + body[at + 1]!))
  return items
}

test('devices of kind files speak JT/T 808 over the wire, with their readings as items of a position', async () => {
  await using simulator = await launchSimulator(['--kinds', 'fixtures/kinds', '--check-replies'])
  const group = { key: 'lifts', name: { zh: '电梯', en: 'Lifts' } }
  const body = { kind: 'lift', count: 2, group, placement: 'gates', protocols: ['jt808'], wire: true }
  await control(simulator.url, controlAddFleet, { body: body as never })
  const query = { kind: 'lift' as never, limit: 10 }
  const { list } = await control(simulator.url, controlDevices, { query })
  const [{ sn, longitude }] = list as [(typeof list)[0]]
  await control(simulator.url, controlSetDevice, { body: { sn, state: 'online' } })
  const sent: Map<number, Buffer>[] = []
  const ends = new AbortController()
  const live = `${simulator.url}/control/live?state=0&wires=jt808&direction=in&sn=${sn}`
  const { body: stream } = await fetch(live, { signal: ends.signal })
  const listen = async () => {
    let text = ''
    for await (const chunk of stream!.pipeThrough(new TextDecoderStream())) {
      const lines = `${text}${chunk}`.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines.filter((one) => one.startsWith('data: '))) {
        const message = JSON.parse(line.slice(6)) as LiveMessage
        if (message.type === 'frames') sent.push(...message.list.flatMap(({ hex }) => itemsOf(hex) ?? []))
      }
    }
  }
  listen().catch(() => undefined)
  await expect.poll(() => sent.length, { timeout: 90_000, interval: 500 }).toBeGreaterThan(0)
  expect([...sent[0]!.keys()]).toEqual([0x30, 0x31, 0xe1, 0xe2, 0xe3, 0xe4])
  const operator = await Operator.signIn(simulator.url)
  const shown = (await operator.call(sensorRealtime, { query: { sn } })).list
  const shownOf = (code: string) => shown.find((one) => one.code === code)!.V
  ends.abort()
  expect(sent.map((one) => one.get(0xe1)!.readUInt8())).toContain(shownOf('carFloor'))
  expect(sent.map((one) => one.get(0xe4)!.readInt16BE() / 10)).toContain(shownOf('motorTemperature'))
  const after = (await control(simulator.url, controlDevices, { query })).list.find((one) => one.sn === sn)
  expect(after?.longitude).toBeCloseTo(longitude, 5)
}, 150_000)
