import { Segmented } from 'antd'
import { useSearchParams } from 'react-router-dom'
import { useText } from '../../language/language.ts'
import type { StationKind } from './station-kinds.ts'

export type StationView = 'live' | 'history' | 'wire' | 'settings'

/** Only stations that speak HJ 212 have a wire to look at. */
const viewsOf = (kind: StationKind, wired: boolean): readonly StationView[] =>
  kind.title === 'hjt212' && wired ? ['live', 'history', 'wire', 'settings'] : ['live', 'history', 'settings']

/** What of a station is shown; `?view=` says it. */
export function useStationView(kind: StationKind, wired: boolean): StationView {
  const asked = useSearchParams()[0].get('view')
  return viewsOf(kind, wired).find((view) => view === asked) ?? 'live'
}

export function StationViews({ kind, wired }: { kind: StationKind; wired: boolean }) {
  const t = useText('sensors')
  const [, setSearch] = useSearchParams()
  return (
    <Segmented<StationView>
      className="station-views"
      aria-label={t('views.label')}
      value={useStationView(kind, wired)}
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
      options={viewsOf(kind, wired).map((value) => ({ value, label: t(`views.${value}`) }))}
    />
  )
}
