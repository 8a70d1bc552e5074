import type { NearbyDevice } from '@backlot/contract/map-dispatch/calls'
import { Button, Spin } from 'antd'
import { useUnits } from '../../../features/map/units.ts'
import type { useNearest } from '../../../features/situation/use-nearest.ts'
import { errorText } from '../../../language/error-text.ts'
import { useText } from '../../../language/language.ts'

const SHOWN = 4

type SosUnitsProps = {
  query: ReturnType<typeof useNearest>
  position: object | undefined
  /** The operator may not ask who is near. */
  hidden: boolean
  /** The caller is no unit that could be sent. */
  self: string
  /** Serial numbers of those that were sent. */
  sent: readonly string[]
  onDispatch: ((unit: NearbyDevice) => Promise<void>) | undefined
}

/** The units that are there soonest by road, each with its button. */
export function SosUnits({ query, position, hidden, self, sent, onDispatch }: SosUnitsProps) {
  const t = useText('sos')
  if (hidden) return null
  const units = query.data?.filter(({ sn }) => sn !== self).slice(0, SHOWN)
  return (
    <section className="sos-units" aria-label={t('units')}>
      <h3>{t('units')}</h3>
      {!position ? (
        <p>{t('unitsNoPlace')}</p>
      ) : query.isError ? (
        <p role="alert">{t('unitsFailed', { reason: errorText(query.error) })}</p>
      ) : !units ? (
        <Spin size="small" />
      ) : units.length === 0 ? (
        <p>{t('unitsNone')}</p>
      ) : (
        <ul>
          {units.map((unit) => (
            <Unit key={unit.sn} unit={unit} sent={sent.includes(unit.sn)} onDispatch={onDispatch} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Unit(props: { unit: NearbyDevice; sent: boolean; onDispatch: SosUnitsProps['onDispatch'] }) {
  const { unit, sent, onDispatch } = props
  const t = useText('sos')
  const units = useUnits()
  const { name, roadM, seconds = 0, straightM } = unit
  const far =
    roadM === undefined
      ? t('straight', { length: units.length(straightM) })
      : t('byRoad', { length: units.length(roadM), minutes: Math.max(1, Math.round(seconds / 60)) })
  return (
    <li>
      <b title={name}>{name}</b>
      <small>{far}</small>
      {onDispatch && (
        <Button
          size="small"
          disabled={sent}
          aria-label={t('dispatchTo', { name })}
          onClick={() => void onDispatch(unit)}
        >
          {sent ? t('sent') : t('dispatch')}
        </Button>
      )}
    </li>
  )
}
