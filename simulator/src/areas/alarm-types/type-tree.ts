import type { Named } from '../../kernel/language.ts'
import type { Level, SystemType } from './ports.ts'
import type { alarmTypes } from './tables.ts'

export type TypeRow = typeof alarmTypes.$inferSelect

export const LEVELS: readonly Level[] = [1, 2, 3, 4]
export const ORDINARY_LEVEL = 3

/** A type or sub-type as it is now. */
export type TypeEntry = {
  id: number
  key: string
  type: string
  parentId: number
  parentType: string
  name: Named
  level: Level
  /** Null: its level's. */
  colour: string | null
  system: boolean
  version: number
}

export const keyOf = (parentType: string, type: string) =>
  parentType === '' ? type : `${parentType}-${type}`

/** Types that come with the platform, as they came. Ids are 100 × the type's place, plus the sub-type's. */
export function systemEntries(systemTypes: readonly SystemType[]): TypeEntry[] {
  return systemTypes.flatMap(({ type, name, level, subTypes }, place) => {
    const id = (place + 1) * 100
    const as = (entry: Pick<TypeEntry, 'id' | 'type' | 'parentId' | 'parentType' | 'name' | 'level'>) => ({
      ...entry,
      key: keyOf(entry.parentType, entry.type),
      colour: null,
      system: true,
      version: 0,
    })
    return [
      as({ id, type, parentId: 0, parentType: '', name, level }),
      ...subTypes.map((sub, index) =>
        as({
          id: id + index + 1,
          type: sub.subType,
          parentId: id,
          parentType: type,
          name: sub.name,
          level: sub.level,
        }),
      ),
    ]
  })
}

/** The tree, flat: each type, then its sub-types; own ones behind those of the platform, in the order they were added. */
export function typeTree(systemTypes: readonly SystemType[], rows: readonly TypeRow[]): TypeEntry[] {
  const changed = new Map(rows.filter(({ system }) => system === 1).map((row) => [row.key, row]))
  const system = systemEntries(systemTypes).map((entry) => {
    const row = changed.get(entry.key)
    return row ? { ...entry, ...lookOf(row) } : entry
  })
  const own = rows.filter((row) => row.system === 0)
  const tops: TypeEntry[] = [
    ...system.filter(({ parentId }) => parentId === 0),
    ...own.filter(({ parentType }) => parentType === '').map((row) => ownEntry(row, 0)),
  ]
  return tops.flatMap((top) => [
    top,
    ...system.filter(({ parentId }) => parentId === top.id && top.system),
    ...own.filter(({ parentType }) => parentType === top.type).map((row) => ownEntry(row, top.id)),
  ])
}

const lookOf = (row: TypeRow) => ({
  name: { zh: row.nameZh, en: row.nameEn },
  level: LEVELS[row.level - 1] ?? ORDINARY_LEVEL,
  colour: row.colour,
  version: row.version,
})

function ownEntry(row: TypeRow, parentId: number): TypeEntry {
  const { id, key, type, parentType } = row
  return { id, key, type, parentId, parentType, system: false, ...lookOf(row) }
}
