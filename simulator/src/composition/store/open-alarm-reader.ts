import { type AlarmReader, createAlarmReader } from '../../areas/alarms/columns/alarm-reader.ts'
import { isCrowded } from '../../areas/alarms/query/list-query.ts'
import type { Disposal } from '../../kernel/disposal.ts'
import type { Store } from '../../store/store.ts'

/** With more alarms than that at a start, the reader reads them before anybody waits for it. */
const CROWD_AT_START = 50_000
const EVERYTHING = { startTime: 0, endTime: Number.MAX_SAFE_INTEGER / 1000 - 1 }

/**
 * The thread that searches many alarms. It reads a large store while the city is built and the listeners are still shut, so
 * that the first statistics are no slower than the others.
 */
export function openAlarmReader(store: Store, disposal: Disposal): AlarmReader {
  const reader = disposal.use(createAlarmReader(store.read.name, store.failed))
  if (isCrowded(store.read, EVERYTHING, CROWD_AT_START)) reader.warm()
  return reader
}
