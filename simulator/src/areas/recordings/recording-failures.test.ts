import { CODES } from '@backlot/contract/codes'
import { PLAYBACK_CODES } from '@backlot/contract/recordings/entities'
import { fromCivil, HOUR_MS } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import type { HandlerContext } from '../../calls/route.ts'
import {
  createRecordedMediaDouble,
  hoursOf,
} from '../../composition/areas/recorded-media-double.test-support.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import type { Language } from '../../kernel/language.ts'
import type { PlatformError } from '../../kernel/platform-error.ts'
import { SILENT_PUBLISHER } from '../../kernel/silent-publisher.ts'
import { captureFid } from './capture-fid.ts'
import type { RecordedDevicesPort, RecordedMediaPort } from './ports.ts'
import { createRecordingsArea } from './recordings-area.ts'

const NOW = fromCivil(2026, 11, 20, 10)
const MORNING = { startTime: (NOW - 2 * HOUR_MS) / 1000, endTime: (NOW - 1.75 * HOUR_MS) / 1000 }
/** The platform recorded nothing then. */
const NOON = { startTime: (NOW - 22 * HOUR_MS) / 1000, endTime: (NOW - 21.75 * HOUR_MS) / 1000 }

type Faults = {
  offline?: boolean
  server?: ReturnType<RecordedDevicesPort['mediaServerOf']>
  canEncode?: boolean
  playback?: 'tooMany' | 'noEncoder' | 'noGroup'
  download?: 'tooMany' | 'noEncoder' | 'storageFull'
}

/** Refusal of a call of the area, in a language. */
async function refusalOf(
  name: string,
  input: { query?: object; body?: object; params?: object },
  faults: Faults,
  language: Language = 'en',
): Promise<{ code: number; msg: string }> {
  const clock: PlatformClock = {
    now: () => NOW,
    rate: () => 1,
    epoch: () => 0,
    zoneMinutes: 480,
    onChange: () => () => {},
  }
  const double = createRecordedMediaDouble(clock)
  const { playback, download } = faults
  const media: RecordedMediaPort = {
    ...double,
    canEncode: faults.canEncode ?? true,
    startReplay: playback ? () => ({ ok: false, reason: playback }) : double.startReplay,
    downloads: {
      ...double.downloads,
      start: download ? () => ({ ok: false, reason: download }) : double.downloads.start,
    },
  }
  const { routes } = createRecordingsArea({
    clock,
    devices: {
      find: (sn) => ({
        sn,
        online: !faults.offline,
        videoChannels: [{ chnId: 1, name: { zh: '相机', en: 'Camera' } }],
      }),
      mediaServerOf: () => faults.server ?? 'bound',
    },
    index: { recordingsOf: hoursOf },
    captures: { capturesOf: () => [], render: double.render },
    media,
    addressOf: (_request, path) => ({ url: path, httpUrl: path }),
    publisher: SILENT_PUBLISHER,
  })
  const found = routes.find(({ call }) => call.name === name)
  const context = {
    caller: { sessionId: 'mine', scope: [] },
    request: { headers: {} },
  } as unknown as HandlerContext // The only fields that the checks read.
  try {
    await found!.handler({ query: {}, body: {}, params: {}, ...input } as never, context)
  } catch (error) {
    const { code, message: msg } = (error as PlatformError).inLanguage(language)
    return { code, msg }
  }
  return { code: 0, msg: '' }
}

const camera = { sn: 'CAM', chnId: 1 }
const query = (span: object, more: object = {}) => ({
  body: { ...camera, source: 'server', ...span, ...more },
})
const play = (more: object) => ({ query: { ...camera, streamType: 'main', speed: 1, paused: 0, ...more } })
const download = (span: object) => ({ body: { ...camera, ...span } })

const P = PLAYBACK_CODES
test.each<[string, object, Faults, number, string]>([
  ['recordings.query', query(MORNING), {}, 0, ''],
  ['recordings.query', query(MORNING, { source: 'device' }), { offline: true }, -1, 'The device is offline'],
  ['recordings.play', play({ fid: 'CAM-1-abc' }), {}, P.noRecordingFiles, 'No recording files'],
  ['recordings.play', play(NOON), {}, P.noRecordingFiles, 'No recording files'],
  [
    'recordings.play',
    play(MORNING),
    { server: 'notBound' },
    P.mediaServiceNotBound,
    'The template is not bound to a media service',
  ],
  [
    'recordings.play',
    play(MORNING),
    { server: 'unavailable' },
    P.mediaServiceInfoFailed,
    'Failed to get the media service information',
  ],
  [
    'recordings.play',
    play(MORNING),
    { server: 'broken' },
    P.playbackFailedUnknown,
    'Playback failed, unknown error',
  ],
  [
    'recordings.play',
    play(MORNING),
    { playback: 'noEncoder' },
    P.getPlayAddressFailed,
    'Failed to get the play address',
  ],
  [
    'recordings.play',
    play(MORNING),
    { playback: 'tooMany' },
    CODES.tooManyRequests,
    'The maximum number of playbacks has been reached',
  ],
  [
    'recordings.play',
    play(MORNING),
    { canEncode: false },
    CODES.unavailable,
    'ffmpeg is not available on the platform. Recordings cannot be played or downloaded',
  ],
  ['recordings.download', download(NOON), {}, P.noRecordingFiles, 'No recording files'],
  [
    'recordings.download',
    download(MORNING),
    { server: 'notBound' },
    P.mediaServiceNotBound,
    'The template is not bound to a media service',
  ],
  [
    'recordings.download',
    download(MORNING),
    { server: 'unavailable' },
    P.mediaServiceInfoFailed,
    'Failed to get the media service information',
  ],
  [
    'recordings.download',
    download(MORNING),
    { server: 'broken' },
    P.playbackFailedUnknown,
    'Playback failed, unknown error',
  ],
  [
    'recordings.download',
    download({ startTime: MORNING.startTime, endTime: MORNING.startTime + 1801 }),
    {},
    CODES.invalid,
    'At most 30 minutes can be downloaded at once',
  ],
  [
    'recordings.download',
    download(MORNING),
    { download: 'tooMany' },
    CODES.tooManyRequests,
    'The maximum number of downloads has been reached',
  ],
  [
    'recordings.download',
    download(MORNING),
    { download: 'storageFull' },
    CODES.storageFull,
    "The platform's disk is full and the video file cannot be made. Free some space and try again",
  ],
  [
    'recordings.download',
    download(MORNING),
    { canEncode: false },
    CODES.unavailable,
    'ffmpeg is not available on the platform. Recordings cannot be played or downloaded',
  ],
  [
    'recordings.picture',
    { params: { fid: captureFid('CAM', { chnId: 1, atMs: NOW, kind: 'remote' }) } },
    {},
    P.noCaptureFiles,
    'No capture files',
  ],
])('each failure has its code and its words (%#: %s)', async (name, input, faults, code, msg) => {
  expect(await refusalOf(name, input, faults)).toEqual({ code, msg })
  const chinese = await refusalOf(name, input, faults, 'zh')
  expect(chinese.code).toBe(code)
  if (msg !== '') expect(chinese.msg).toMatch(/[\u4e00-\u9fff]/)
})
