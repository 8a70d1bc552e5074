import { AlertOutlined, LinkOutlined, NodeIndexOutlined, VideoCameraOutlined } from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import type { NearbyDevice } from '@backlot/contract/map-dispatch/calls'
import { Button, Spin } from 'antd'
import { copyText } from '../../components/copy-text.ts'
import { notify } from '../../components/notifications/notify.ts'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { alarmNames } from '../../features/alarms/place-name.ts'
import { useAddressText } from '../../features/map/use-address-text.ts'
import { open } from '../../features/open.ts'
import { useNearest } from '../../features/situation/use-nearest.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { useMayWatch } from '../../session/use-may-watch.ts'
import { NearDevice } from './near-device.tsx'
import type { WatchedChannel } from './popup-actions.tsx'
import { SidePanel } from './side-panel.tsx'
import { placeOfAlarm, useSituationAlarm } from './use-situation.ts'

type SituationPanelProps = {
  alarmId: number
  /** Serial number of the unit whose route is drawn. */
  routed: string | undefined
  onRoute(device: NearbyDevice, to: { longitude: number; latitude: number }): void
  onGo(device: { sn: string; longitude: number; latitude: number }): void
  onWatch(channel: WatchedChannel): void
  onMessage(sn: string): void
  onClose(): void
}

/** An alarm on the map: who is near by road, their videos, talk, the way there, and a link to all of it. */
export function SituationPanel({ alarmId, ...props }: SituationPanelProps) {
  const t = useText('mapTools')
  const alarm = useSituationAlarm(alarmId)
  const share = async () => {
    if (await copyText(location.href)) notify.success(t('shared'))
    else notify.error(t('shareFailed'))
  }
  return (
    <SidePanel
      title={t('situation')}
      extra={
        <Button size="small" type="text" icon={<LinkOutlined />} onClick={share}>
          {t('share')}
        </Button>
      }
      onClose={props.onClose}
    >
      {alarm.isPending && <Spin size="small" />}
      {alarm.isError && (
        <p className="map-side-hint" role="alert">
          {t('situationGone', { reason: errorText(alarm.error) })}
        </p>
      )}
      {alarm.data && <Situation alarm={alarm.data} {...props} />}
    </SidePanel>
  )
}

type SituationProps = Omit<SituationPanelProps, 'alarmId'> & { alarm: Alarm }

function Situation({ alarm, routed, onRoute, onGo, onWatch, onMessage }: SituationProps) {
  const t = useText('mapTools')
  const types = useAlarmTypes()
  const mayWatch = useMayWatch()
  const place = placeOfAlarm(alarm)
  const address = useAddressText(place ?? {})
  const cameras = useNearest(place, 'camera')
  const units = useNearest(place, 'unit')
  const watchable = (cameras.data ?? []).flatMap(({ sn, chnId, online }) =>
    chnId !== undefined && online ? [{ sn, chnId }] : [],
  )
  return (
    <>
      <div className="situation-alarm">
        <strong>{types.nameOf(alarm.type, alarm.subType)}</strong>
        <span>{alarmNames(alarm).device}</span>
        <small>{formatTime(alarm.startTime)}</small>
        {address && <small>{address}</small>}
        <Button size="small" icon={<AlertOutlined />} onClick={() => open({ kind: 'alarm', alarm })}>
          {t('openAlarm')}
        </Button>
      </div>
      {!place && <p className="map-side-hint">{t('situationNoPlace')}</p>}
      {place && (
        <>
          <h4>
            <span>{t('cameras')}</span>
            {mayWatch && watchable.length > 0 && (
              <Button
                size="small"
                type="link"
                icon={<VideoCameraOutlined />}
                onClick={() => open({ kind: 'video', channels: watchable })}
              >
                {t('watchAll')}
              </Button>
            )}
          </h4>
          <Near query={cameras}>
            {(device) => <NearDevice key={device.sn} device={device} onGo={onGo} onWatch={onWatch} />}
          </Near>
          <h4>
            <span>{t('unitsNear')}</span>
          </h4>
          <Near query={units}>
            {(device) => (
              <NearDevice
                key={device.sn}
                device={device}
                raised={device.sn === alarm.sn}
                talks
                onGo={onGo}
                onWatch={onWatch}
                onMessage={onMessage}
                route={
                  <Button
                    size="small"
                    type={routed === device.sn ? 'primary' : 'text'}
                    aria-pressed={routed === device.sn}
                    icon={<NodeIndexOutlined />}
                    title={t('route')}
                    aria-label={t('routeOf', { name: device.name })}
                    onClick={() => onRoute(device, place)}
                  />
                }
              />
            )}
          </Near>
        </>
      )}
    </>
  )
}

type NearProps = {
  query: ReturnType<typeof useNearest>
  children(device: NearbyDevice): React.ReactNode
}

function Near({ query, children }: NearProps) {
  const t = useText('mapTools')
  if (query.isPending) return <Spin size="small" />
  if (query.isError) {
    return (
      <p className="map-side-hint" role="alert">
        {t('nearFailed', { reason: errorText(query.error) })}
      </p>
    )
  }
  if (query.data.length === 0) return <p className="map-side-hint">{t('nearNone')}</p>
  return <ul>{query.data.map((device) => children(device))}</ul>
}
