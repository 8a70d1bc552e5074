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
import { openDetail, showSos } from './alarm-view-store.ts'
import { videoChannelOf } from './video-channel.ts'
import './sos-popup.css'

/** Somebody pressed SOS: live video of the device, 750x500 (stated). */
export function SosPopup({ alarm }: { alarm: Alarm }) {
  const t = useText('alarms')
  const types = useAlarmTypes()
  const device = useDevice(alarm.sn)
  const chnId = useMemo(() => videoChannelOf(device, alarm.chnId), [device, alarm.chnId])
  const close = () => showSos(undefined)
  return (
    <Modal
      open
      width={750}
      centered
      title={
        <span className="sos-title">
          <AlarmLevelMark level={1} size={16} />
          {types.nameOf(alarm.type, alarm.subType)} · {alarmNames(alarm, device).device}
          <time>{formatTime(alarm.startTime)}</time>
        </span>
      }
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{t('sos.close')}</Button>
          <Button
            type="primary"
            onClick={() => {
              close()
              openDetail(alarm)
            }}
          >
            {t('sos.handle')}
          </Button>
        </>
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
