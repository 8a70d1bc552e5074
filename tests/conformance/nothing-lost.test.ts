import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listAlarms, processAlarms } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import type { ClientFrame } from '@backlot/contract/channel/frames'
import { controlCutChannel, controlStorm, controlStormStatus } from '@backlot/contract/control/calls'
import { describe, expect, it } from 'vitest'
import { ChannelClient } from '../../testing/channel-client.ts'
import { control } from '../../testing/control.ts'
import { isOpenAlarm } from '../../testing/is-open-alarm.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

/** Every alarm after a cursor, by paging. */
async function alarmsAfter(operator: Operator, cursor: number): Promise<Alarm[]> {
  const all: Alarm[] = []
  let after = cursor
  for (;;) {
    const { list } = await operator.call(listAlarms, { query: { after, pageSize: 1000 } })
    if (list.length === 0) return all
    all.push(...list)
    after = list.at(-1)?.cursor as number
  }
}

async function stormEnd(url: string, stormId: string) {
  for (;;) {
    const status = await control(url, controlStormStatus, { params: { id: stormId } })
    if (status.done) return status
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** New alarms from a channel, and the spans of cursors that it announced as skipped. */
function heard(client: ChannelClient) {
  const alarms = new Map<number, Alarm>()
  const gaps: { from: number; to: number }[] = []
  for (const message of client.messages) {
    if (message.type === 'alarm') for (const alarm of message.list) alarms.set(alarm.id, alarm)
    if (message.type === 'alarmGap') gaps.push({ from: message.fromCursor, to: message.toCursor })
  }
  return { alarms, gaps }
}

const newestCursor = (client: ChannelClient) =>
  Math.max(
    0,
    ...client.messages.flatMap((m) =>
      m.type === 'alarm' ? [m.cursor] : m.type === 'alarmGap' ? [m.toCursor] : [],
    ),
  )

const SUBSCRIBE: ClientFrame = {
  type: 'subscribe',
  id: 'alarms',
  topics: ['alarm'],
  scope: { kind: 'subtree', groupId: 0 },
  snapshot: false,
}

describe('nothing is lost', () => {
  it('brings every alarm of a storm although the channel is cut in the middle', async () => {
    await using simulator = await launchSimulator()
    const operator = await Operator.signIn(simulator.url)
    await using first = await ChannelClient.open(operator)
    const start = first.frames.find((f) => f.type === 'loginReply')?.alarmCursor as number
    first.send(SUBSCRIBE)
    await first.until(() => first.frames.some((f) => f.type === 'subscribed'))
    const { stormId } = await control(simulator.url, controlStorm, {
      body: { ratePerSecond: 300, forMs: 4000 },
    })
    await first.until(() => heard(first).alarms.size > 100)
    const { cut } = await control(simulator.url, controlCutChannel, {
      body: { loginName: 'admin', refuseForMs: 500 },
    })
    expect(cut).toBe(1)
    await first.until(() => first.closed !== undefined)
    const cursor = newestCursor(first)
    const storm = await stormEnd(simulator.url, stormId)

    await using second = await ChannelClient.open(operator, cursor)
    second.send(SUBSCRIBE)
    await second.until(() => newestCursor(second) >= storm.lastCursor)

    const stored = await alarmsAfter(operator, start)
    expect(stored.length).toBeGreaterThanOrEqual(storm.planned)
    const a = heard(first)
    const b = heard(second)
    const skipped = [...a.gaps, ...b.gaps]
    const missing = stored.filter(
      (alarm) =>
        !a.alarms.has(alarm.id) &&
        !b.alarms.has(alarm.id) &&
        !skipped.some((gap) => (alarm.cursor as number) > gap.from && (alarm.cursor as number) <= gap.to),
    )
    expect(missing).toEqual([])
  })

  it('keeps every acknowledged processing and alarm over a kill in a storm', async () => {
    const data = await mkdtemp(join(tmpdir(), 'backlot-kill-'))
    try {
      const simulator = await launchSimulator(['--data', data, '--past-days', '1'])
      const operator = await Operator.signIn(simulator.url)
      const { list } = await operator.call(listAlarms, { query: { after: 0, pageSize: 200 } })
      const open = list.filter(isOpenAlarm).slice(0, 60)
      expect(open.length).toBeGreaterThan(5)
      await control(simulator.url, controlStorm, { body: { ratePerSecond: 500, forMs: 20_000 } })
      const acknowledged: number[] = []
      const working = (async () => {
        for (const alarm of open) {
          const answer = await operator
            .ask(processAlarms, {
              body: {
                list: [{ id: alarm.id, sn: alarm.sn, alarmSeq: alarm.alarmSeq }],
                type: 4,
                content: 'kept',
              },
            })
            .catch(() => undefined)
          if (answer?.code !== 0) return
          acknowledged.push(alarm.id)
          if (acknowledged.length === Math.floor(open.length / 2)) void simulator.kill()
        }
      })()
      await working
      await simulator.kill().catch(() => undefined)
      expect(acknowledged.length).toBeGreaterThan(2)

      await using again = await launchSimulator(['--data', data])
      const after = await Operator.signIn(again.url)
      const kept = new Map((await alarmsAfter(after, 0)).map((alarm) => [alarm.id, alarm]))
      for (const id of acknowledged)
        expect(kept.get(id)).toMatchObject({ processingType: 4, processingContent: 'kept' })
    } finally {
      await rm(data, { recursive: true, force: true })
    }
  })
})
