import { listAlarms } from '@backlot/contract/alarms/calls'
import {
  alarmFlagAfter,
  MANUAL_SNAPSHOT,
  NOT_ORDINARY,
  PROCESSING_TYPES,
} from '@backlot/contract/alarms/constants'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { alarmSums } from '@backlot/contract/alarms/statistics-calls'
import type { Call, DataOut, QueryIn } from '@backlot/contract/call'
import { LIMITS } from '@backlot/contract/limits'
import { isCallMissing } from '../../platform/platform-reply-error.ts'

/** Makes a reading call of the platform. */
export type Ask = <C extends Call>(call: C, input: { query: QueryIn<C> }) => Promise<DataOut<C>>

const DAY_S = LIMITS.queryRangeMs / 1000
const KEPT_S = LIMITS.historyWindowMs / 1000
/** A platform without sums is queried day by day, one request each: for a week, as long as an export. */
const DAYS_WITHOUT_SUMS = LIMITS.exportRangeMs / LIMITS.queryRangeMs

type Wanted = {
  filter: Pick<QueryIn<typeof listAlarms>, 'processed' | 'processingTypes'>
  /** Looked at again: the filter by types is assumed, and a platform may not have it. */
  fits(alarm: Alarm): boolean
}

const OPEN: Wanted = { filter: { processed: 0 }, fits: ({ processingType }) => processingType === null }

/** Processed, but neither with 5 nor with 100: these leave the flag raised (stated). */
const UNCONFIRMED: Wanted = {
  filter: {
    processingTypes: Object.values(PROCESSING_TYPES)
      .filter((type) => alarmFlagAfter(type) === 1)
      .join(','),
  },
  fits: ({ processingType }) => processingType !== null && alarmFlagAfter(processingType) === 1,
}

/** Whether an alarm of this kind flags its device: pictures and files do not. */
export function flagsDevice({ type, subType }: Pick<Alarm, 'type' | 'subType'>): boolean {
  const isSnapshot = [type, subType, `${type}-${subType}`].includes(MANUAL_SNAPSHOT)
  return !isSnapshot && !NOT_ORDINARY.some((name) => name === type)
}

/**
 * The alarm behind a device's flag: its newest open one, however old, else the newest whose processing leaves the flag
 * raised. Undefined when there is none. `nowS`: platform time in seconds. Rejects as `ask` does.
 */
export async function flaggingAlarm(sn: string, nowS: number, ask: Ask): Promise<Alarm | undefined> {
  return (await newest(sn, nowS, OPEN, ask)) ?? (await newest(sn, nowS, UNCONFIRMED, ask))
}

async function newest(sn: string, nowS: number, wanted: Wanted, ask: Ask): Promise<Alarm | undefined> {
  for await (const span of spansWithAlarms(sn, nowS, wanted, ask)) {
    const query = { sn, ...wanted.filter, ...span, pageSize: LIMITS.alarmListPageSize }
    const found = (await ask(listAlarms, { query })).list.find(
      (alarm) => flagsDevice(alarm) && wanted.fits(alarm),
    )
    if (found) return found
  }
  return undefined
}

/** Spans of a day in which the device has such alarms, newest first: the last 24 hours without asking, then by sums. */
async function* spansWithAlarms(sn: string, nowS: number, { filter }: Wanted, ask: Ask) {
  yield { startTime: nowS - DAY_S, endTime: nowS }
  const oldest = nowS - KEPT_S
  let endTime = nowS - DAY_S - 1
  const lastDay = async () => {
    const query = { sn, ...filter, startTime: oldest, endTime, pageSize: 1 }
    const { list } = await ask(alarmSums, {
      query: { ...query, by: 'day', sort: 'key', order: 'desc' },
    })
    return list[0] && Number(list[0].key)
  }
  try {
    while (endTime > oldest) {
      const startTime = await lastDay()
      // The key of a day is its start; an invalid one would be requested over and over.
      if (startTime === undefined || !(startTime <= endTime)) return
      yield { startTime, endTime: Math.min(startTime + DAY_S - 1, endTime) }
      endTime = startTime - 1
    }
  } catch (error) {
    if (!isCallMissing(error)) throw error
    for (let day = 1; day < DAYS_WITHOUT_SUMS; day++, endTime -= DAY_S)
      yield { startTime: endTime - DAY_S + 1, endTime }
  }
}
