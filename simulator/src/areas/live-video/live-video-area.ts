import { LIVE_START_CODES } from '@backlot/contract/codes'
import {
  manualSnapshot,
  mediaServer,
  startLiveVideo,
  stopLiveVideo,
} from '@backlot/contract/live-video/calls'
import type { HandlerContext, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import type { MessageKey } from '../../kernel/messages.ts'
import type { Publisher } from '../../kernel/publisher.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { MediaPort, MediaRecordPort, SnapshotPort, VideoDevice, VideoDevicesPort } from './ports.ts'

const { getMediaServerFailed, mediaServerNotBound, playFailedUnknown, shownInfoA, shownInfoB } =
  LIVE_START_CODES

/** Replies for failed starts (stated codes). */
const FAILURES = {
  deviceOffline: { code: shownInfoA, key: 'deviceOffline' },
  cameraUnpowered: { code: shownInfoA, key: 'cameraUnpowered' },
  mediaServerNotBound: { code: mediaServerNotBound, key: 'mediaServerNotBound' },
  getMediaServerFailed: { code: getMediaServerFailed, key: 'mediaServerFailed' },
  unknown: { code: playFailedUnknown, key: 'playFailed' },
} as const satisfies Record<string, { code: number; key: MessageKey }>

/** Starting and stopping live streams, the media server of a device, and manual snapshots. */
export function createLiveVideoArea(deps: {
  clock: PlatformClock
  devices: VideoDevicesPort
  media: MediaPort
  record: MediaRecordPort
  snapshots: SnapshotPort
  publisher: Publisher
}): { routes: Route[] } {
  const { devices, media } = deps

  const findDevice = (context: HandlerContext, sn: string): VideoDevice => {
    const device = devices.find(sn, context.caller.scope)
    if (!device) throw refusal('notFound', 'deviceNotFound', {}, 'sn')
    return device
  }
  const deviceFor = (context: HandlerContext, sn: string, chnId: number): VideoDevice => {
    const device = findDevice(context, sn)
    if (!device.hasVideoChannel(chnId)) {
      throw refusal('notFound', 'notVideo', {}, 'chnId')
    }
    return device
  }
  const checkServer = (sn: string) => {
    const server = devices.mediaServerOf(sn)
    if (server === 'notBound') throw refusal(mediaServerNotBound, 'mediaServerNotBound')
    if (server === 'unavailable') throw refusal(getMediaServerFailed, 'mediaServerFailed')
    return server
  }

  const start = route(startLiveVideo, async ({ body }, context) => {
    const device = findDevice(context, body.sn)
    if (!device.hasVideoChannel(body.chnId)) {
      throw refusal(shownInfoB, 'channelNotBound', {}, 'chnId')
    }
    const server = checkServer(body.sn)
    if (server === 'broken') throw refusal(playFailedUnknown, 'playFailed')
    const offline = device.whyOffline(body.chnId)
    if (offline) throw refusal(shownInfoA, offline)
    const started = await media.startLive({ ...body, sessionId: context.caller.sessionId })
    if (!started.ok) {
      const { code, key } = FAILURES[started.reason]
      throw refusal(code, key)
    }
    const address = `${started.streamPath}?token=${encodeURIComponent(started.token)}`
    return {
      ...deps.record.addressOf(context.request, body.sn, address),
      expiresAt: started.expiresAtMs,
      hasAudio: started.hasAudio,
      source: started.source,
    }
  })

  const stop = route(stopLiveVideo, async ({ body }, context) => {
    deviceFor(context, body.sn, body.chnId)
    await media.stopLive({ ...body, sessionId: context.caller.sessionId })
    return {}
  })

  const server = route(mediaServer, ({ query }, context) => {
    const sn = query.sn ?? (query.id === undefined ? undefined : devices.snOf(query.id))
    if (sn === undefined || !devices.find(sn, context.caller.scope)) {
      throw refusal('notFound', 'deviceNotFound', {}, 'sn')
    }
    checkServer(sn)
    return deps.record.infoOf(sn)
  })

  const snapshot = route(manualSnapshot, async ({ body: { sn, chnId, seq } }, context) => {
    const device = deviceFor(context, sn, chnId)
    const offline = device.whyOffline(chnId)
    if (offline) throw refusal('deviceOffline', offline)
    const resource = await deps.snapshots.raise({ sn, chnId, seq, atMs: Math.floor(deps.clock.now()) })
    deps.publisher.resource(sn, seq, resource)
    return {}
  })

  return { routes: [start, stop, server, snapshot] }
}
