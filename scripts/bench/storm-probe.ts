import { createHistogram } from 'node:perf_hooks'
import { getAlarm, listAlarms } from '@backlot/contract/alarms/calls'
import type { AnyCall } from '@backlot/contract/call'
import { deviceTree, gpsRealtime } from '@backlot/contract/devices/calls'
import { getInfo } from '@backlot/contract/session/calls'
import type { Operator } from '../../testing/operator.ts'

/** The demo's accounts: some see everything, others their part. */
export const ACCOUNTS = ['admin', 'chief', 'dispatch1', 'dispatch2', 'dispatch3']

/** Calls of operators during a storm. */
const ASKED: readonly { call: AnyCall; input: object }[] = [
  { call: listAlarms, input: { query: { pageSize: 100 } } },
  { call: getInfo, input: {} },
  { call: deviceTree, input: { query: { parentId: 0 } } },
  { call: listAlarms, input: { query: { pageSize: 50, processed: 0, sort: 'type' } } },
  { call: gpsRealtime, input: { body: { list: [] } } },
  { call: getAlarm, input: { query: { id: 1 } } },
]

const EVERY_MS = 40

/** Asks until stopped; answers the times in milliseconds. */
export function askSteadily(operator: Operator): () => Promise<{ p99: number; max: number; count: number }> {
  const times = createHistogram({ lowest: 1, highest: 60_000_000, figures: 3 })
  let n = 0
  const open = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const { call, input } = ASKED[n++ % ASKED.length]!
    const at = performance.now()
    const one = operator.ask(call, input).then(
      () => times.record(Math.max(1, Math.round((performance.now() - at) * 1000))),
      (error: Error) => console.error(error.message),
    )
    open.add(one)
    void one.finally(() => open.delete(one))
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await Promise.all(open)
    return { p99: times.percentile(99) / 1000, max: times.max / 1000, count: times.count }
  }
}

/** A page of alarms by commit order, unparsed by the contract: a million of them are read here. */
export async function pageAfter(
  operator: Operator,
  after: number,
  pageSize = 1000,
): Promise<{ list: { alarmSeq: string; sn: string; cursor: number }[]; cursor: number }> {
  const answer = await operator.ask(listAlarms, { query: { after, pageSize } })
  if (answer.code !== 0) throw new Error(answer.msg)
  return answer.data as { list: { alarmSeq: string; sn: string; cursor: number }[]; cursor: number }
}
