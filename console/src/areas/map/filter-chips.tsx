import { CloseOutlined } from '@ant-design/icons'
import { memo } from 'react'
import { ABILITY_FILTER_NAMES, ABILITY_FILTERS } from '../../features/device-tree/ability-filter.ts'
import { useTreeIndex } from '../../features/device-tree/device-store.ts'
import { useText } from '../../language/language.ts'
import { stretchOf } from './device-mask.ts'
import '../../components/bare-button.css'
import '../../components/chip.css'
import './filter-chips.css'
import type { MapLook } from './map-look.ts'

type FilterChipsProps = { look: MapLook; onLook(change: Partial<MapLook>): void }

/** Filters that the map and the tree share, each with a cross that removes it. */
export const FilterChips = memo(function FilterChips({ look, onLook }: FilterChipsProps) {
  const t = useText('mapTools')
  const tDevices = useText('devices')
  const index = useTreeIndex()
  const { text, status, ability, group } = look
  const kind = ABILITY_FILTER_NAMES.find((name) => ABILITY_FILTERS[name] === ability)
  const [from, to] = group === undefined ? [0, 0] : stretchOf(index, group)
  const groupName = to > from ? index.entry[from]?.name : undefined
  const chips: { name: string; off: Partial<MapLook> }[] = [
    ...(text.trim() === '' ? [] : [{ name: t('filter.text', { text: text.trim() }), off: { text: '' } }]),
    ...(status === -1
      ? []
      : [
          {
            name: status === 1 ? t('filter.online') : t('filter.offline'),
            off: { status: -1 } as Partial<MapLook>,
          },
        ]),
    ...(ability === 0
      ? []
      : [
          {
            name: t('filter.ability', { name: kind ? tDevices(`ability.${kind}`) : ability }),
            off: { ability: 0 },
          },
        ]),
    ...(group === undefined
      ? []
      : [{ name: t('filter.group', { name: groupName ?? group }), off: { group: undefined } }]),
  ]
  if (chips.length === 0) return null
  return (
    <ul className="filter-chips" aria-label={t('filter.label')}>
      {chips.map(({ name, off }) => (
        <li key={name} className="chip">
          <span>{name}</span>
          <button
            type="button"
            className="bare-button"
            aria-label={t('filter.clear', { name })}
            onClick={() => onLook(off)}
          >
            <CloseOutlined />
          </button>
        </li>
      ))}
    </ul>
  )
})
