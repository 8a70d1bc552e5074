import { LoadingOutlined } from '@ant-design/icons'
import { ACCESS } from '@backlot/contract/access'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { Segmented, Select } from 'antd'
import { lazy, Suspense } from 'react'
import { alarmKey } from '../../features/alarms/alarm-key.ts'
import { useText } from '../../language/language.ts'
import { type AlarmCamera, cameraKey } from './alarm-cameras.ts'
import { AlarmPictures } from './alarm-pictures.tsx'
import { useMay } from './use-may.ts'
import './alarm-stage.css'

const LivePlayer = lazy(async () => ({
  default: (await import('../../features/player/live-player.tsx')).LivePlayer,
}))
const AlarmRecording = lazy(async () => ({
  default: (await import('./alarm-recording.tsx')).AlarmRecording,
}))

export type StageView = 'pictures' | 'recording' | 'live'

type AlarmStageProps = {
  alarm: Alarm
  cameras: readonly AlarmCamera[]
  view: StageView
  /** The camera whose video is shown. */
  camera: AlarmCamera | undefined
  onShow(view: StageView, camera?: AlarmCamera): void
}

/** Views of an alarm: its pictures and clips, a camera's recording around it, and live video. */
export function AlarmStage({ alarm, cameras, view, camera, onShow }: AlarmStageProps) {
  const t = useText('alarmDetail')
  const mayWatch = useMay(ACCESS.watchVideo)
  const why = !mayWatch ? t('view.noRight') : camera ? undefined : t('view.noCamera')
  const count = alarm.resource.length
  return (
    <section className="alarm-stage" aria-label={t('view.title')}>
      <header>
        <Segmented<StageView>
          size="small"
          aria-label={t('view.title')}
          value={view}
          onChange={(next) => onShow(next)}
          options={[
            { value: 'pictures', label: count > 1 ? `${t('view.pictures')} ${count}` : t('view.pictures') },
            { value: 'recording', label: t('view.recording'), disabled: why !== undefined, title: why ?? '' },
            { value: 'live', label: t('view.live'), disabled: why !== undefined, title: why ?? '' },
          ]}
        />
        {view !== 'pictures' && camera && (
          <Select
            size="small"
            className="alarm-stage-camera"
            aria-label={t('view.camera')}
            value={cameraKey(camera)}
            onChange={(key) =>
              onShow(
                view,
                cameras.find((one) => cameraKey(one) === key),
              )
            }
            options={cameras.map((one) => ({
              value: cameraKey(one),
              label: one.own ? t('view.own', { name: one.name }) : one.name,
            }))}
          />
        )}
      </header>
      {view === 'pictures' || !camera ? (
        <AlarmPictures key={alarmKey(alarm)} alarm={alarm} />
      ) : (
        <Suspense
          fallback={
            <div className="alarm-stage-picture">
              <LoadingOutlined />
            </div>
          }
        >
          {view === 'live' ? (
            <div className="alarm-stage-picture">
              <LivePlayer key={cameraKey(camera)} sn={camera.sn} chnId={camera.chnId} autoClose />
            </div>
          ) : (
            <AlarmRecording key={`${alarmKey(alarm)} ${cameraKey(camera)}`} alarm={alarm} camera={camera} />
          )}
        </Suspense>
      )}
    </section>
  )
}
