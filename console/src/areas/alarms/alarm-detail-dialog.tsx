import { LinkOutlined } from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { Button, Modal, Skeleton, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { copyText } from '../../components/copy-text.ts'
import { dialogs } from '../../components/dialog-bridge.tsx'
import { notify } from '../../components/notifications/notify.ts'
import { alarmKey } from '../../features/alarms/alarm-key.ts'
import { AlarmLevelMark } from '../../features/alarms/alarm-level-mark.tsx'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { useText } from '../../language/language.ts'
import { alarmAddress } from './alarm-address.ts'
import { type AlarmCamera, useAlarmCameras } from './alarm-cameras.ts'
import { alarmPosition } from './alarm-place.ts'
import { AlarmProcessing } from './alarm-processing.tsx'
import { AlarmSide } from './alarm-side.tsx'
import { AlarmStage, type StageView } from './alarm-stage.tsx'
import { AlarmStateTag, ArrivalMark } from './alarm-tags.tsx'
import { closeDetail, type Opened } from './alarm-view-store.ts'
import { AlarmWalk } from './alarm-walk.tsx'
import { useCurrentAlarm } from './use-current-alarm.ts'
import './alarm-detail-dialog.css'

const AlarmMap = lazy(async () => ({ default: (await import('./alarm-map.tsx')).AlarmMap }))

/** Everything about one alarm, 950x600 (stated). Arrow keys, J and K walk to the next and the previous one. */
export function AlarmDetailDialog({ opened }: { opened: Opened }) {
  const t = useText('alarmDetail')
  const types = useAlarmTypes()
  const { alarm, change, refresh } = useCurrentAlarm(opened.alarm)
  const key = alarmKey(alarm)
  const cameras = useAlarmCameras(alarm)
  const [choice, setChoice] = useState<{ key: string; view: StageView; camera?: AlarmCamera }>()
  // The choice belongs to its alarm: the next one begins with its pictures.
  const current = choice?.key === key ? choice : undefined
  const view = current?.view ?? 'pictures'
  const camera = current?.camera ?? cameras.list[0]
  const show = (next: StageView, on: AlarmCamera | undefined = camera) =>
    setChoice({ key, view: next, ...(on ? { camera: on } : {}) })
  const hasPlace = alarmPosition(alarm, 'start') !== undefined || alarmPosition(alarm, 'end') !== undefined

  return (
    <Modal
      open
      width={950}
      centered
      className="alarm-detail"
      onCancel={closeDetail}
      footer={null}
      focusable={{ trap: true, focusTriggerAfterClose: true }}
      title={
        <span className="alarm-detail-title">
          <AlarmLevelMark level={types.levelOf(alarm.type, alarm.subType)} size={16} />
          <span>{types.nameOf(alarm.type, alarm.subType)}</span>
          <AlarmStateTag alarm={alarm} />
          <ArrivalMark alarm={alarm} />
          <span className="alarm-detail-tools">
            <AlarmWalk opened={opened} />
            <ShareButton alarm={alarm} />
          </span>
        </span>
      }
    >
      <div className="alarm-detail-body">
        <div className="alarm-detail-left">
          <AlarmStage alarm={alarm} cameras={cameras.list} view={view} camera={camera} onShow={show} />
          <section className="alarm-map" aria-label={t('map.title')}>
            {hasPlace ? (
              <Suspense fallback={<Skeleton.Node active />}>
                <AlarmMap
                  alarm={alarm}
                  cameras={cameras.list.filter(({ own }) => !own)}
                  onCamera={(one) => show('live', one)}
                />
              </Suspense>
            ) : (
              <p>{t('map.none')}</p>
            )}
          </section>
        </div>
        <div className="alarm-detail-right">
          <AlarmSide
            alarm={alarm}
            types={types}
            cameras={cameras}
            shown={{ view, camera }}
            onShow={show}
            onChange={change}
          />
          <AlarmProcessing key={key} alarm={alarm} onChange={change} onStale={refresh} />
        </div>
      </div>
    </Modal>
  )
}

/** Copies the link to an alarm; where the browser refuses, the link is shown. */
function ShareButton({ alarm }: { alarm: Alarm }) {
  const t = useText('alarmDetail')
  async function copy() {
    const link = alarmAddress(alarm, location.href)
    if (await copyText(link)) notify.success(t('link.copied'))
    else dialogs().info({ title: t('link.failed', { link }) })
  }
  return (
    <Tooltip title={t('link.copy')}>
      <Button type="text" icon={<LinkOutlined />} aria-label={t('link.copy')} onClick={() => void copy()} />
    </Tooltip>
  )
}
