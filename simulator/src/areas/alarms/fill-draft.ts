import { MANUAL_SNAPSHOT, NOT_ORDINARY } from '@backlot/contract/alarms/constants'
import type { AlarmDraft, AlarmInsert, AlarmPlace } from '../../history/alarm-draft.ts'
import type { StoredResource } from '../../history/reported-alarm.ts'
import type { AlarmDevicesPort } from './ports.ts'

const PICTURE = 1
const CLIP = 2
/** Events show better some seconds after they began. */
const SECOND_PICTURE_MS = 4000

/** Fills a draft with data of its device. Undefined when there is no such device. */
export function fillDraft(devices: AlarmDevicesPort, draft: AlarmDraft): AlarmInsert | undefined {
  const device = devices.device(draft.sn)
  if (!device) return undefined
  const subType = draft.subType ?? ''
  const channel = device.channelName(draft.chnId)
  const monitor = draft.code === undefined ? undefined : device.monitorAt(draft.code)
  const start = columnsOf(draft.start ?? device.position)
  const end = columnsOf(draft.end)
  return {
    sn: draft.sn,
    chn_id: draft.chnId,
    alarm_seq: draft.alarmSeq,
    group_id: device.groupId,
    dev_name_zh: device.name.zh,
    dev_name_en: device.name.en,
    chn_name_zh: channel?.zh ?? '',
    chn_name_en: channel?.en ?? '',
    monitor_id: draft.monitorId ?? monitor?.id ?? null,
    monitor_name: draft.monitorName ?? monitor?.name ?? null,
    number: draft.number ?? '',
    type: draft.type,
    sub_type: subType,
    state: draft.state ?? 1,
    alarm_source: draft.alarmSource ?? 1,
    start_ms: Math.round(draft.startMs),
    end_ms: draft.endMs === undefined ? null : Math.round(draft.endMs),
    start_lon: start.lon,
    start_lat: start.lat,
    start_sp: start.sp,
    start_dir: start.dir,
    end_lon: end.lon,
    end_lat: end.lat,
    end_sp: end.sp,
    end_dir: end.dir,
    resource: JSON.stringify(draft.resources ?? picturesOf(devices, draft)),
    detail: draft.detail === undefined ? null : JSON.stringify(draft.detail),
    received_ms: draft.receivedMs === undefined ? null : Math.round(draft.receivedMs),
    device_time: draft.deviceTime ?? null,
    flags: flagsDevice(draft.type, subType) ? 1 : 0,
    again: draft.again ? 1 : 0,
  }
}

/** A manual snapshot: neither processed nor edited. */
export function isManualSnapshot(type: string, subType: string): boolean {
  return type === MANUAL_SNAPSHOT || subType === MANUAL_SNAPSHOT
}

/** Whether an alarm of a kind flags its device: pictures and files do not. */
export function flagsDevice(type: string, subType: string): boolean {
  return !isManualSnapshot(type, subType) && !NOT_ORDINARY.some((name) => name === type)
}

function picturesOf(devices: AlarmDevicesPort, draft: AlarmDraft): StoredResource[] {
  const camera = devices.cameraOf(draft.sn, draft.chnId)
  if (!camera) return []
  const atMs = Math.round(draft.startMs)
  const first: StoredResource = { type: PICTURE, recipe: { ...camera, atMs } }
  if (!draft.evidence) return [first]
  return [
    first,
    { type: PICTURE, recipe: { ...camera, atMs: atMs + SECOND_PICTURE_MS } },
    { type: CLIP, recipe: { ...camera, atMs } },
  ]
}

function columnsOf(place: AlarmPlace | undefined) {
  return {
    lon: place?.longitude ?? null,
    lat: place?.latitude ?? null,
    sp: place?.speedKmh ?? null,
    dir: place?.directionDeg ?? null,
  }
}
