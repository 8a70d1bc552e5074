import { ReadOutlined, RightOutlined } from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { Button, Tooltip } from 'antd'
import { memo } from 'react'
import type { AlarmGroup } from '../../features/alarms/alarm-groups.ts'
import { AlarmLevelMark } from '../../features/alarms/alarm-level-mark.tsx'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { GROUP_LISTED_MAX } from './live-lines.ts'
import { isOpenNow } from './review/next-open.ts'
import { GroupActions } from './review/review-actions.tsx'
import type { ReviewAct } from './review/review-keys.ts'

type Props = {
  group: AlarmGroup
  isOpen: boolean
  onToggle: (group: AlarmGroup) => void
  onRead: (group: AlarmGroup) => void
  /** Its alarms are processed together. */
  onAct?: ((alarms: readonly Alarm[], act: ReviewAct, byKey: boolean) => void) | undefined
}

/**
 * Many alarms of a cause, a type or a device as one line: level, count, time of the newest. Opens to show them; those of
 * one cause are processed with one press.
 */
export const AlarmGroupLine = memo(function AlarmGroupLine(props: Props) {
  const t = useText('liveAlarms')
  const { group, isOpen, onToggle, onRead, onAct } = props
  const { name, level, count, unread, alarms } = group
  const waiting = onAct ? alarms.filter(isOpenNow).length : 0
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
          {onAct && (
            <small data-open={waiting > 0}>
              {waiting > 0 ? t('drawer.groupOpen', { count: waiting }) : t('drawer.groupDone')}
            </small>
          )}
          {isOpen && listed > 0 && listed < count && <small>{t('drawer.held', { count: listed })}</small>}
        </span>
        {alarms[0] && <time>{formatTime(alarms[0].startTime).slice(5, 16)}</time>}
        <b>{count}</b>
      </button>
      {onAct && <GroupActions alarms={alarms} of={name} onAct={(act, byKey) => onAct(alarms, act, byKey)} />}
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
