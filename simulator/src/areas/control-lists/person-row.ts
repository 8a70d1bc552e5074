import type { ControlPerson } from '@backlot/contract/control-lists/entities'

/** A row of `control_persons`. */
export type PersonRow = {
  id: number
  name: string
  label: string
  identity_card: string
  sex: number
  birthday: string
  phone_number: string
  addr: string
  face: string
  enabled: number
  version: number
  created_ms: number
  updated_ms: number
}

export function personOf(row: PersonRow): ControlPerson {
  return {
    id: row.id,
    name: row.name,
    label: row.label,
    identityCard: row.identity_card,
    sex: row.sex,
    birthday: row.birthday,
    phoneNumber: row.phone_number,
    addr: row.addr,
    face: row.face,
    enabled: row.enabled === 1,
    version: row.version,
    createTime: Math.floor(row.created_ms / 1000),
    updateTime: Math.floor(row.updated_ms / 1000),
  }
}
