import { EditOutlined } from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { Button, Popover, Tooltip } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { FactList } from '../../components/fact-list.tsx'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import { alarmNames } from '../../features/alarms/place-name.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { useCan } from '../../session/session-store.ts'
import { positionText, useAlarmAddress } from './alarm-place.ts'
import { isManualSnapshot } from './alarm-rules.ts'
import { closeDetail } from './alarm-view-store.ts'
import { ChangeTypeForm } from './change-type-form.tsx'
import { useMayHandle } from './use-may-handle.ts'

type Props = { alarm: Alarm; types: AlarmTypes; onChange: (change: Partial<Alarm>) => void }

/** The stated fields of an alarm, with its type to change. */
export function AlarmFacts({ alarm, types, onChange }: Props) {
  const t = useText('alarms')
  const address = useAlarmAddress(alarm)
  const names = alarmNames(alarm)
  const mayMap = useCan('/dispatch')
  const start = positionText(alarm, 'start')
  const rows: [label: string, value: React.ReactNode][] = [
    [t('field.device'), [names.device, alarm.number].filter(Boolean).join(' · ')],
    [t('field.sn'), alarm.sn],
    [t('field.channel'), names.channel || (alarm.chnId > 0 ? alarm.chnId : '')],
    [t('field.monitor'), alarm.monitorName],
    [
      t('field.type'),
      <>
        {types.nameOf(alarm.type, alarm.subType)}
        <ChangeType alarm={alarm} types={types} onChange={onChange} />
      </>,
    ],
    [t('field.source'), alarm.alarmSource === 1 ? t('source.device') : t('source.server')],
    [t('field.start'), formatTime(alarm.startTime)],
    [t('field.received'), alarm.receivedTime && formatTime(alarm.receivedTime)],
    [t('field.deviceTime'), alarm.deviceTime],
    [t('field.end'), alarm.endTime ? formatTime(alarm.endTime) : t('detail.ongoing')],
    [
      t('field.startPlace'),
      start && (
        <>
          {start}
          {mayMap && (
            <Link
              className="alarm-facts-action"
              to={`/dispatch?sn=${encodeURIComponent(alarm.sn)}&alarm=${alarm.id}`}
              onClick={closeDetail}
            >
              {t('detail.onMap')}
            </Link>
          )}
        </>
      ),
    ],
    [t('field.address'), address],
    [t('field.startMotion'), start && motion(t, alarm.startSp, alarm.startDir)],
    [t('field.endPlace'), positionText(alarm, 'end')],
    [t('field.endMotion'), positionText(alarm, 'end') && motion(t, alarm.endSp, alarm.endDir)],
    [t('field.seq'), alarm.alarmSeq || undefined],
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard
    <section className="alarm-facts" tabIndex={0} aria-label={t('detail.facts')}>
      <FactList facts={rows} />
    </section>
  )
}

function motion(
  t: ReturnType<typeof useText<'alarms'>>,
  speedKmh?: number,
  direction?: number,
): string | undefined {
  if (!speedKmh) return undefined
  return t('detail.motion', { speed: Math.round(speedKmh), direction: Math.round(direction ?? 0) })
}

/** The button that opens the type form; gives the reason when it may not. */
function ChangeType({ alarm, types, onChange }: Props) {
  const t = useText('alarms')
  const tDetail = useText('alarmDetail')
  const [open, setOpen] = useState(false)
  const mayHandle = useMayHandle()
  const closed = alarm.archived ? tDetail('processing.archived') : undefined
  const reason = isManualSnapshot(alarm)
    ? t('detail.manualSnapshot')
    : (closed ?? (mayHandle ? undefined : t('detail.mayNot')))
  const button = (
    <Button
      className="alarm-facts-action"
      size="small"
      type="text"
      icon={<EditOutlined />}
      aria-label={t('detail.changeType')}
      disabled={reason !== undefined}
    />
  )
  if (reason) return <Tooltip title={reason}>{button}</Tooltip>
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      title={t('detail.changeType')}
      destroyOnHidden
      content={
        <ChangeTypeForm
          alarm={alarm}
          types={types}
          onDone={(change) => {
            setOpen(false)
            onChange(change)
          }}
        />
      }
    >
      {button}
    </Popover>
  )
}
