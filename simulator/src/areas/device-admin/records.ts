import type { deviceGroups, deviceRecords, deviceTypes } from './tables.ts'

/** Rows of administrators' changes to the device list, as stored. */

export type StoredChannel = {
  chnId: number
  name: string | { zh: string; en: string }
  type: number
  lineId: number
  isPtz: boolean
}

export type DeviceRow = typeof deviceRecords.$inferSelect
export type GroupRow = typeof deviceGroups.$inferSelect
export type TypeRow = typeof deviceTypes.$inferSelect

/** Stored data of an added device. */
export type NewRecord = {
  sn: string
  kind: string
  protocolType: number
  typeId: number
  name: string
  groupId: number
  ability: number
  longitude: number | null
  latitude: number | null
  address: string
  installer: string
}

/** Fields that a change sets; omitted fields stay as they are. */
export type RecordChange = {
  name?: string
  groupId?: number
  ability?: number
  address?: string
  installer?: string
  /** JSON. */
  channels?: string
}

export type GroupChange = { name?: string; parentId?: number; removed?: 1 }

export type NewType = Pick<TypeRow, 'name' | 'kind' | 'protocolType' | 'ability' | 'manufacturer' | 'remark'>
