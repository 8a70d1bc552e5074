import { expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../composition/areas/test-platform.test-support.ts'
import { onlineAt } from '../devices/connectivity.ts'
import { MAINS_BUFFER_MS, powerCuts } from '../devices/mains.ts'
import { DeviceFaults } from '../faults/device-faults.ts'
import { createCommandLog } from '../fleet/command-log.ts'
import { StoreFaults } from '../store/store-faults.ts'
import { createOverlayLog } from '../timeline/overlay-log.ts'
import { gridCity } from '../world/traffic/grid-city.test-support.ts'
import { createWorld } from '../world/world.ts'
import { createStorms } from './storms.ts'

async function storms(platform: TestPlatform) {
  const { directory, store, hostClock: host, platformClock: clock, outbox, records } = platform
  const errors: unknown[] = []
  const commands = createCommandLog(createOverlayLog(store))
  const made = createStorms({
    directory,
    world: createWorld(1, { city: gridCity(9) }),
    repository: records.alarms,
    devices: new DeviceFaults({ directory, commands, clock, store: new StoreFaults() }),
    commands,
    publisher: outbox,
    clock,
    host,
    onError: (error) => errors.push(error),
  })
  /** Runs a storm for this many milliseconds, each part stored. */
  const rage = async (forMs: number) => {
    for (let left = forMs; left > 0; left -= 100) {
      host.advance(100)
      await new Promise(setImmediate)
    }
  }
  return { storms: made, errors, rage, commands }
}

const devicesOf = ({ store }: TestPlatform) =>
  store.read.prepare('SELECT sn, count(*) AS n FROM alarms GROUP BY sn ORDER BY sn').all() as {
    sn: string
    n: number
  }[]

test('a storm goes on over the devices that are left when others go, and ends when none is', async () => {
  await using platform = await createTestPlatform()
  const { directory } = platform
  const { storms: made, errors, rage } = await storms(platform)
  const all = Array.from({ length: directory.slotLimit() }, (_, slot) => directory.device(slot)?.sn)
  const [first, second] = all.filter((sn) => sn !== undefined)
  const { stormId } = made.alarms({ devices: [first!, second!], ratePerSecond: 100, forMs: 4000 })
  await rage(1000)
  directory.removeDevice(directory.slotOf(first!)!)
  await rage(1000)
  await expect.poll(() => rage(100).then(() => made.progress(stormId)?.stored)).toBeGreaterThan(150)
  const before = devicesOf(platform)
  expect(before.map(({ sn }) => sn).sort()).toEqual([first, second].sort())
  expect(errors).toEqual([])
  directory.removeDevice(directory.slotOf(second!)!)
  await expect.poll(() => rage(200).then(() => made.progress(stormId)?.done)).toBe(true)
  expect(errors).toMatchObject([{ message: 'The storm has no device left that can report.' }])
  made[Symbol.dispose]()
})

test('a storm of lost power takes devices on the mains off line for its time, those with a battery go on', async () => {
  await using platform = await createTestPlatform()
  const { storms: made, errors, rage, commands } = await storms(platform)
  const devices = ['N-PTZ', 'N-CAR']
  const cutsOf = () => devices.map((sn) => powerCuts(commands.commandsOf(sn)).length)
  const order = { devices, ratePerSecond: 20, forMs: 1000 }
  const { stormId } = made.alarms(order)
  await expect.poll(() => rage(200).then(() => made.progress(stormId)?.done)).toBe(true)
  expect(cutsOf()).toEqual([0, 0])
  const { stormId: dark } = made.alarms({ ...order, types: ['DeviceAlarm-PowerLoss'] })
  await expect.poll(() => rage(200).then(() => made.progress(dark)?.done)).toBe(true)
  expect(errors).toEqual([])
  expect(cutsOf()).toEqual([1, 0])
  const [cut] = powerCuts(commands.commandsOf('N-PTZ'))
  const onlineAt5 = (atMs: number) => onlineAt(1, 4711, atMs, commands.commandsOf('N-PTZ'))
  expect(onlineAt5(cut!.fromMs + MAINS_BUFFER_MS)).toBe(false)
  await made.raise([
    {
      sn: 'N-PTZ',
      chnId: 1,
      alarmSeq: 'by-hand',
      type: 'DeviceAlarm',
      subType: 'PowerLoss',
      startMs: cut!.fromMs,
    },
  ])
  expect(cutsOf()).toEqual([1, 0])
  made[Symbol.dispose]()
})

test('a silent device reports no place in a storm of positions, and is heard of again when it speaks', async () => {
  await using platform = await createTestPlatform()
  const { directory, platformClock: clock } = platform
  const { storms: made, errors, rage, commands } = await storms(platform)
  const at = (sn: string) => directory.state(directory.slotOf(sn)!).locationTimeMs
  const silence = (on: boolean) =>
    commands.append('N-CAR', clock.now(), { kind: 'fault', fault: 'silent', on })
  await silence(true)
  made.gps({ ratePerSecond: 100, forMs: 60_000 })
  await rage(1000)
  expect([at('N-CAR'), at('S-CAR') > 0]).toEqual([0, true])
  await silence(false)
  await rage(1000)
  expect(at('N-CAR')).toBeGreaterThan(0)
  expect(errors).toEqual([])
  made[Symbol.dispose]()
})
