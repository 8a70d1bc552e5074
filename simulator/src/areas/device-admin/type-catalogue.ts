import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { DEVICE_KINDS } from '@backlot/contract/control/fleet-choices'
import type { DeviceType } from '@backlot/contract/device-admin/entities'
import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import type { Language, Named } from '../../kernel/language.ts'
import type { TypeRow } from './records.ts'

type Kind = (typeof DEVICE_KINDS)[number]

/** A type as it is now, with its name in both languages. */
export type TypeEntry = Omit<DeviceType, 'name' | 'deviceCount' | 'updateTime'> & {
  name: Named
  updatedMs: number
}

const { video, hjt212, alarm, meeting, gps, acquisition, sensor, ai } = ABILITY_BITS
const { gb28181, hj212, jt808, v1, v3 } = PROTOCOL_TYPES

/** Types that come with the platform: one of each kind. */
const SYSTEM: Readonly<Record<Kind, { name: Named; protocolType: number; ability: number }>> = {
  camera: {
    name: { zh: '固定摄像机', en: 'Fixed camera' },
    protocolType: gb28181,
    ability: video | alarm | ai,
  },
  ptzCamera: { name: { zh: '球机', en: 'PTZ camera' }, protocolType: gb28181, ability: video | alarm | ai },
  bodyCamera: {
    name: { zh: '执法记录仪', en: 'Body-worn camera' },
    protocolType: v3,
    ability: video | alarm | meeting | gps,
  },
  vehicle: { name: { zh: '车载终端', en: 'Vehicle' }, protocolType: jt808, ability: video | alarm | gps },
  hj212Station: {
    name: { zh: '环境监测站', en: 'HJ 212 station' },
    protocolType: hj212,
    ability: hjt212 | alarm,
  },
  solarStation: {
    name: { zh: '太阳能站', en: 'Solar station' },
    protocolType: v1,
    ability: video | acquisition | alarm,
  },
  farmStation: {
    name: { zh: '智慧农业站', en: 'Farm station' },
    protocolType: v1,
    ability: video | acquisition | alarm,
  },
  gasDetector: {
    name: { zh: '气体探测器', en: 'Gas detector' },
    protocolType: hj212,
    ability: acquisition | sensor | alarm,
  },
  sensorController: {
    name: { zh: '传感控制器', en: 'Sensor controller' },
    protocolType: v1,
    ability: hjt212 | alarm,
  },
}

/** Type of a kind that comes with the platform. */
export function systemTypeId(kind: string): number {
  return (DEVICE_KINDS as readonly string[]).indexOf(kind) + 1
}

const SYSTEM_ENTRIES: readonly TypeEntry[] = DEVICE_KINDS.map((kind) => ({
  ...SYSTEM[kind],
  id: systemTypeId(kind),
  kind,
  manufacturer: 'Backlot',
  remark: '',
  system: true,
  version: 0,
  updatedMs: 0,
}))

/** All types: the platform's, then those that were added. */
export function typeEntries(rows: readonly TypeRow[]): TypeEntry[] {
  const added = rows.map((row) => ({
    id: row.id,
    name: { zh: row.name, en: row.name },
    kind: row.kind as Kind,
    protocolType: row.protocol_type,
    ability: row.ability,
    manufacturer: row.manufacturer,
    remark: row.remark,
    system: false,
    version: row.version,
    updatedMs: row.updated_ms,
  }))
  return [...SYSTEM_ENTRIES, ...added]
}

export function typeView(entry: TypeEntry, deviceCount: number, language: Language): DeviceType {
  const { name, updatedMs, ...rest } = entry
  return { ...rest, name: name[language], deviceCount, updateTime: Math.floor(updatedMs / 1000) }
}

/** Whether a name is that of a type which comes with the platform, in either language. */
export function isSystemName(name: string): boolean {
  const asked = name.toLowerCase()
  return SYSTEM_ENTRIES.some(({ name: { zh, en } }) => zh === name || en.toLowerCase() === asked)
}
