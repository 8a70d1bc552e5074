import { eq } from 'drizzle-orm'
import { queryBuilder } from '../../store/query-builder.ts'
import type { Store } from '../../store/store.ts'
import type { DeviceRow, GroupRow, TypeRow } from './records.ts'
import { deviceGroups, deviceRecords, deviceTypes } from './tables.ts'

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
  const query = queryBuilder(store.read)
  const allTypes = query.select().from(deviceTypes).orderBy(deviceTypes.id).prepare()
  const everyRecord = query.select().from(deviceRecords).all()
  const everyGroup = query.select().from(deviceGroups).all()
  const records = new Map(everyRecord.map((row) => [row.sn, row]))
  const groups = new Map(everyGroup.map((row) => [row.id, row]))
  let types: readonly TypeRow[] = allTypes.all()
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
        const row = query.select().from(deviceRecords).where(eq(deviceRecords.sn, sn)).get()
        if (row) records.set(sn, row)
        else records.delete(sn)
      }
    },
    refreshGroup(id) {
      version++
      const row = query.select().from(deviceGroups).where(eq(deviceGroups.id, id)).get()
      if (row) groups.set(id, row)
      else groups.delete(id)
    },
    refreshTypes() {
      version++
      types = allTypes.all()
    },
    version: () => version,
  }
}
