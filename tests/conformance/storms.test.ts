import { listAlarms } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { controlDevices, controlStorm, controlStormStatus } from '@backlot/contract/control/calls'
import {
  controlStopStorm,
  controlStormGps,
  controlStormOffline,
  controlStormSos,
  controlStorms,
} from '@backlot/contract/control/storm-calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ChannelClient } from '../../testing/channel-client.ts'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

let simulator: LaunchedSimulator
let operator: Operator
beforeAll(async () => {
  simulator = await launchSimulator(['--no-rtmp'])
  operator = await Operator.signIn(simulator.url)
})
afterAll(() => simulator.stop())

async function end(id: string) {
  for (;;) {
    const status = await control(simulator.url, controlStormStatus, { params: { id } })
    if (status.done) return status
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
async function after(cursor: number, upTo = Number.POSITIVE_INFINITY): Promise<Alarm[]> {
  const all: Alarm[] = []
  for (let from = cursor; ; ) {
    const { list } = await operator.call(listAlarms, { query: { after: from, pageSize: 1000 } })
    all.push(...list.filter((alarm) => (alarm.cursor ?? 0) <= upTo))
    const last = list.at(-1)?.cursor
    if (last === undefined || last >= upTo) return all
    from = last
  }
}
const numberOf = ({ alarmSeq }: { alarmSeq: string }) => Number(alarmSeq.split('-')[3])

it('every alarm of a storm is stored in the order of its device, and a console that pages its gaps lacks none', async () => {
  await using client = await ChannelClient.open(operator)
  await client.subscribe(['alarm'])
  const { stormId, planned } = await control(simulator.url, controlStorm, {
    body: { ratePerSecond: 6000, forMs: 2000 },
  })
  const first = client.frames.length
  const { stored, lastCursor } = await end(stormId)
  expect(stored).toBe(planned)
  const upTo = () =>
    Math.max(
      0,
      ...client.messages.flatMap((m) =>
        m.type === 'alarm' ? [m.cursor] : m.type === 'alarmGap' ? [m.toCursor] : [],
      ),
    )
  await client.until(() => upTo() >= lastCursor)
  expect(client.frames.length).toBeGreaterThan(first)

  const mine = (await after(0)).filter(({ alarmSeq }) => alarmSeq.startsWith(`${stormId}-`))
  expect(new Set(mine.map(numberOf)).size).toBe(planned)
  const lastOf = new Map<string, number>()
  for (const alarm of mine) {
    expect(numberOf(alarm)).toBeGreaterThan(lastOf.get(alarm.sn) ?? -1)
    lastOf.set(alarm.sn, numberOf(alarm))
  }

  const has = new Set<number>()
  let skipped = 0
  for (const message of client.messages) {
    if (message.type === 'alarm') for (const { alarmSeq } of message.list) has.add(numberOf({ alarmSeq }))
    if (message.type !== 'alarmGap') continue
    skipped += message.skipped
    for (const alarm of await after(message.fromCursor, message.toCursor)) has.add(numberOf(alarm))
  }
  for (let n = 0; n < planned; n++) expect(has.has(n), `alarm ${n}`).toBe(true)
  // A storm of twelve thousand is not for a line of five hundred a second.
  expect(skipped).toBeGreaterThan(planned / 2)
})

it('an outage takes a share of the cameras away and gives them back by itself', async () => {
  await using client = await ChannelClient.open(operator)
  await client.subscribe(['status'])
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'camera' } })
  const there = list.filter((one) => one.online).map(({ sn }) => sn)
  const gone = () => there.filter((sn) => client.isOnline(sn) === false)
  const { stormId, planned } = await control(simulator.url, controlStormOffline, {
    body: { target: { kinds: ['camera'], share: 0.5 }, outageMs: 4000 },
  })
  expect(planned).toBeGreaterThan(10)
  await end(stormId)
  await client.until(() => gone().length >= planned / 2)
  await client.until(() => gone().length === 0)
})

it('positions and buttons are counted, and a storm that is stopped says so', async () => {
  const gps = await control(simulator.url, controlStormGps, { body: { ratePerSecond: 2000, forMs: 1000 } })
  expect(await end(gps.stormId)).toMatchObject({ kind: 'gps', stored: 2000, stopped: false })
  const sos = await control(simulator.url, controlStormSos, { body: { ratePerSecond: 20, forMs: 500 } })
  expect(await end(sos.stormId)).toMatchObject({ kind: 'sos', stored: 10 })
  const long = await control(simulator.url, controlStorm, { body: { ratePerSecond: 10, forMs: 600_000 } })
  await control(simulator.url, controlStopStorm, { body: { stormId: long.stormId } })
  const stopped = await end(long.stormId)
  expect(stopped.stopped).toBe(true)
  expect(stopped.stored).toBeLessThan(6000)
  const { list } = await control(simulator.url, controlStorms)
  expect(list.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['gps', 'sos', 'alarms']))
})
