import { LOG_RANGE_MS } from '@backlot/contract/logs/calls'
import type { SpanFilter } from '../../features/table-screen/filter-types.ts'
import type { Column } from '../../features/table-screen/table-screen-types.ts'
import { moreRanges } from '../../features/table-screen/time-range.ts'
import type { Translate } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { DetailCell, DetailList } from './detail-cell.tsx'
import { type Fact, factsText } from './log-facts.ts'
import type { LogWords } from './log-words.ts'
import './logs.css'

export const NOTHING = '–'

const BESIDE = ['24h', '1h', 'today', 'yesterday'] as const
const TOO_LONG = ['lastMonth', 'last3Months', '30d', '90d'] as const

/** Span of every log query: a day at first, seven at most. */
export function spanFilter(t: Translate<'logs'>): SpanFilter {
  return {
    kind: 'time',
    key: 'time',
    label: t('time'),
    quick: BESIDE,
    // A log query spans seven days at most.
    more: moreRanges([...BESIDE, ...TOO_LONG]),
    maxMs: LOG_RANGE_MS,
    tooLong: t('tooLong'),
  }
}

/** What the screens of all logs have alike. */
export function logScreen(t: Translate<'logs'>, log: 'alarm' | 'device' | 'system' | 'user' | 'visit') {
  return {
    name: `${log}Log`,
    title: t(`title.${log}`),
    rowKey: ({ id }: { id: number | string }) => String(id),
    defaultSort: { key: 'time', order: 'desc' },
    empty: t('none'),
    export: { fileName: t(`title.${log}`) },
    autoRefresh: true,
  } as const
}

export function timeColumn<Row extends { time: number }>(t: Translate<'logs'>): Column<Row> {
  return {
    key: 'time',
    title: t('time'),
    width: 160,
    sortable: true,
    fixed: true,
    render: ({ time }) => <span className="log-number">{formatTime(time)}</span>,
    cell: ({ time }) => ({ date: time }),
  }
}

/** Facts of an entry, translated for the operator. */
export function detailColumn<Row extends { time: number }>(
  words: LogWords,
  factsIn: (row: Row) => readonly Fact[],
): Column<Row> {
  return {
    key: 'detail',
    title: words.logs('detail'),
    width: 156,
    render: (row) => {
      const facts = factsIn(row)
      return facts.every(({ value }) => value === '') ? (
        NOTHING
      ) : (
        <DetailCell text={factsText(facts, words)} facts={facts} raw={row} />
      )
    },
    cell: (row) => factsText(factsIn(row), words),
  }
}

/** The panel of an entry: its facts as a list, in place of the line in the column. */
export function logDetails<Row extends { time: number }>(
  words: LogWords,
  factsIn: (row: Row) => readonly Fact[],
) {
  return {
    without: ['detail'],
    more: (row: Row) => (
      <section className="log-panel" aria-label={words.logs('detail')}>
        <h3>{words.logs('detail')}</h3>
        <DetailList facts={factsIn(row)} raw={row} />
      </section>
    ),
  }
}

export function addressColumn<Row extends { address: string }>(t: Translate<'logs'>): Column<Row> {
  return {
    key: 'address',
    title: t('address'),
    width: 118,
    render: ({ address }) => <span className="log-number">{address || NOTHING}</span>,
    cell: ({ address }) => address,
  }
}

/** A text with the mark of its severity; the mark's shape shows it too. */
export function LevelMark({ level, children }: { level: 'info' | 'warn' | 'error'; children: string }) {
  return (
    <span className="log-level" data-level={level}>
      {children}
    </span>
  )
}
