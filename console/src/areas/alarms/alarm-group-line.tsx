import { ReadOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { memo } from 'react'
import type { AlarmGroup } from '../../features/alarms/alarm-groups.ts'
import { AlarmLevelMark } from '../../features/alarms/alarm-level-mark.tsx'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { GROUP_LISTED_MAX } from './live-lines.ts'

type Props = {
  group: AlarmGroup
  isOpen: boolean
  onToggle: (group: AlarmGroup) => void
  onRead: (group: AlarmGroup) => void
}

/** Many alarms of a type or a device as one line: level, count, time of the newest. Opens to show them. */
export const AlarmGroupLine = memo(function AlarmGroupLine({ group, isOpen, onToggle, onRead }: Props) {
  const t = useText('liveAlarms')
  const { name, level, count, unread, alarms } = group
  const listed = Math.min(alarms.length, GROUP_LISTED_MAX)
  return (
    <div className="alarm-group" data-unread={unread > 0}>
      <button
        type="button"
        className="alarm-group-body"
        aria-expanded={isOpen}
        aria-description={t('drawer.open', { name })}
        disabled={alarms.length === 0}
        onClick={() => onToggle(group)}
      >
        <RightOutlined className="alarm-group-arrow" />
        <AlarmLevelMark level={level} />
        <span className="alarm-group-name" title={name}>
          <span>{name}</span>
          {alarms.length === 0 && <small>{t('drawer.dropped')}</small>}
          {isOpen && listed > 0 && listed < count && <small>{t('drawer.held', { count: listed })}</small>}
        </span>
        {alarms[0] && <time>{formatTime(alarms[0].startTime).slice(5, 16)}</time>}
        <b>{count}</b>
      </button>
      <Tooltip title={unread > 0 ? t('drawer.readGroup', { name }) : t('drawer.allRead')}>
        <Button
          type="text"
          size="small"
          icon={<ReadOutlined />}
          disabled={unread === 0}
          aria-label={t('drawer.readGroup', { name })}
          onClick={() => onRead(group)}
        />
      </Tooltip>
    </div>
  )
})
