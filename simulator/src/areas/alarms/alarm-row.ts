import type { Alarm, AlarmResource } from '@backlot/contract/alarms/entities'
import { AlarmDetail } from '@backlot/contract/alarms/entities'
import { z } from 'zod'
import type { AlarmInsert } from '../../history/alarm-draft.ts'
import { StoredResource } from '../../history/reported-alarm.ts'
import type { Language } from '../../kernel/language.ts'
import type { RawRow } from '../../store/raw-row.ts'
import type { alarms } from './tables.ts'

/** A row of the alarms table as SQLite gives it. */
export type AlarmRow = RawRow<typeof alarms>

const seconds = (ms: number | null) => (ms === null ? null : Math.floor(ms / 1000))
const given = (value: number | null) => value ?? undefined

function auditOf(row: AlarmRow): Pick<Alarm, 'auditState' | 'auditName' | 'auditTime'> {
  if (row.audited_ms === null) return { auditState: 0 }
  return { auditState: 1, auditName: row.audited_name ?? '', auditTime: Math.floor(row.audited_ms / 1000) }
}

function responseOf(row: AlarmRow): Pick<Alarm, 'responderId' | 'responderName' | 'responseTime'> {
  if (row.responded_ms === null) return {}
  return {
    responderId: given(row.responder_id),
    responderName: row.responder_name ?? '',
    responseTime: Math.floor(row.responded_ms / 1000),
  }
}

export function storedResources(row: Pick<AlarmRow, 'resource'>): StoredResource[] {
  return z.array(StoredResource).parse(JSON.parse(row.resource))
}

/** The rows are ours: in a storm a check of each by its schema costs more than the alarm. */
export function alarmResources(row: Pick<AlarmRow, 'id' | 'resource'>): AlarmResource[] {
  if (row.resource === '[]') return []
  return (JSON.parse(row.resource) as StoredResource[]).map((resource, index) => ({
    type: resource.type,
    url: 'url' in resource ? resource.url : `/alarm/picture/${row.id}/${index}`,
  }))
}

/** An alarm as the contract has it. Without a language (the channel) names are Chinese with the English ones beside. */
export function alarmOf(row: AlarmRow, language?: Language): Alarm {
  return {
    id: row.id,
    sn: row.sn,
    chnId: row.chn_id,
    chnName: language === 'en' ? row.chn_name_en : row.chn_name_zh,
    monitorId: given(row.monitor_id),
    monitorName: row.monitor_name ?? undefined,
    alarmSeq: row.alarm_seq,
    type: row.type,
    subType: row.sub_type,
    state: row.state,
    alarmSource: row.alarm_source,
    startTime: Math.floor(row.start_ms / 1000),
    endTime: seconds(row.end_ms),
    startLon: given(row.start_lon),
    startLat: given(row.start_lat),
    startSp: given(row.start_sp),
    startDir: given(row.start_dir),
    endLon: given(row.end_lon),
    endLat: given(row.end_lat),
    endSp: given(row.end_sp),
    endDir: given(row.end_dir),
    resource: alarmResources(row),
    detail: row.detail === null ? undefined : AlarmDetail.parse(JSON.parse(row.detail)),
    isRead: row.is_read,
    processingId: row.processing_id,
    processingName: row.processing_name,
    processingContent: row.processing_content,
    processingType: row.processing_type,
    processingTime: seconds(row.processing_ms),
    ...auditOf(row),
    ...responseOf(row),
    devName: language === 'en' ? row.dev_name_en : row.dev_name_zh,
    ...(language ? {} : { devNameEn: row.dev_name_en, chnNameEn: row.chn_name_en }),
    number: row.number,
    ...(row.received_ms === null ? {} : { receivedTime: Math.floor(row.received_ms / 1000) }),
    ...(row.device_time === null ? {} : { deviceTime: row.device_time }),
    cursor: row.cursor,
  }
}

/** An alarm that only the archive has. */
export const archivedAlarm = (row: AlarmRow, language: Language): Alarm => ({
  ...alarmOf(row, language),
  archived: true,
})

/** A row equal to its draft. Written out: in a storm a spread costs more than the rest together. */
export function rowOf(draft: AlarmInsert, { id, cursor }: { id: number; cursor: number }): AlarmRow {
  return {
    id,
    cursor,
    raised_cursor: cursor,
    sn: draft.sn,
    chn_id: draft.chn_id,
    alarm_seq: draft.alarm_seq,
    group_id: draft.group_id,
    dev_name_zh: draft.dev_name_zh,
    dev_name_en: draft.dev_name_en,
    chn_name_zh: draft.chn_name_zh,
    chn_name_en: draft.chn_name_en,
    monitor_id: draft.monitor_id,
    monitor_name: draft.monitor_name,
    number: draft.number,
    type: draft.type,
    sub_type: draft.sub_type,
    state: draft.state,
    alarm_source: draft.alarm_source,
    start_ms: draft.start_ms,
    end_ms: draft.end_ms,
    start_lon: draft.start_lon,
    start_lat: draft.start_lat,
    start_sp: draft.start_sp,
    start_dir: draft.start_dir,
    end_lon: draft.end_lon,
    end_lat: draft.end_lat,
    end_sp: draft.end_sp,
    end_dir: draft.end_dir,
    resource: draft.resource,
    detail: draft.detail,
    received_ms: draft.received_ms,
    device_time: draft.device_time,
    is_read: 0,
    processing_id: null,
    processing_name: '',
    processing_content: '',
    processing_type: null,
    processing_ms: null,
    audited_id: null,
    audited_name: null,
    audited_ms: null,
    responder_id: null,
    responder_name: null,
    responded_ms: null,
  }
}
