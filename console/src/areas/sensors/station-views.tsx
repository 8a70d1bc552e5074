import { Segmented } from 'antd'
import { useSearchParams } from 'react-router-dom'
import { useText } from '../../language/language.ts'
import type { StationKind } from './station-kinds.ts'

export type StationView = 'live' | 'history'

const viewsOf = (_kind: StationKind): readonly StationView[] => ['live', 'history']

/** What of a station is shown; `?view=` says it. */
export function useStationView(kind: StationKind): StationView {
  const asked = useSearchParams()[0].get('view')
  return viewsOf(kind).find((view) => view === asked) ?? 'live'
}

export function StationViews({ kind }: { kind: StationKind }) {
  const t = useText('sensors')
  const [, setSearch] = useSearchParams()
  return (
    <Segmented<StationView>
      className="station-views"
      aria-label={t('views.label')}
      value={useStationView(kind)}
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
      options={viewsOf(kind).map((value) => ({ value, label: t(`views.${value}`) }))}
    />
  )
}
