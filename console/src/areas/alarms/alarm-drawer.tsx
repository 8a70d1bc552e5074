import { ThunderboltOutlined } from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { Empty } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { onFreeEscape } from '../../components/close-dialog.ts'
import { notify } from '../../components/notifications/notify.ts'
import type { AlarmGroup, Grouping } from '../../features/alarms/alarm-groups.ts'
import { alarmKey } from '../../features/alarms/alarm-key.ts'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { useCan } from '../../session/session-store.ts'
import { AlarmDrawerFilter } from './alarm-drawer-filter.tsx'
import { AlarmDrawerHead } from './alarm-drawer-head.tsx'
import { type AlarmFilter, filterAlarms, isFiltering, NO_FILTER } from './alarm-filter.ts'
import { AlarmLines } from './alarm-lines.tsx'
import { markRead, setCounting, useAlarms } from './alarm-store.ts'
import { setDrawerOpen, useAlarmView } from './alarm-view-store.ts'
import { type LiveLine, lineNow, liveLines } from './live-lines.ts'
import { ReviewHelp } from './review/review-help.tsx'
import { useAsInStorm } from './storm-mode.ts'
import { useHeldLines } from './use-held-lines.ts'
import './alarm-drawer.css'

const unreadOf = (list: readonly Alarm[]) => list.filter((alarm) => alarm.isRead === 0)
const read = (list: readonly Alarm[]) =>
  void markRead(unreadOf(list)).catch((error: unknown) => notify.error(errorText(error)))
const readGroup = ({ alarms }: AlarmGroup) => read(alarms)

/** The live list at the right edge; the screen beside it stays usable. */
export function AlarmDrawer() {
  const t = useText('liveAlarms')
  const types = useAlarmTypes()
  const list = useAlarms((alarms) => alarms.list)
  const raised = useAlarms((alarms) => alarms.raised)
  const storm = useAlarms((alarms) => alarms.storm)
  const [filter, setFilter] = useState<AlarmFilter>(useAlarmView.getState().drawerFilter ?? NO_FILTER)
  const [grouping, setGrouping] = useGrouping(useAsInStorm())
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [cleared, setCleared] = useState(false)
  const filtering = isFiltering(filter)
  const matching = useMemo(() => filterAlarms(list, filter, types), [list, filter, types])
  const lines = useMemo(
    () => liveLines(matching, grouping, open, types, filtering ? {} : raised),
    [matching, grouping, open, types, filtering, raised],
  )
  const unread = useMemo(() => unreadOf(matching).length, [matching])
  const mayQuery = useCan('/earlyWarningData/alarmList')
  const toggle = useCallback(
    ({ key }: AlarmGroup) =>
      setOpen((before) => {
        const after = new Set(before)
        if (!after.delete(key)) after.add(key)
        return after
      }),
    [],
  )
  const listed = useRef(matching)
  listed.current = matching
  const readListed = useCallback(() => read(listed.current), [])
  const noteCleared = useCallback(() => setCleared(true), [])
  const about = JSON.stringify([filter, grouping, [...open]])
  const asNow = useMemo(() => {
    let known: Map<string, Alarm> | undefined
    const now = (alarm: Alarm) => {
      known ??= new Map(list.map((one) => [alarmKey(one), one]))
      return known.get(alarmKey(alarm)) ?? alarm
    }
    return (line: LiveLine) => lineNow(line, now)
  }, [list])
  const view = useHeldLines(lines, about, asNow)
  useCountWhile(view.isHeld)
  useCloseByEscape()

  return (
    <aside className="alarm-drawer" aria-label={t('drawer.title')}>
      <AlarmDrawerHead
        listed={matching.length}
        all={list.length}
        unread={unread}
        filtering={filtering}
        waiting={view.waiting}
        onRelease={view.release}
        onRead={readListed}
        onCleared={noteCleared}
      />
      <AlarmDrawerFilter
        filter={filter}
        onFilter={setFilter}
        grouping={grouping}
        onGrouping={setGrouping}
        types={types}
      />
      {storm.raging && (
        <p className="alarm-drawer-storm" role="status" aria-live="off">
          <ThunderboltOutlined />
          {t(grouping === 'type' ? 'drawer.storm' : 'drawer.stormEach', { rate: storm.perSecond })}
        </p>
      )}
      {matching.length === 0 ? (
        <Empty
          className="alarm-drawer-empty"
          description={t(filtering ? 'drawer.noneMatches' : cleared ? 'drawer.cleared' : 'drawer.none')}
        />
      ) : (
        <AlarmLines view={view} types={types} onToggle={toggle} onRead={readGroup} />
      )}
      <footer>
        <ReviewHelp />
        {mayQuery && <Link to="/earlyWarningData/alarmList">{t('drawer.toQuery')}</Link>}
      </footer>
    </aside>
  )
}

/** Escape closes the list, unless something over it takes the key. The bell that opened it has the focus then. */
function useCloseByEscape(): void {
  useEffect(
    () =>
      onFreeEscape(() => {
        setDrawerOpen(false)
        document.querySelector<HTMLElement>('.alarm-bell')?.focus()
      }),
    [],
  )
}

/** Alarms that arrive in the operator's sight do not count as new, unless the list is held or the page is hidden. */
function useCountWhile(isHeld: boolean): void {
  useEffect(() => {
    const look = () => setCounting(isHeld || document.visibilityState !== 'visible')
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      setCounting(true)
    }
  }, [isHeld])
}

/**
 * How the live list is grouped. One by one becomes lines by type while a storm rages, unless the operator chose
 * otherwise since it began.
 */
function useGrouping(raging: boolean): [Grouping, (grouping: Grouping) => void] {
  const [chosen, setChosen] = useState<{ grouping: Grouping; inStorm: boolean }>({
    grouping: 'none',
    inStorm: false,
  })
  if (!raging && chosen.inStorm) setChosen({ ...chosen, inStorm: false })
  const grouping = raging && !chosen.inStorm && chosen.grouping === 'none' ? 'type' : chosen.grouping
  const choose = useCallback((wanted: Grouping) => setChosen({ grouping: wanted, inStorm: raging }), [raging])
  return [grouping, choose]
}
