import type { PlanSchedule, Preplan } from '@backlot/contract/preplans/entities'
import { turnAt } from '@backlot/contract/preplans/schedule'
import { LayoutIcon } from '../../components/video-layout/layout-choice.tsx'
import type { Column } from '../../features/table-screen/table-screen-types.ts'
import type { Translate } from '../../language/language.ts'
import { formatTime, useClock } from '../../platform/clock.ts'
import { weekdayText } from './weekday-text.ts'

type T = Translate<'polling'>
const WORKDAYS = '1,2,3,4,5'

/** Columns of the plans. */
export function planColumns(t: T): Column<Preplan>[] {
  return [
    { key: 'sort', title: t('plan.order'), width: 58, align: 'right', sortable: true },
    { key: 'name', title: t('plan.name'), width: 200, sortable: true, fixed: true },
    {
      key: 'state',
      title: t('plan.state'),
      width: 132,
      render: (plan) => <StateMark plan={plan} t={t} />,
    },
    {
      key: 'window',
      title: t('plan.window'),
      width: 100,
      whole: true,
      sortable: true,
      render: ({ window }) => (
        <span className="plan-window">
          <LayoutIcon layout={window} /> {window}
        </span>
      ),
    },
    {
      key: 'pollingInterval',
      title: t('plan.interval'),
      width: 128,
      whole: true,
      align: 'right',
      sortable: true,
      render: ({ pollingInterval }) => t('bar.seconds', { count: pollingInterval }),
    },
    { key: 'channels', title: t('plan.channels'), width: 100, align: 'right' },
    {
      key: 'schedule',
      title: t('plan.schedule'),
      width: 212,
      render: ({ schedule }) => (schedule ? scheduleText(schedule, t) : t('plan.noSchedule')),
    },
    { key: 'creator', title: t('plan.creator'), width: 120, render: ({ creatorName }) => creatorName || '–' },
    {
      key: 'updateTime',
      title: t('plan.updated'),
      width: 165,
      sortable: true,
      hiddenAtFirst: true,
      time: true,
    },
  ]
}

/** Text of days and hours. */
function scheduleText({ days, startTime, endTime }: PlanSchedule, t: T): string {
  const sorted = [...days].sort((a, b) => a - b)
  const text =
    sorted.length === 7
      ? t('everyDay')
      : sorted.join() === WORKDAYS
        ? t('workdays')
        : sorted.map((day) => weekdayText(day, t)).join(' ')
  return startTime === endTime && startTime === '00:00'
    ? `${text}, ${t('plan.wholeDays')}`
    : `${text} ${startTime}–${endTime}`
}

/** The state by shape and by word; it changes with the clock. */
function StateMark({ plan, t }: { plan: Preplan; t: T }) {
  const { nowMs, zoneMinutes } = useClock()
  const state = planState(plan, nowMs, zoneMinutes)
  const says =
    state.kind === 'waiting'
      ? t('planState.waiting', { time: soon(state.fromMs, nowMs) })
      : t(`planState.${state.kind}`)
  return (
    <span className="plan-state" data-state={state.kind}>
      <span aria-hidden />
      {says}
    </span>
  )
}

/** The hour when it is today, the day too when it is later. */
function soon(atMs: number, nowMs: number): string {
  const [at, now] = [formatTime(atMs), formatTime(nowMs)]
  return at.slice(0, 10) === now.slice(0, 10) ? at.slice(11, 16) : at.slice(5, 16)
}

/** State of a plan at a moment: not enabled, run by hand, within its hours, or before its next turn. */
type PlanState =
  | { kind: 'disabled' | 'byHand' }
  | { kind: 'due'; untilMs: number }
  | { kind: 'waiting'; fromMs: number }

function planState(
  { enabled, schedule }: Pick<Preplan, 'enabled' | 'schedule'>,
  nowMs: number,
  zoneMinutes: number,
): PlanState {
  if (!enabled) return { kind: 'disabled' }
  const turn = schedule && turnAt(schedule, nowMs, zoneMinutes)
  if (!turn) return { kind: 'byHand' }
  return turn.fromMs <= nowMs ? { kind: 'due', untilMs: turn.toMs } : { kind: 'waiting', fromMs: turn.fromMs }
}
