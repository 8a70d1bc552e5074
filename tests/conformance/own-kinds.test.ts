import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alarmTypes } from '@backlot/contract/alarms/calls'
import { controlDevices, controlSetDevice } from '@backlot/contract/control/calls'
import { controlSetDeviceValue } from '@backlot/contract/control/device-calls'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
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
