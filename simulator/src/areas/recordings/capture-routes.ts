import { ACCESS } from '@backlot/contract/access'
import { capturePicture, queryCaptureFile } from '@backlot/contract/recordings/calls'
import { FILE_TYPES, PLAYBACK_CODES } from '@backlot/contract/recordings/entities'
import { isGranted } from '../../calls/access-check.ts'
import { FileReply, type Route, route } from '../../calls/route.ts'
import { languageOf } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import { captureFid, readCaptureFid } from './capture-fid.ts'
import type { Capture, CapturePort } from './ports.ts'
import type { Checks } from './recorded-device.ts'

const TYPE_OF = {
  deviceTiming: FILE_TYPES.deviceTimingCapture,
  serverTiming: FILE_TYPES.serverTimingCapture,
  remote: FILE_TYPES.remoteCapture,
  alarm: FILE_TYPES.alarmCapture,
} as const satisfies Record<Capture['kind'], number>

/** Pictures that were taken: their query, and the pictures. Those of alarms are for who may see alarms. */
export function captureRoutes(deps: { captures: CapturePort; checks: Checks }): Route[] {
  const { captures, checks } = deps

  const query = route(queryCaptureFile, ({ body }, context) => {
    const device = checks.device(context, body.sn, body.chnId)
    const { fromMs, toMs } = checks.span(body)
    const language = languageOf(context.request.headers)
    const seesAlarms = isGranted(ACCESS.seeAlarms, context.caller)
    const channels = device.videoChannels.filter(
      ({ chnId }) => body.chnId === undefined || chnId === body.chnId,
    )
    const names = new Map(channels.map(({ chnId, name }) => [chnId, name[language]]))
    const found = captures
      .capturesOf(body.sn, [...names.keys()], fromMs, toMs)
      .filter(({ kind }) => kind !== 'alarm' || seesAlarms)
      .filter(({ kind }) => body.fileTypes === undefined || body.fileTypes.includes(TYPE_OF[kind]))
      .sort((a, b) => b.atMs - a.atMs || a.chnId - b.chnId || TYPE_OF[a.kind] - TYPE_OF[b.kind])
    const from = (body.currentPage - 1) * body.pageSize
    const list = found.slice(from, from + body.pageSize).map((capture) => {
      const fid = captureFid(body.sn, capture)
      return {
        fid,
        sn: body.sn,
        chnId: capture.chnId,
        chnName: names.get(capture.chnId) ?? '',
        time: capture.atMs / 1000,
        fileType: TYPE_OF[capture.kind],
        url: `/api/captureFile/${encodeURIComponent(fid)}`,
        ...(capture.alarm && {
          alarmSeq: capture.alarm.alarmSeq,
          alarmType: capture.alarm.type,
          alarmSubType: capture.alarm.subType,
        }),
      }
    })
    return { list, total: found.length, currentPage: body.currentPage, pageSize: body.pageSize }
  })

  const picture = route(capturePicture, async ({ params, query: { width } }, context) => {
    const missing = () => refusal(PLAYBACK_CODES.noCaptureFiles, 'noCaptureFiles', {}, 'fid')
    const named = readCaptureFid(String(params.fid))
    if (!named) throw missing()
    const { sn, chnId, atMs, kind } = named
    checks.device(context, sn, chnId)
    const isThere = captures
      .capturesOf(sn, [chnId], atMs, atMs + 1)
      .some((capture) => capture.kind === kind && capture.atMs === atMs)
    const mayBeSeen = kind !== 'alarm' || isGranted(ACCESS.seeAlarms, context.caller)
    if (!isThere || !mayBeSeen) throw missing()
    const jpeg = await captures.render({ sn, chnId, atMs, width })
    if (!jpeg) throw missing()
    return new FileReply(jpeg, { 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=86400' })
  })

  return [query, picture]
}
