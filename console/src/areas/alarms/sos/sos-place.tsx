import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { useText } from '../../../language/language.ts'
import { useCan } from '../../../session/session-store.ts'
import type { SosCase } from './sos-cases.ts'

const AlarmMap = lazy(async () => ({ default: (await import('../alarm-map.tsx')).AlarmMap }))

type SosPlaceProps = {
  one: SosCase
  position: { longitude: number; latitude: number } | undefined
  address: string | undefined
}

/** Where it is: a small map, the address, the way to the large map. */
export function SosPlace({ one: { alarm }, position, address }: SosPlaceProps) {
  const t = useText('sos')
  const mayDispatch = useCan('/dispatch')
  return (
    <section className="sos-place">
      <div className="alarm-map">
        {alarm && position ? (
          <Suspense>
            <AlarmMap alarm={alarm} cameras={[]} onCamera={() => undefined} />
          </Suspense>
        ) : (
          <p>{t('noPlace')}</p>
        )}
      </div>
      {address !== undefined && (
        <p>
          <span title={address}>{address}</span>
          {alarm && mayDispatch && (
            <Link to={`/dispatch?sn=${encodeURIComponent(alarm.sn)}&alarm=${alarm.id}`}>{t('onMap')}</Link>
          )}
        </p>
      )}
    </section>
  )
}
