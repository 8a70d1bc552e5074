import type { IncomingMessage } from 'node:http'
import {
  controlPlayRecordFile,
  playRecordFileState,
  startPlayRecordFile,
  stopPlayRecordFile,
} from '@backlot/contract/recordings/calls'
import { PLAYBACK_CODES, type PlaybackState } from '@backlot/contract/recordings/entities'
import { type Route, route } from '../../calls/route.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { PlaybackFacts, Recorded, RecordedMediaPort, RecordIndexPort, RecordingSource } from './ports.ts'
import type { Checks } from './recorded-device.ts'

/** Names of recorded files end in their start in seconds, and a mark of their type. */
const FID = /-([0-9a-z]{1,8})(?:\.(a?d?))?$/

/** Where a browser reads a path of the media server, by the page that it is on. */
export type StreamAddressPort = (
  request: IncomingMessage,
  sn: string,
  path: string,
) => { url: string; httpUrl: string }

/** Starting, steering and ending playbacks. */
export function playbackRoutes(deps: {
  index: RecordIndexPort
  media: RecordedMediaPort
  addressOf: StreamAddressPort
  checks: Checks
}): Route[] {
  const { index, media, checks } = deps

  type Wanted = { fromMs: number; toMs: number; source: RecordingSource }
  const wanted = async (query: {
    sn: string
    chnId: number
    fid?: string
    startTime?: number
    endTime?: number
  }): Promise<Wanted> => {
    const { sn, chnId, fid, startTime, endTime } = query
    if (fid !== undefined) {
      const file = await findFile(index, sn, chnId, fid)
      if (!file) throw refusal(PLAYBACK_CODES.noRecordingFiles, 'noRecordingFiles', {}, 'fid')
      const fromMs =
        startTime === undefined ? file.startMs : Math.max(file.startMs, Math.round(startTime * 1000))
      return { fromMs: Math.min(fromMs, file.endMs), toMs: file.endMs, source: file.source }
    }
    if (startTime === undefined || endTime === undefined) {
      throw refusal('invalid', 'spanMissing', {}, 'startTime')
    }
    return { ...checks.span({ startTime, endTime }), source: 'server' }
  }

  const start = route(startPlayRecordFile, async ({ query }, context) => {
    const { sn, chnId, streamType, speed, groupId } = query
    const device = checks.device(context, sn, chnId)
    const { fromMs, toMs, source } = await wanted(query)
    if (source === 'device') checks.online(device)
    checks.mediaServer(sn)
    if (!media.canEncode) throw refusal('unavailable', 'noEncoder')
    await index.look?.(sn, chnId, fromMs, toMs, source)
    const started = media.startReplay({
      owner: context.caller.sessionId,
      sn,
      chnId,
      streamType,
      fromMs,
      toMs,
      speed,
      paused: query.paused === 1,
      groupId,
      recorded: () =>
        (index.recordingsOf(sn, chnId, fromMs, toMs, source) ?? []).map(({ startMs, endMs }) => ({
          fromMs: startMs,
          toMs: endMs,
        })),
    })
    if (!started.ok) {
      switch (started.reason) {
        case 'noRecordingFiles':
          throw refusal(PLAYBACK_CODES.noRecordingFiles, 'noRecordingFiles')
        case 'tooMany':
          throw refusal('tooManyRequests', 'tooManyPlaybacks')
        case 'noGroup':
          throw refusal('notFound', 'playbackNotFound', {}, 'groupId')
        default:
          throw refusal(PLAYBACK_CODES.getPlayAddressFailed, 'playAddressFailed')
      }
    }
    const path = `${started.streamPath}?token=${encodeURIComponent(started.token)}`
    return {
      sessionId: started.playbackId,
      groupId: started.groupId,
      ...deps.addressOf(context.request, sn, path),
      expiresAt: started.expiresAtMs,
      hasAudio: started.hasAudio,
      startTime: fromMs / 1000,
      endTime: toMs / 1000,
      playback: playbackOf(started.state),
    }
  })

  const gone = () => refusal('notFound', 'playbackNotFound', {}, 'sessionId')

  const control = route(controlPlayRecordFile, ({ body }, context) => {
    const { sessionId, ...command } = body
    const facts = media.replays.control(context.caller.sessionId, sessionId, command)
    if (!facts) throw gone()
    return playbackOf(facts)
  })

  const state = route(playRecordFileState, ({ query }, context) => {
    const facts = media.replays.state(context.caller.sessionId, query.sessionId)
    if (!facts) throw gone()
    return playbackOf(facts)
  })

  const stop = route(stopPlayRecordFile, async ({ body }, context) => {
    if (!(await media.replays.stop(context.caller.sessionId, body.sessionId))) throw gone()
    return {}
  })

  return [start, control, state, stop]
}

/** A playback in the words of the contract. */
export function playbackOf({ playbackId, ...facts }: PlaybackFacts): PlaybackState {
  return { sessionId: playbackId, ...facts }
}

/** The file of a name, when the channel has it. */
async function findFile(
  index: RecordIndexPort,
  sn: string,
  chnId: number,
  fid: string,
): Promise<Recorded | undefined> {
  const found = FID.exec(fid)
  if (!found || !fid.startsWith(`${sn}-${chnId}-`)) return undefined
  const startMs = Number.parseInt(found[1]!, 36) * 1000
  const source = found[2]?.includes('d') ? 'device' : 'server'
  await index.look?.(sn, chnId, startMs, startMs + 2000, source)
  // Starts are cut to seconds in names.
  return index.recordingsOf(sn, chnId, startMs, startMs + 2000, source)?.find((file) => file.fid === fid)
}
