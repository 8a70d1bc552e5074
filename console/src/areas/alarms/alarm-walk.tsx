import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { Button, Tooltip } from 'antd'
import { useEffect } from 'react'
import { alarmKey } from '../../features/alarms/alarm-key.ts'
import { useText } from '../../language/language.ts'
import { neighbour, openDetail } from './alarm-view-store.ts'

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

/** Where these keys have a meaning of their own. */
const KEEPS_KEYS =
  'input, textarea, video, canvas, [role="combobox"], [role="listbox"], [role="tab"], [role="slider"], [class*="image-preview"], [contenteditable="true"]'

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
