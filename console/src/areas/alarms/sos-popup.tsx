import type { Alarm } from '@backlot/contract/alarms/entities'
import { Button, Modal } from 'antd'
import { useMemo } from 'react'
import { useText } from '../../language/language.ts'
import { AlarmLevelMark } from '../../parts/alarms/alarm-level-mark.tsx'
import { useAlarmTypes } from '../../parts/alarms/alarm-types.ts'
import { alarmNames } from '../../parts/alarms/place-name.ts'
import { useDevice } from '../../parts/device-tree/device-store.ts'
import { LivePlayer } from '../../parts/player/live-player.tsx'
import { formatTime } from '../../platform/clock.ts'
import { closeSos, handleSos, nextSos } from './alarm-view-store.ts'
import { videoChannelOf } from './video-channel.ts'
import './sos-popup.css'

/** Somebody pressed SOS: live video of the device, 750x500 (stated). `waiting`: how many came after it. */
export function SosPopup({ alarm, waiting }: { alarm: Alarm; waiting: number }) {
  const t = useText('liveAlarms')
  const types = useAlarmTypes()
  const device = useDevice(alarm.sn)
  const chnId = useMemo(() => videoChannelOf(device, alarm.chnId), [device, alarm.chnId])
  return (
    <Modal
      open
      width={750}
      centered
      className="sos-popup"
      title={
        <span className="sos-title">
          <AlarmLevelMark level={1} size={16} />
          <span className="sos-name">
            {types.nameOf(alarm.type, alarm.subType)} · {alarmNames(alarm, device).device}
          </span>
          <time>{formatTime(alarm.startTime)}</time>
        </span>
      }
      onCancel={closeSos}
      footer={
        <div className="sos-foot">
          {waiting > 0 && (
            <span className="sos-waiting" role="status">
              {t('sos.waiting', { count: waiting })}
            </span>
          )}
          {waiting > 0 ? (
            <Button onClick={nextSos}>{t('sos.next')}</Button>
          ) : (
            <Button onClick={closeSos}>{t('sos.close')}</Button>
          )}
          <Button type="primary" onClick={() => handleSos(alarm)}>
            {t('sos.handle')}
          </Button>
        </div>
      }
    >
      <div className="sos-video">
        {chnId === undefined ? (
          <p>{t('sos.noVideo')}</p>
        ) : (
          <LivePlayer sn={alarm.sn} chnId={chnId} streamType="main" />
        )}
      </div>
    </Modal>
  )
}
