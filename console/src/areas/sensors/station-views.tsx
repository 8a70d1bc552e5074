import { Segmented } from 'antd'
import { useSearchParams } from 'react-router-dom'
import { useText } from '../../language/language.ts'
import type { StationKind } from './station-kinds.ts'

type StationView = 'live' | 'history' | 'map' | 'wire' | 'bus' | 'setup' | 'settings'

/** Available views of a station. */
type StationSides = {
  /** It speaks HJ 212. */
  wired: boolean
  /** It asks sensors on a line. */
  bus: boolean
  /** It has a place. */
  located: boolean
}

const viewsOf = (kind: StationKind, { wired, bus, located }: StationSides): readonly StationView[] => [
  'live',
  'history',
  ...(located ? (['map'] as const) : []),
  ...(kind.title === 'hjt212' && wired ? (['wire'] as const) : []),
  ...(kind.title === 'hjt212' && bus ? (['bus'] as const) : []),
  'setup',
  'settings',
]

/** Chosen view of a station, from `?view=`. */
export function useStationView(kind: StationKind, sides: StationSides): StationView {
  const asked = useSearchParams()[0].get('view')
  return viewsOf(kind, sides).find((view) => view === asked) ?? 'live'
}

export function StationViews({ kind, sides }: { kind: StationKind; sides: StationSides }) {
  const t = useText('sensors')
  const [, setSearch] = useSearchParams()
  return (
    <Segmented<StationView>
      className="station-views"
      aria-label={t('views.label')}
      value={useStationView(kind, sides)}
      onChange={(view) =>
        setSearch(
          (before) => {
            const after = new URLSearchParams(before)
            if (view === 'live') after.delete('view')
            else after.set('view', view)
            return after
          },
          { replace: true },
        )
      }
      options={viewsOf(kind, sides).map((value) => ({ value, label: t(`views.${value}`) }))}
    />
  )
}
