import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { Button, Modal, Tooltip } from 'antd'
import { useEffect, useState } from 'react'
import { useText } from '../../language/language.ts'
import { alarmKey } from '../../parts/alarms/alarm-key.ts'
import { AlarmLevelMark } from '../../parts/alarms/alarm-level-mark.tsx'
import { useAlarmTypes } from '../../parts/alarms/alarm-types.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { AlarmFace } from './alarm-face.tsx'
import { AlarmFacts } from './alarm-facts.tsx'
import { AlarmLive } from './alarm-live.tsx'
import { AlarmPictures } from './alarm-pictures.tsx'
import { AlarmProcessing } from './alarm-processing.tsx'
import { markRead, useAlarms } from './alarm-store.ts'
import { AlarmStateTag } from './alarm-tags.tsx'
import { closeDetail, neighbour, openDetail } from './alarm-view-store.ts'
import './alarm-detail-dialog.css'

/** Where arrow keys have a meaning of their own. */
const KEEPS_ARROWS = 'input, textarea, video, [role="combobox"], [class*="image-preview"]'

type Opened = { alarm: Alarm; sequence: readonly Alarm[] }

/** Everything about one alarm, 950x600 (stated). Arrow keys walk to the next and the previous one. */
export function AlarmDetailDialog({ opened }: { opened: Opened }) {
  const t = useText('alarms')
  const types = useAlarmTypes()
  const [alarm, change] = useCurrentAlarm(opened.alarm)
  const before = neighbour(opened.sequence, alarm, -1)
  const after = neighbour(opened.sequence, alarm, 1)
  const go = (to: Alarm | undefined) => to && openDetail(to, opened.sequence)
  const position = opened.sequence.findIndex((one) => alarmKey(one) === alarmKey(alarm)) + 1

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLElement && event.target.closest(KEEPS_ARROWS)) return
      if (event.key === 'ArrowLeft') go(before)
      else if (event.key === 'ArrowRight') go(after)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })

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
          {opened.sequence.length > 1 && (
            <span className="alarm-detail-walk">
              <Tooltip title={t('detail.previous')}>
                <Button
                  type="text"
                  icon={<LeftOutlined />}
                  disabled={!before}
                  aria-label={t('detail.previous')}
                  onClick={() => go(before)}
                />
              </Tooltip>
              {position} / {opened.sequence.length}
              <Tooltip title={t('detail.next')}>
                <Button
                  type="text"
                  icon={<RightOutlined />}
                  disabled={!after}
                  aria-label={t('detail.next')}
                  onClick={() => go(after)}
                />
              </Tooltip>
            </span>
          )}
        </span>
      }
    >
      <div className="alarm-detail-body">
        <div className="alarm-detail-left">
          <AlarmPictures key={alarmKey(alarm)} alarm={alarm} />
          <AlarmFace alarm={alarm} />
          <AlarmLive key={`${alarm.sn} live`} alarm={alarm} />
        </div>
        <div className="alarm-detail-right">
          <AlarmFacts alarm={alarm} types={types} onChange={change} />
          <AlarmProcessing
            key={`${alarmKey(alarm)} ${alarm.processingType}`}
            alarm={alarm}
            onChange={change}
          />
        </div>
      </div>
    </Modal>
  )
}

/**
 * The opened alarm with what was learned since: from the live list when it is there, else from what was done here.
 * Opening marks it as read (stated).
 */
function useCurrentAlarm(opened: Alarm): [Alarm, (change: Partial<Alarm>) => void] {
  const key = alarmKey(opened)
  const live = useAlarms((alarms) => alarms.list.find((one) => alarmKey(one) === key))
  const [changes, setChanges] = useState<{ key: string; change: Partial<Alarm> }>({ key, change: {} })
  const change = (more: Partial<Alarm>) =>
    setChanges((before) => ({ key, change: before.key === key ? { ...before.change, ...more } : more }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per opened alarm
  useEffect(() => {
    if (opened.isRead === 1) return
    markRead([opened]).then(
      () => change({ isRead: 1 }),
      (error: unknown) => noteProblem('alarms.changeReadState', String(error)),
    )
  }, [key])
  return [{ ...(live ?? opened), ...(changes.key === key ? changes.change : {}) }, change]
}
