import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { Button, Tooltip } from 'antd'
import { alarmKey } from '../../features/alarms/alarm-key.ts'
import { useText } from '../../language/language.ts'
import { neighbour, openDetail } from './alarm-view-store.ts'
import { useWalkKeys } from './use-walk-keys.ts'

/** Next and previous in the list that an alarm was opened from, by buttons and keys. */
export function AlarmWalk({ alarm, sequence }: { alarm: Alarm; sequence: readonly Alarm[] }) {
  const t = useText('alarmDetail')
  const before = neighbour(sequence, alarm, -1)
  const after = neighbour(sequence, alarm, 1)
  const go = (to: Alarm | undefined) => to && openDetail(to, sequence)
  useWalkKeys((step) => go(step === -1 ? before : after))
  if (sequence.length < 2) return null
  const position = sequence.findIndex((one) => alarmKey(one) === alarmKey(alarm)) + 1
  return (
    <span className="alarm-detail-walk">
      <Tooltip title={t('walk.previous')}>
        <Button
          type="text"
          icon={<LeftOutlined />}
          disabled={!before}
          aria-label={t('walk.previous')}
          onClick={() => go(before)}
        />
      </Tooltip>
      {position} / {sequence.length}
      <Tooltip title={t('walk.next')}>
        <Button
          type="text"
          icon={<RightOutlined />}
          disabled={!after}
          aria-label={t('walk.next')}
          onClick={() => go(after)}
        />
      </Tooltip>
      <kbd title={t('walk.keys')}>J</kbd>
      <kbd title={t('walk.keys')}>K</kbd>
    </span>
  )
}
