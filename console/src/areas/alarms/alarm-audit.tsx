import { AuditOutlined, CheckCircleOutlined } from '@ant-design/icons'
import { auditAlarms } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { formatTime, platformNow } from '../../platform/clock.ts'
import { useSession } from '../../session/session-store.ts'
import { useMayHandle } from './use-may-handle.ts'

/** Whether somebody looked the processing over, and the button for it. Not there on platforms that do not audit. */
export function AlarmAudit({
  alarm,
  onChange,
}: {
  alarm: Alarm
  onChange: (change: Partial<Alarm>) => void
}) {
  const t = useText('alarmDetail')
  const tAlarms = useText('alarms')
  const user = useSession((session) => session.userInfo)
  const mayHandle = useMayHandle()
  const [busy, setBusy] = useState(false)
  if (alarm.auditState === undefined || alarm.processingType === null || !user) return null
  if (alarm.auditState === 1) {
    return (
      <p className="alarm-audit" data-state="audited">
        <CheckCircleOutlined />
        {t('audit.by', {
          name: alarm.auditName ?? '',
          time: alarm.auditTime ? formatTime(alarm.auditTime) : '',
        })}
      </p>
    )
  }
  const why = alarm.archived
    ? t('processing.archived')
    : !mayHandle
      ? tAlarms('detail.mayNot')
      : alarm.processingId === user.userId && user.type !== 0
        ? t('audit.own')
        : undefined

  async function audit() {
    setBusy(true)
    try {
      const { id, sn, alarmSeq } = alarm
      await request(auditAlarms, { body: { list: [{ id, sn, alarmSeq }] } })
      notify.success(t('audit.success'))
      onChange({
        auditState: 1,
        auditName: user?.name ?? '',
        auditTime: Math.floor(platformNow() / 1000),
      })
    } catch (error) {
      notify.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <p className="alarm-audit" data-state="open">
      <AuditOutlined />
      {t('audit.none')}
      <Tooltip title={why}>
        <Button size="small" disabled={why !== undefined} loading={busy} onClick={audit}>
          {t('audit.audit')}
        </Button>
      </Tooltip>
    </p>
  )
}
