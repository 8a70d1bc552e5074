import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useEffect } from 'react'
import { alarmKey } from '../../features/alarms/alarm-key.ts'
import { useText } from '../../language/language.ts'
import type { Opened } from './alarm-view-store.ts'
import { walkAlarms } from './review/walk-alarms.ts'

/** Next and previous in the list that an alarm was opened from, on all its pages, by buttons and keys. */
export function AlarmWalk({ opened: { alarm, sequence, from, table } }: { opened: Opened }) {
  const t = useText('alarmDetail')
  useWalkKeys((step) => void walkAlarms(step))
  const key = alarmKey(alarm)
  const position = from + sequence.findIndex((one) => alarmKey(one) === key) + 1
  const total = Math.max(table?.total() ?? 0, from + sequence.length)
  if (total < 2) return null
  return (
    <span className="alarm-detail-walk">
      <Tooltip title={t('walk.previous')}>
        <Button
          type="text"
          icon={<LeftOutlined />}
          disabled={position <= 1}
          aria-label={t('walk.previous')}
          onClick={() => void walkAlarms(-1)}
        />
      </Tooltip>
      {position} / {total}
      <Tooltip title={t('walk.next')}>
        <Button
          type="text"
          icon={<RightOutlined />}
          disabled={position >= total}
          aria-label={t('walk.next')}
          onClick={() => void walkAlarms(1)}
        />
      </Tooltip>
      <kbd title={t('walk.keys')}>J</kbd>
      <kbd title={t('walk.keys')}>K</kbd>
    </span>
  )
}

/** Where these keys have a meaning of their own. */
const KEEPS_KEYS =
  'input:not([type="checkbox"]), textarea, video, canvas, [role="combobox"], [role="listbox"], [role="tab"], [role="slider"], [class*="image-preview"], [contenteditable="true"]'

const STEPS: Readonly<Record<string, -1 | 1>> = {
  ArrowLeft: -1,
  k: -1,
  K: -1,
  ArrowRight: 1,
  j: 1,
  J: 1,
}

/** Arrow keys, and J and K, walk to the next and the previous one. */
function useWalkKeys(walk: (step: -1 | 1) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const step = STEPS[event.key]
      if (!step) return
      if (event.target instanceof HTMLElement && event.target.closest(KEEPS_KEYS)) return
      walk(step)
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}
