import type { DeviceType } from '@backlot/contract/device-admin/entities'
import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import type { DeviceKind } from '@backlot/contract/devices/kinds'
import { factsOf, knownKinds } from '@backlot/contract/devices/known-kinds'
import { KINDS, kindNumber } from '../../devices/kinds.ts'
import type { Language, Named } from '../../kernel/language.ts'
import type { TypeRow } from './records.ts'

/** A type as it is now, with its name in both languages. */
export type TypeEntry = Omit<DeviceType, 'name' | 'deviceCount' | 'updateTime'> & {
  name: Named
  updatedMs: number
}

/** Type of a kind that comes with the platform. */
export function systemTypeId(kind: DeviceKind): number {
  return kindNumber(kind) + 1
}

/** Types that come with the platform: one of each kind. */
const systemEntries = (): TypeEntry[] =>
  knownKinds().map((kind) => ({
    name: KINDS[kind].name,
    protocolType: PROTOCOL_TYPES[factsOf(kind).typeProtocols[0]],
    ability: KINDS[kind].ability,
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
    kind: row.kind as DeviceKind,
    protocolType: row.protocolType,
    ability: row.ability,
    manufacturer: row.manufacturer,
    remark: row.remark,
    system: false,
    version: row.version,
    updatedMs: row.updatedMs,
  }))
  return [...systemEntries(), ...added]
}

export function typeView(entry: TypeEntry, deviceCount: number, language: Language): DeviceType {
  const { name, updatedMs, ...rest } = entry
  return { ...rest, name: name[language], deviceCount, updateTime: Math.floor(updatedMs / 1000) }
}

/** Whether a name is that of a type which comes with the platform, in either language. */
export function isSystemName(name: string): boolean {
  const asked = name.toLowerCase()
  return systemEntries().some(({ name: { zh, en } }) => zh === name || en.toLowerCase() === asked)
}
