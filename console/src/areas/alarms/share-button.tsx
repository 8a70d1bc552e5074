import { LinkOutlined } from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { Button, Tooltip } from 'antd'
import { copyText } from '../../components/copy-text.ts'
import { shown } from '../../components/message-bridge.tsx'
import { useText } from '../../language/language.ts'
import { alarmAddress } from './alarm-address.ts'

/** Copies the link to an alarm; where the browser refuses, the link is shown. */
export function ShareButton({ alarm }: { alarm: Alarm }) {
  const t = useText('alarmDetail')
  async function copy() {
    const link = alarmAddress(alarm, location.href)
    if (await copyText(link)) shown().message.success(t('link.copied'))
    else shown().modal.info({ title: t('link.failed', { link }) })
  }
  return (
    <Tooltip title={t('link.copy')}>
      <Button type="text" icon={<LinkOutlined />} aria-label={t('link.copy')} onClick={() => void copy()} />
    </Tooltip>
  )
}
