import type { AlarmTypeNode } from '@backlot/contract/alarms/entities'
import type { FilterValues } from '../../features/table-screen/filter-types.ts'

/** Part of the tree that matches the filters, in its order; a found sub-type comes with the type above it. */
export function filterTree(list: readonly AlarmTypeNode[], filters: FilterValues): AlarmTypeNode[] {
  const { text, level, source } = filters
  const wanted = text?.trim().toLowerCase() ?? ''
  if (wanted === '' && !level && !source) return [...list]
  const found = list.filter(
    ({ name, nameZh = '', nameEn = '', type, level: has, system }) =>
      `${name}\n${nameZh}\n${nameEn}\n${type}`.toLowerCase().includes(wanted) &&
      (!level || String(has) === level) &&
      (!source || String(system) === source),
  )
  const shown = new Set(found.flatMap(({ key, parentType }) => [key, parentType]))
  return list.filter(({ key }) => shown.has(key))
}
