import type { Alarm } from '@backlot/contract/alarms/entities'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, useCallback, useEffect, useRef } from 'react'
import { useMediaQuery } from '../../components/use-media-query.ts'
import type { AlarmGroup } from '../../features/alarms/alarm-groups.ts'
import { alarmKey } from '../../features/alarms/alarm-key.ts'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import { AlarmGroupLine } from './alarm-group-line.tsx'
import { AlarmRow } from './alarm-row.tsx'
import { openDetail } from './alarm-view-store.ts'
import type { LiveLine } from './live-lines.ts'
import { assignAlarms } from './review/assign-alarms.ts'
import { isOpenNow, nextOpenIndex } from './review/next-open.ts'
import { reviewAlarms } from './review/review-alarms.ts'
import { type ReviewAct, reviewKeyOf } from './review/review-keys.ts'
import type { HeldView } from './use-held-lines.ts'

const ROW_PX = 58
/** The actions have a line of their own where nothing hovers. */
const TOUCH_ROW_PX = 100
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
  const rowPx = useMediaQuery('(hover: none)') ? TOUCH_ROW_PX : ROW_PX
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the list is let go, which it does not read
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [turn])
  useEffect(() => letGo, [letGo])
  // Rows keep their elements and change their texts: in a storm all of them get other alarms each time. While
  // somebody is in the list it is held, so that an element stays with its alarm.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again with other lines, which it does not read: offsets of both heights are computed again
  const keyOf = useCallback((index: number) => index, [lines, rowPx])
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.kind === 'group' ? GROUP_PX : rowPx),
    getItemKey: keyOf,
    overscan: 6,
  })

  const shown = useRef(lines)
  shown.current = lines
  const open = useCallback((alarm: Alarm) => {
    const line = shown.current[placeOf(shown.current, alarm)]
    openDetail(alarm, line?.kind === 'alarm' ? line.of : undefined)
  }, [])
  const focusLine = (place: number) => {
    if (place < 0 || place >= shown.current.length) return
    rows.scrollToIndex(place)
    // A line that was out of sight is drawn first.
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`li[data-place="${place}"] button`)?.focus(),
    )
  }
  const focus = useRef(focusLine)
  focus.current = focusLine
  const act = useCallback(
    async (alarms: readonly Alarm[], what: ReviewAct, byKey: boolean) => {
      if (what === 'order') {
        await assignAlarms(alarms, types)
        return
      }
      const done = await reviewAlarms(alarms, what)
      if (done.length > 0 && byKey) focus.current(nextOpenLine(shown.current, alarms))
    },
    [types],
  )
  const actOne = useCallback(
    (alarm: Alarm, what: ReviewAct, byKey: boolean) => void act([alarm], what, byKey),
    [act],
  )

  function press(event: KeyboardEvent<HTMLElement>): void {
    const key = reviewKeyOf(event)
    const place = placeIn(event.target)
    if (key === undefined || place === undefined) return
    const line = lines[place]
    if (key === 'next' || key === 'previous') focusLine(place + (key === 'next' ? 1 : -1))
    else if (line?.kind === 'alarm') void act([line.alarm], key, true)
    else if (line?.reviewed) void act(line.group.alarms, key, true)
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys walk through the buttons in it, and act on their alarms
    <div className="alarm-drawer-list" ref={scroller} onKeyDown={press} {...watch}>
      <ul style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((item) => {
          const line = lines[item.index]!
          return (
            <li
              key={item.key}
              data-place={item.index}
              style={{ transform: `translateY(${item.start}px)`, height: item.size }}
            >
              {line.kind === 'group' ? (
                <AlarmGroupLine
                  group={line.group}
                  isOpen={line.isOpen}
                  onToggle={onToggle}
                  onRead={onRead}
                  onAct={line.reviewed ? act : undefined}
                />
              ) : (
                <AlarmRow alarm={line.alarm} types={types} onOpen={open} onAct={actOne} />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
})

/** Place of the line that an element is in. */
function placeIn(target: EventTarget): number | undefined {
  const line = target instanceof HTMLElement ? target.closest<HTMLElement>('li[data-place]') : null
  return line ? Number(line.dataset['place']) : undefined
}

function placeOf(lines: readonly LiveLine[], alarm: Alarm): number {
  const key = alarmKey(alarm)
  return lines.findIndex((line) => line.kind === 'alarm' && line.key === key)
}

/** Place of the line to go to after one alarm, or a group of them, was processed. */
function nextOpenLine(lines: readonly LiveLine[], alarms: readonly Alarm[]): number {
  const [alarm] = alarms
  const key = alarm && alarmKey(alarm)
  const from =
    alarms.length > 1
      ? lines.findIndex(
          (line) => line.kind === 'group' && line.group.alarms.some((one) => alarmKey(one) === key),
        )
      : alarm === undefined
        ? -1
        : placeOf(lines, alarm)
  return nextOpenIndex(lines, from, (line) =>
    line.kind === 'alarm' ? isOpenNow(line.alarm) : line.reviewed && line.group.alarms.some(isOpenNow),
  )
}
