/** Foreign devices in the directory: put back after a start, added when they come for the first time. */
import { ABILITY_BITS } from '@backlot/contract/capabilities'
import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { Database } from 'better-sqlite3'
import { KINDS } from '../devices/kinds.ts'
import type { Device, DeviceSpec } from '../fleet/device.ts'
import { DISCOVERED_GROUP_ID, type Directory, FIRST_FOREIGN_ID } from '../fleet/directory.ts'
import { queryBuilder } from '../store/query-builder.ts'
import { foreignDevices } from './tables.ts'
import type { ForeignDeviceRow } from './writes.ts'

const DISCOVERED = { zh: '已发现', en: 'Discovered' }
const NOBODY = { zh: '自动发现', en: 'Discovered by itself' }
const NOWHERE = { zh: '未知', en: 'Unknown' }

/** Every foreign device that was kept. */
export function readForeignDevices(db: Database): ForeignDeviceRow[] {
  return queryBuilder(db).select().from(foreignDevices).orderBy(foreignDevices.deviceId).all()
}

/** Of which of the kept ones nothing was ever stored, nor anything heard after their first moment; oldest first. */
export function readUnspoken(db: Database): string[] {
  return db
    .prepare<[], string>(
      `SELECT sn FROM foreign_devices AS d WHERE last_seen_ms <= first_seen_ms
         AND NOT EXISTS (SELECT 1 FROM foreign_positions WHERE sn = d.sn)
         AND NOT EXISTS (SELECT 1 FROM foreign_readings WHERE sn = d.sn) ORDER BY device_id`,
    )
    .pluck()
    .all()
}

/** The next id of a foreign device. */
export function nextForeignId(rows: readonly ForeignDeviceRow[]): number {
  return Math.max(FIRST_FOREIGN_ID, ...rows.map(({ deviceId }) => deviceId + 1))
}

/** Puts a device into the discovered group, which is made with the first. */
export function addForeignDevice(directory: Directory, row: ForeignDeviceRow): Device {
  if (!directory.group(DISCOVERED_GROUP_ID)) {
    directory.addGroup(0, DISCOVERED, 'discovered', DISCOVERED_GROUP_ID)
  }
  const kind = row.kind as DeviceKind
  const { ability, bizType, isPtz } = KINDS[kind]
  const spec: DeviceSpec = {
    sn: row.sn,
    kind,
    name: { zh: row.nameZh, en: row.nameEn },
    groupId: DISCOVERED_GROUP_ID,
    rosterIndex: -1,
    protocolType: row.protocolType,
    ability: ability & ~ABILITY_BITS.ai,
    bizType,
    isPtz: isPtz === true,
    ...(row.model === null ? {} : { model: row.model }),
    x: 0,
    y: 0,
    longitude: 0,
    latitude: 0,
    installedAtMs: row.firstSeenMs,
    installAddress: NOWHERE,
    installer: NOBODY,
    ...(row.plate === null ? {} : { plate: row.plate }),
    foreign: true,
  }
  return directory.addDevice(spec, row.deviceId)
}
