/**
 * MANSCDP+xml bodies (annex A of 2016 and 2022): the root (Query, Control, Notify, Response) and CmdType say what a
 * message is, SN joins question and answer.
 */
import { catalogNotify, catalogQuery, catalogResponse } from './catalog-shapes.ts'
import { configQuery, configResponse, deviceConfig } from './config-shapes.ts'
import { deviceControl } from './control-shapes.ts'
import {
  broadcast,
  deviceInfo,
  deviceStatus,
  keepalive,
  mediaStatus,
  plainQuery,
  plainResponse,
  presetResponse,
  snapshotsUploaded,
} from './device-shapes.ts'
import type { Shape, ValuesOf } from './manscdp-fields.ts'
import { recordQuery, recordResponse } from './record-shapes.ts'
import { alarmNotify, alarmQuery, positionNotify, positionQuery } from './report-shapes.ts'
import type { XmlElement } from './xml-element.ts'

export const MANSCDP_ROOTS = ['Query', 'Control', 'Notify', 'Response'] as const
export type ManscdpRoot = (typeof MANSCDP_ROOTS)[number]

export const MANSCDP_MESSAGES = {
  keepalive: ['Notify', 'Keepalive', keepalive],
  catalogQuery: ['Query', 'Catalog', catalogQuery],
  catalogResponse: ['Response', 'Catalog', catalogResponse],
  catalogNotify: ['Notify', 'Catalog', catalogNotify],
  deviceInfoQuery: ['Query', 'DeviceInfo', plainQuery],
  deviceInfo: ['Response', 'DeviceInfo', deviceInfo],
  deviceStatusQuery: ['Query', 'DeviceStatus', plainQuery],
  deviceStatus: ['Response', 'DeviceStatus', deviceStatus],
  recordQuery: ['Query', 'RecordInfo', recordQuery],
  recordResponse: ['Response', 'RecordInfo', recordResponse],
  configQuery: ['Query', 'ConfigDownload', configQuery],
  configResponse: ['Response', 'ConfigDownload', configResponse],
  deviceConfig: ['Control', 'DeviceConfig', deviceConfig],
  deviceConfigResponse: ['Response', 'DeviceConfig', plainResponse],
  deviceControl: ['Control', 'DeviceControl', deviceControl],
  deviceControlResponse: ['Response', 'DeviceControl', plainResponse],
  alarmNotify: ['Notify', 'Alarm', alarmNotify],
  alarmQuery: ['Query', 'Alarm', alarmQuery],
  alarmResponse: ['Response', 'Alarm', plainResponse],
  positionQuery: ['Query', 'MobilePosition', positionQuery],
  positionResponse: ['Response', 'MobilePosition', plainResponse],
  positionNotify: ['Notify', 'MobilePosition', positionNotify],
  presetQuery: ['Query', 'PresetQuery', plainQuery],
  presetResponse: ['Response', 'PresetQuery', presetResponse],
  broadcast: ['Notify', 'Broadcast', broadcast],
  broadcastResponse: ['Response', 'Broadcast', plainResponse],
  mediaStatus: ['Notify', 'MediaStatus', mediaStatus],
  snapshotsUploaded: ['Notify', 'UploadSnapShotFinished', snapshotsUploaded],
} as const satisfies Readonly<Record<string, readonly [root: ManscdpRoot, cmdType: string, shape: Shape]>>

export type ManscdpKind = keyof typeof MANSCDP_MESSAGES
type Known = {
  [Kind in ManscdpKind]: { kind: Kind; sn: number } & ValuesOf<(typeof MANSCDP_MESSAGES)[Kind][2]>
}[ManscdpKind]
/** A command that is none of those above, with its whole body. */
type Other = {
  kind: 'other'
  root: ManscdpRoot
  cmdType: string
  sn?: number
  deviceId?: string
  element: XmlElement
}
export type ManscdpMessage = Known | Other
/** The message of one kind. */
export type ManscdpOf<Kind extends ManscdpMessage['kind']> = Extract<ManscdpMessage, { kind: Kind }>
