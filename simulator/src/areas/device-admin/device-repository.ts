import type { Store } from '../../store/store.ts'
import type { DeviceRow, GroupRow, TypeRow } from './records.ts'

/** Administrators' changes to the device list, from the store. */
export type DeviceRepository = {
  record(sn: string): DeviceRow | undefined
  records(): Iterable<DeviceRow>
  group(id: number): GroupRow | undefined
  groups(): Iterable<GroupRow>
  /** By id. */
  types(): readonly TypeRow[]
  /** Reloads rows that a write has changed. */
  refresh(sns: readonly string[]): void
  refreshGroup(id: number): void
  refreshTypes(): void
  /** Grows with every change. */
  version(): number
}

export function createDeviceRepository(store: Store): DeviceRepository {
  const one = store.read.prepare('SELECT * FROM device_records WHERE sn = ?')
  const oneGroup = store.read.prepare('SELECT * FROM device_groups WHERE id = ?')
  const allTypes = store.read.prepare('SELECT * FROM device_types ORDER BY id')
  const everyRecord = store.read.prepare('SELECT * FROM device_records').all() as DeviceRow[]
  const everyGroup = store.read.prepare('SELECT * FROM device_groups').all() as GroupRow[]
  const records = new Map(everyRecord.map((row) => [row.sn, row]))
  const groups = new Map(everyGroup.map((row) => [row.id, row]))
  let types = allTypes.all() as TypeRow[]
  let version = 0
  return {
    record: (sn) => records.get(sn),
    records: () => records.values(),
    group: (id) => groups.get(id),
    groups: () => groups.values(),
    types: () => types,
    refresh(sns) {
      version++
      for (const sn of sns) {
        const row = one.get(sn) as DeviceRow | undefined
        if (row) records.set(sn, row)
        else records.delete(sn)
      }
    },
    refreshGroup(id) {
      version++
      const row = oneGroup.get(id) as GroupRow | undefined
      if (row) groups.set(id, row)
      else groups.delete(id)
    },
    refreshTypes() {
      version++
      types = allTypes.all() as TypeRow[]
    },
    version: () => version,
  }
}
