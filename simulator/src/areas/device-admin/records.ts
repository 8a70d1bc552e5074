/** Rows of administrators' changes to the device list, as stored. */

export type StoredChannel = {
  chnId: number
  name: string | { zh: string; en: string }
  type: number
  lineId: number
  isPtz: boolean
}

/** A row of device_records; null: as it came. */
export type DeviceRow = {
  sn: string
  number: number | null
  kind: string | null
  protocol_type: number | null
  longitude: number | null
  latitude: number | null
  added_ms: number | null
  type_id: number | null
  name: string | null
  group_id: number | null
  ability: number | null
  address: string | null
  installer: string | null
  channels: string | null
  removed_ms: number | null
  version: number
  updated_ms: number
}

/** A row of device_groups. */
export type GroupRow = {
  id: number
  parent_id: number | null
  name: string | null
  added: number
  removed: number
  version: number
  updated_ms: number
}

/** A row of device_types. */
export type TypeRow = {
  id: number
  name: string
  kind: string
  protocol_type: number
  ability: number
  manufacturer: string
  remark: string
  version: number
  updated_ms: number
}

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
  group_id?: number
  ability?: number
  address?: string
  installer?: string
  /** JSON. */
  channels?: string
}

export type GroupChange = { name?: string; parent_id?: number; removed?: 1 }

export type NewType = Pick<TypeRow, 'name' | 'kind' | 'ability' | 'manufacturer' | 'remark'> & {
  protocolType: number
}
