import type { ControlPerson } from '@backlot/contract/control-lists/entities'
import type { controlPersons } from './tables.ts'

export type PersonRow = typeof controlPersons.$inferSelect

export function personOf(row: PersonRow): ControlPerson {
  return {
    id: row.id,
    name: row.name,
    label: row.label,
    identityCard: row.identityCard,
    sex: row.sex,
    birthday: row.birthday,
    phoneNumber: row.phoneNumber,
    addr: row.addr,
    face: row.face,
    enabled: row.enabled === 1,
    version: row.version,
    createTime: Math.floor(row.createdMs / 1000),
    updateTime: Math.floor(row.updatedMs / 1000),
  }
}
