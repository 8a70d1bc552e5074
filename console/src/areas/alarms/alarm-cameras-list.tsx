import { HistoryOutlined, VideoCameraOutlined } from '@ant-design/icons'
import { ACCESS } from '@backlot/contract/access'
import { ToolButton } from '../../components/tool-button.tsx'
import { useUnits } from '../../features/map/units.ts'
import { useText } from '../../language/language.ts'
import { type AlarmCamera, cameraKey, type useAlarmCameras } from './alarm-cameras.ts'
import { useMay } from './use-may.ts'

/**
 * The cameras that look at an alarm's device and those around it, by road or as the crow flies: their live video, and
 * their recordings of the moment.
 */
export function AlarmCamerasList(props: {
  cameras: ReturnType<typeof useAlarmCameras>
  shown: { camera: AlarmCamera | undefined; view: string }
  onShow(view: 'live' | 'recording', camera: AlarmCamera): void
}) {
  const { cameras, shown, onShow } = props
  const t = useText('alarmDetail')
  const units = useUnits()
  const mayWatch = useMay(ACCESS.watchVideo)
  const near = cameras.list.filter(({ own, bound }) => !own && !bound)
  const none =
    cameras.noneNear === 'noRight'
      ? t('cameras.noRight')
      : cameras.noneNear === 'noPlace'
        ? t('cameras.noPlace')
        : cameras.noneNear === undefined && near.length === 0
          ? t('cameras.none')
          : undefined
  const lengthOf = ({ own, roadM, straightM }: AlarmCamera) => {
    if (own || straightM === undefined) return undefined
    return roadM === undefined
      ? t('cameras.straight', { length: units.length(straightM) })
      : t('cameras.byRoad', { length: units.length(roadM) })
  }
  const said = (camera: AlarmCamera) =>
    [camera.bound && t('cameras.bound'), lengthOf(camera), !camera.online && t('cameras.offline')]
      .filter(Boolean)
      .join(' · ')
  return (
    <>
      <ul className="alarm-rows">
        {cameras.list.map((camera) => {
          const isShown = shown.camera !== undefined && cameraKey(shown.camera) === cameraKey(camera)
          const why = mayWatch ? '' : t('view.noRight')
          return (
            <li key={cameraKey(camera)} aria-current={isShown && shown.view !== 'pictures'}>
              <span className="alarm-rows-main" title={camera.name}>
                {camera.own ? t('view.own', { name: camera.name }) : camera.name}
              </span>
              <small>{said(camera)}</small>
              <ToolButton
                label={t('cameras.live', { name: camera.name })}
                icon={<VideoCameraOutlined />}
                pressed={isShown && shown.view === 'live'}
                why={camera.online ? why : t('cameras.offline')}
                onClick={() => onShow('live', camera)}
              />
              <ToolButton
                label={t('cameras.recording', { name: camera.name })}
                icon={<HistoryOutlined />}
                pressed={isShown && shown.view === 'recording'}
                why={why}
                onClick={() => onShow('recording', camera)}
              />
            </li>
          )
        })}
      </ul>
      {none && <p className="alarm-side-note">{none}</p>}
    </>
  )
}
