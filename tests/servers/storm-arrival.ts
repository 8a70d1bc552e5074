import { listAlarms } from '@backlot/contract/alarms/calls'
import { controlStormStatus } from '@backlot/contract/control/calls'
import { expect } from 'vitest'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import type { ReturningClient } from './returning-client.ts'

/** Ids of the alarms of storms that are stored after a cursor. */
export async function storedStorm(operator: Operator, after: number): Promise<number[]> {
  const ids: number[] = []
  for (let cursor = after; ; ) {
    const { list } = await operator.call(listAlarms, { query: { after: cursor, pageSize: 1000 } })
    if (list.length === 0) return ids
    ids.push(...list.filter(({ alarmSeq }) => alarmSeq.startsWith('storm')).map(({ id }) => id))
    cursor = list.at(-1)!.cursor!
  }
}

/** Waits for the end of a storm, and that every console had each of its alarms as new once, in full or in a count. */
export async function expectStormOnce(
  url: string,
  stormId: string,
  clients: readonly ReturningClient[],
): Promise<void> {
  let status = await control(url, controlStormStatus, { params: { id: stormId } })
  while (!status.done) {
    await new Promise(setImmediate)
    status = await control(url, controlStormStatus, { params: { id: stormId } })
  }
  await Promise.all(clients.map((client) => client.reached(status.lastCursor)))
  const start = Math.min(...clients.map(({ startCursor }) => startCursor ?? 0))
  const ids = await storedStorm(await Operator.signIn(url), start)
  expect(ids).toHaveLength(status.planned)
  for (const client of clients) {
    expect(client.twice(), 'alarms that came twice as new').toEqual([])
    expect(client.missing(ids).length, 'alarms neither sent nor counted').toBe(client.counted())
  }
}
