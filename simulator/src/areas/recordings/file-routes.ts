import { queryRecordFile } from '@backlot/contract/recordings/calls'
import { EXECUTION_STATUS, FILE_TYPES, type RecordFile } from '@backlot/contract/recordings/entities'
import { type Route, route } from '../../calls/route.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import type { Recorded, RecordIndexPort } from './ports.ts'
import type { Checks } from './recorded-device.ts'

/** The query of recorded files. */
export function fileRoutes(deps: { clock: PlatformClock; index: RecordIndexPort; checks: Checks }): Route[] {
  const { clock, index, checks } = deps
  const query = route(queryRecordFile, async ({ body }, context) => {
    const { sn, chnId, source } = body
    const device = checks.device(context, sn, chnId)
    const { fromMs, toMs } = checks.span(body)
    if (source === 'device') checks.online(device)
    await index.look?.(sn, chnId, fromMs, toMs, source)
    const nowMs = clock.now()
    const files = index.recordingsOf(sn, chnId, fromMs, toMs, source) ?? []
    const list = files
      .map((file) => fileRow(file, nowMs))
      .filter(({ fileType }) => body.fileTypes === undefined || body.fileTypes.includes(fileType))
    return { list, total: list.length }
  })
  return [query]
}

function fileRow(file: Recorded, nowMs: number): RecordFile {
  return {
    fid: file.fid,
    sn: file.sn,
    chnId: file.chnId,
    startTime: file.startMs / 1000,
    endTime: file.endMs / 1000,
    fileType: typeOf(file),
    source: file.source,
    size: file.sizeBytes,
    executionStatus:
      file.endMs >= Math.floor(nowMs) ? EXECUTION_STATUS.executing : EXECUTION_STATUS.completed,
    cause: file.cause,
  }
}

function typeOf({ source, cause }: Recorded): number {
  if (source === 'device') return FILE_TYPES.video
  return cause === 'alarm' ? FILE_TYPES.pushVideo : FILE_TYPES.mediaRecord
}
