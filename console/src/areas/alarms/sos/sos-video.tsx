import { ACCESS } from '@backlot/contract/access'
import { lazy, Suspense } from 'react'
import { useUnits } from '../../../features/map/units.ts'
import { useText } from '../../../language/language.ts'
import { type AlarmCamera, useAlarmCameras } from '../alarm-cameras.ts'
import { useMay } from '../use-may.ts'
import type { SosCase } from './sos-cases.ts'

const LivePlayer = lazy(async () => ({
  default: (await import('../../../features/player/live-player.tsx')).LivePlayer,
}))

/** The live picture of the caller, else of the nearest online camera. */
export function SosVideo({ one: { alarm, sn, chnId } }: { one: SosCase }) {
  const t = useText('sos')
  const mayWatch = useMay(ACCESS.watchVideo)
  const { list, noneNear } = useAlarmCameras(alarm ?? { sn, chnId, devName: sn, chnName: '' })
  const camera = list.find(({ online }) => online) ?? list[0]
  const why = !mayWatch ? t('noVideoRight') : camera || noneNear === 'loading' ? undefined : t('noVideo')
  return (
    <figure className="sos-video">
      {why !== undefined && <p>{why}</p>}
      {why === undefined && camera && (
        <>
          <Suspense>
            <LivePlayer
              key={`${camera.sn}|${camera.chnId}`}
              sn={camera.sn}
              chnId={camera.chnId}
              streamType="main"
              autoClose
            />
          </Suspense>
          <Caption camera={camera} />
        </>
      )}
    </figure>
  )
}

function Caption({ camera }: { camera: AlarmCamera }) {
  const t = useText('sos')
  const units = useUnits()
  const { name, own, bound, roadM, straightM } = camera
  const far = straightM ?? roadM
  const text = own
    ? t('ownCamera')
    : bound || far === undefined
      ? t('boundCamera', { name })
      : t('nearCamera', { name, length: units.length(far) })
  return <figcaption title={text}>{text}</figcaption>
}
