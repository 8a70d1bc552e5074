import { cancelDownload, downloadRecordFile, listDownloads } from '@backlot/contract/recordings/calls'
import { type DownloadTask, PLAYBACK_CODES, RECORDING_LIMITS } from '@backlot/contract/recordings/entities'
import { formatDateTime } from '@backlot/contract/time'
import { type Route, route } from '../../calls/route.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { DownloadFacts, RecordedMediaPort, RecordIndexPort } from './ports.ts'
import type { Checks } from './recorded-device.ts'

/** Clips for download. */
export function downloadRoutes(deps: {
  clock: PlatformClock
  index: RecordIndexPort
  media: RecordedMediaPort
  checks: Checks
}): Route[] {
  const { clock, index, media, checks } = deps

  const start = route(downloadRecordFile, ({ body }, context) => {
    const { sn, chnId } = body
    checks.device(context, sn, chnId)
    const { fromMs, toMs: wantedToMs } = checks.span(body)
    if (wantedToMs - fromMs > RECORDING_LIMITS.downloadMs) {
      throw refusal('invalid', 'downloadTooLong', {}, 'endTime')
    }
    // Spans in the future are not recorded, and are not waited for.
    const toMs = Math.max(fromMs, Math.min(wantedToMs, Math.floor(clock.now())))
    checks.mediaServer(sn)
    if (!media.canEncode) throw refusal('unavailable', 'noEncoder')
    const started = media.downloads.start({
      owner: context.caller.sessionId,
      sn,
      chnId,
      fromMs,
      toMs,
      spans: recordedIn(index, sn, chnId, fromMs, toMs),
      fileName: fileNameOf(sn, chnId, fromMs, clock.zoneMinutes),
    })
    if (started.ok) return downloadOf(started.download)
    if (started.reason === 'tooMany') throw refusal('tooManyRequests', 'tooManyDownloads')
    if (started.reason === 'noEncoder') throw refusal('unavailable', 'noEncoder')
    if (started.reason === 'storageFull') throw refusal('storageFull', 'clipStorageFull')
    throw refusal(PLAYBACK_CODES.noRecordingFiles, 'noRecordingFiles')
  })

  const list = route(listDownloads, (_input, { caller }) => ({
    list: media.downloads.list(caller.sessionId).map(downloadOf),
  }))

  const cancel = route(cancelDownload, async ({ body: { downloadId } }, context) => {
    if (await media.downloads.cancel(context.caller.sessionId, downloadId)) return {}
    throw refusal('notFound', 'downloadNotFound', {}, 'downloadId')
  })

  return [start, list, cancel]
}

/** Stretches of [fromMs, toMs) that are recorded, each once. */
function recordedIn(index: RecordIndexPort, sn: string, chnId: number, fromMs: number, toMs: number) {
  const spans: { fromMs: number; toMs: number }[] = []
  let doneMs = fromMs
  for (const file of index.recordingsOf(sn, chnId, fromMs, toMs, 'server') ?? []) {
    const span = { fromMs: Math.max(doneMs, file.startMs), toMs: Math.min(toMs, file.endMs) }
    if (span.toMs <= span.fromMs) continue
    spans.push(span)
    doneMs = span.toMs
  }
  return spans
}

function fileNameOf(sn: string, chnId: number, fromMs: number, zoneMinutes: number): string {
  const time = formatDateTime(fromMs, zoneMinutes).replace(' ', '_').replaceAll(/[-:]/g, '')
  return `${sn}_${chnId}_${time}.mp4`
}

/** A download in the words of the contract. */
export function downloadOf({ fromMs, toMs, sizeBytes, ...facts }: DownloadFacts): DownloadTask {
  return { ...facts, startTime: fromMs / 1000, endTime: toMs / 1000, size: sizeBytes }
}
