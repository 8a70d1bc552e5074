/** Events of cameras as alarms: motion, tampering and digital inputs, from their beginning to their end. */
import type { DeviceIngest } from '../ingest.ts'
import { asList, textOf } from './probe-onvif.ts'

export type CameraState = 'motion' | 'tamper' | 'digitalInput'

export type CameraEvent = {
  state: CameraState
  /** Where it is so: a state can come under several topics and of several sources. */
  source: string
  isActive: boolean
  /** By the camera's clock; undefined: it tells none. */
  utcMs: number | undefined
}

/** Ends of topics (ONVIF Imaging, Analytics and Device IO events), and the item that says whether it is so. */
const TOPICS: readonly { end: string; state: CameraState; item: string }[] = [
  { end: 'VideoSource/MotionAlarm', state: 'motion', item: 'State' },
  { end: 'CellMotionDetector/Motion', state: 'motion', item: 'IsMotion' },
  { end: 'MotionRegionDetector/Motion', state: 'motion', item: 'State' },
  { end: 'GlobalSceneChange/ImagingService', state: 'tamper', item: 'State' },
  { end: 'GlobalSceneChange/AnalyticsService', state: 'tamper', item: 'State' },
  { end: 'TamperDetector/Tamper', state: 'tamper', item: 'IsTamper' },
  { end: 'Device/Trigger/DigitalInput', state: 'digitalInput', item: 'LogicalState' },
]

/** A notification as the package reads it; undefined: none of ours. */
// biome-ignore lint/suspicious/noExplicitAny: the package's event is a plain object of any shape.
export function readCameraEvent(notification: any): CameraEvent | undefined {
  const topic = textOf(notification?.topic?._ ?? notification?.topic)
  const known = TOPICS.find(({ end }) => topic.endsWith(end))
  const message = notification?.message?.message
  if (!known || !message) return undefined
  const items = asList(message.data?.simpleItem)
  const found = items.find((item) => textOf(item?.$?.Name) === known.item)
  if (!found) return undefined
  const value: unknown = found.$.Value
  const isActive = value === true || value === 1 || textOf(value).toLowerCase() === 'true'
  const source = asList(message.source?.simpleItem)
    .map((item) => textOf(item?.$?.Value))
    .join(' ')
  const time: unknown = message.$?.UtcTime
  const utcMs = time instanceof Date ? time.getTime() : Date.parse(textOf(time))
  return {
    state: known.state,
    source: `${topic} ${source}`,
    isActive,
    utcMs: Number.isNaN(utcMs) ? undefined : utcMs,
  }
}

/** Nobody knows what is wired to an input of a camera; most of all it is the contact of a door. */
const ALARMS: Readonly<Record<CameraState, readonly [type: string, subType: string]>> = {
  motion: ['VideoAlarm', 'Motion'],
  tamper: ['VideoAlarm', 'VideoCover'],
  digitalInput: ['IoAlarm', 'DoorOpen'],
}
/** Sources of a state that hold it up; what is more is passed over. */
const SOURCES_MOST = 64
/** An event that says that it happened longer ago has a clock that cannot be right. */
const OLDEST_MS = 24 * 3_600_000

const prefixOf = (state: CameraState) => `onvif-${state}-`

export type CameraAlarms = {
  /** `clockAheadMs`: of the camera's clock before this machine's. */
  take(event: CameraEvent, clockAheadMs: number): void
}

export function createCameraAlarms(deps: {
  sn: string
  /** The channel of its picture. */
  chnId: number
  ingest: Pick<DeviceIngest, 'alarm' | 'openAlarm'>
  hostNow(): number
  platformNow(): number
}): CameraAlarms {
  const { sn, chnId, ingest } = deps
  const open = new Map<CameraState, { alarmSeq: string; atMs: number; sources: Set<string> }>()

  const raise = (state: CameraState, alarmSeq: string, atMs: number, endMs?: number) => {
    const [type, subType] = ALARMS[state]
    ingest.alarm(sn, { type, subType, chnId, alarmSeq, atMs, ...(endMs === undefined ? {} : { endMs }) })
  }
  const platformTime = (utcMs: number | undefined, clockAheadMs: number): number => {
    const agoMs = utcMs === undefined ? 0 : deps.hostNow() - (utcMs - clockAheadMs)
    const now = deps.platformNow()
    return Math.floor(agoMs > 0 && agoMs < OLDEST_MS ? now - agoMs : now)
  }
  /** One that was open when the program ended. */
  const earlier = (state: CameraState) => {
    const found = ingest.openAlarm(sn, prefixOf(state), chnId)
    return found && { ...found, sources: new Set<string>() }
  }

  return {
    take({ state, source, isActive, utcMs }, clockAheadMs) {
      const atMs = platformTime(utcMs, clockAheadMs)
      const known = open.get(state) ?? earlier(state)
      if (isActive) {
        if (known) {
          if (known.sources.size < SOURCES_MOST) known.sources.add(source)
          open.set(state, known)
          return
        }
        const alarmSeq = `${prefixOf(state)}${atMs}`
        open.set(state, { alarmSeq, atMs, sources: new Set([source]) })
        raise(state, alarmSeq, atMs)
        return
      }
      if (!known) return
      known.sources.delete(source)
      if (known.sources.size > 0) return
      open.delete(state)
      raise(state, known.alarmSeq, known.atMs, Math.max(atMs, known.atMs))
    },
  }
}
