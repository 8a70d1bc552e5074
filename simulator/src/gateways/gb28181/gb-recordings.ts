/** Recordings of devices: RecordInfo (GB/T 28181-2016, 9.7, A.2.4.5 and A.2.6.7). */
import { PageCollector } from '../../wire/gb28181/list-pages.ts'
import type { RecordItem } from '../../wire/gb28181/record-shapes.ts'
import type { GbContext } from './gateway-context.ts'
import { GB_LIMITS } from './gateway-limits.ts'
import { channelOf } from './gb-plays.ts'

/** Epoch milliseconds; size 0 where the device does not say it. */
export type GbFile = { startMs: number; endMs: number; sizeBytes: number }

const SECOND_MS = 1000
/** A list of which pages are lost is asked for again, once. */
const TRIES = 2

/**
 * Files of a channel that touch a span, by start. What came of a list that is not complete counts. Rejects with an Error
 * when the device is not there, or nothing came.
 */
export const createGbRecordings =
  (context: GbContext) =>
  async (sn: string, chnId: number, fromMs: number, toMs: number): Promise<GbFile[]> => {
    const { session, gbId } = channelOf(context, sn, chnId)
    const pages = new PageCollector<RecordItem>(
      ({ startTime, endTime, filePath }) => `${startTime} ${endTime} ${filePath}`,
      GB_LIMITS.recordings,
    )
    let isWhole = false
    for (let tries = 0; tries < TRIES && !isWhole; tries++)
      isWhole = await context.queries.ask(
        session,
        {
          kind: 'recordQuery',
          deviceId: gbId,
          startTime: Math.floor(fromMs / SECOND_MS) * SECOND_MS,
          endTime: Math.ceil(toMs / SECOND_MS) * SECOND_MS,
          secrecy: 0,
          type: 'all',
          indistinctQuery: 0,
        },
        (answer) =>
          answer.kind === 'recordResponse' &&
          pages.add({ sumNum: answer.sumNum ?? 0, items: answer.items ?? [] }),
      )
    if (!isWhole) context.faults.note(sn, 'recordings')
    if (!isWhole && pages.items.length === 0) throw new Error('The device does not list its recordings.')
    return pages.items
      .flatMap(({ startTime, endTime, fileSizeBytes = 0 }) =>
        startTime !== undefined &&
        endTime !== undefined &&
        startTime < endTime &&
        endTime > fromMs &&
        startTime < toMs
          ? [{ startMs: startTime, endMs: endTime, sizeBytes: Math.max(0, fileSizeBytes) }]
          : [],
      )
      .sort((one, other) => one.startMs - other.startMs)
  }
