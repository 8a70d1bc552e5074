/** First checks of every call of recordings: device, channel and span exist, and the media server answers. */
import { LIVE_START_CODES } from '@backlot/contract/codes'
import { PLAYBACK_CODES } from '@backlot/contract/recordings/entities'
import { querySpanFault } from '@backlot/contract/recordings/query-span'
import type { HandlerContext } from '../../calls/route.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import type { MessageKey } from '../../kernel/messages.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { RecordedDevice, RecordedDevicesPort } from './ports.ts'

export type Checks = {
  /** The device, with the channel when one is named. Throws notFound. */
  device(context: HandlerContext, sn: string, chnId?: number): RecordedDevice
  /** A span of seconds in milliseconds. Throws its fault, naming the field. */
  span(span: { startTime: number; endTime: number }): { fromMs: number; toMs: number }
  /** Throws when the media server of a device is not there to play. */
  mediaServer(sn: string): void
  /** Throws when the device itself is asked and cannot be reached. */
  online(device: RecordedDevice): void
}

const SPAN_FAULTS = {
  startAfterEnd: ['startAfterEnd', 'startTime'],
  only24Hours: ['only24Hours', 'endTime'],
  tooOld: ['spanTooOld', 'startTime'],
  future: ['spanInFuture', 'endTime'],
} as const satisfies Record<string, readonly [MessageKey, string]>

const SERVER_FAULTS = {
  notBound: [PLAYBACK_CODES.mediaServiceNotBound, 'mediaServiceNotBound'],
  unavailable: [PLAYBACK_CODES.mediaServiceInfoFailed, 'mediaServiceFailed'],
  broken: [PLAYBACK_CODES.playbackFailedUnknown, 'playbackFailed'],
} as const satisfies Record<string, readonly [number, MessageKey]>

export function createChecks(deps: { clock: PlatformClock; devices: RecordedDevicesPort }): Checks {
  const { clock, devices } = deps
  return {
    device(context, sn, chnId) {
      const device = devices.find(sn, context.caller.scope)
      if (!device) throw refusal('notFound', 'deviceNotFound', {}, 'sn')
      const hasChannel = chnId === undefined || device.videoChannels.some((one) => one.chnId === chnId)
      if (!hasChannel) throw refusal('notFound', 'notVideo', {}, 'chnId')
      return device
    },
    span({ startTime, endTime }) {
      const [fromMs, toMs] = [Math.round(startTime * 1000), Math.round(endTime * 1000)]
      const fault = querySpanFault(fromMs, toMs, clock.now(), clock.zoneMinutes)
      if (!fault) return { fromMs, toMs }
      const [key, field] = SPAN_FAULTS[fault]
      throw refusal('invalid', key, {}, field)
    },
    mediaServer(sn) {
      const state = devices.mediaServerOf(sn)
      if (state === 'bound') return
      const [code, key] = SERVER_FAULTS[state]
      throw refusal(code, key)
    },
    online(device) {
      if (device.online) return
      throw refusal(LIVE_START_CODES.shownInfoA, 'deviceOffline')
    },
  }
}
