import type { Alarm } from '@backlot/contract/alarms/entities'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, useCallback, useEffect, useRef } from 'react'
import type { AlarmGroup } from '../../features/alarms/alarm-groups.ts'
import { alarmKey } from '../../features/alarms/alarm-key.ts'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import { AlarmGroupLine } from './alarm-group-line.tsx'
import { AlarmRow } from './alarm-row.tsx'
import { openDetail } from './alarm-view-store.ts'
import type { HeldView } from './use-held-lines.ts'

const ROW_PX = 58
const GROUP_PX = 42

type Props = {
  view: HeldView
  types: AlarmTypes
  onToggle: (group: AlarmGroup) => void
  onRead: (group: AlarmGroup) => void
}

/** The scrolling lines of the live list; they hold still while the operator is in them. */
export const AlarmLines = memo(function AlarmLines({ view, types, onToggle, onRead }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const { lines, watch, turn, letGo } = view
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the list is let go, which it does not read
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [turn])
  useEffect(() => letGo, [letGo])
  // Rows keep their elements and change their texts: in a storm all of them get other alarms each time. While
  // somebody is in the list it is held, so that an element stays with its alarm.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again with other lines, which it does not read: offsets of both heights are computed again
  const keyOf = useCallback((index: number) => index, [lines])
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.kind === 'group' ? GROUP_PX : ROW_PX),
    getItemKey: keyOf,
    overscan: 6,
  })

  const shown = useRef(lines)
  shown.current = lines
  const open = useCallback((alarm: Alarm) => {
    const key = alarmKey(alarm)
    const line = shown.current.find((one) => one.kind === 'alarm' && one.key === key)
    openDetail(alarm, line?.kind === 'alarm' ? line.of : undefined)
  }, [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys walk through the buttons in it
    <div className="alarm-drawer-list" ref={scroller} onKeyDown={walk} {...watch}>
      <ul style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((item) => {
          const line = lines[item.index]!
          return (
            <li key={item.key} style={{ transform: `translateY(${item.start}px)`, height: item.size }}>
              {line.kind === 'group' ? (
                <AlarmGroupLine group={line.group} isOpen={line.isOpen} onToggle={onToggle} onRead={onRead} />
              ) : (
                <AlarmRow alarm={line.alarm} types={types} onOpen={open} />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
})

/** Arrow keys go to the line above and below. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowUp: 'previousElementSibling', ArrowDown: 'nextElementSibling' } as const
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
  const line = event.target instanceof HTMLElement ? event.target.closest('li') : null
  const next = line?.[step[event.key]]?.querySelector('button')
  if (!next) return
  event.preventDefault()
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
}
