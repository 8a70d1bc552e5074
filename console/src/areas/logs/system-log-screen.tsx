import { listSystemLog } from '@backlot/contract/logs/calls'
import { LOG_LEVELS, SYSTEM_EVENTS, type SystemLogRow } from '@backlot/contract/logs/entities'
import { useMemo } from 'react'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { TableDescription } from '../../features/table-screen/table-screen-types.ts'
import { type Translate, useText } from '../../language/language.ts'
import { factsOf, subjectText } from './log-facts.ts'
import {
  addressColumn,
  detailColumn,
  LevelMark,
  logDetails,
  logScreen,
  NOTHING,
  spanFilter,
  timeColumn,
} from './log-table.tsx'
import type { LogWords } from './log-words.ts'
import { useLogWords } from './use-log-words.ts'

/** Events of the platform itself. */
export function SystemLogScreen() {
  const t = useText('logs')
  const words = useLogWords()
  const columns = useMemo(() => columnsOf(t, words), [t, words])
  const description = listTable(listSystemLog, {
    ...logScreen(t, 'system'),
    columns,
    details: logDetails(words, factsIn(words)),
    filters: [
      spanFilter(t),
      { kind: 'text', key: 'text', label: t('find'), width: 230, placeholder: t('findSystem') },
      {
        kind: 'many',
        key: 'levels',
        label: t('level'),
        placeholder: t('anyLevel'),
        options: LOG_LEVELS.map((value) => ({ value, label: t(`levelName.${value}`) })),
      },
      {
        kind: 'many',
        key: 'events',
        label: t('event'),
        placeholder: t('anyEvent'),
        options: SYSTEM_EVENTS.map((value) => ({ value, label: t(`system.${value}`) })),
      },
    ],
  })
  return <TableScreen description={description} />
}

const factsIn =
  (words: LogWords) =>
  ({ event, detail }: SystemLogRow) =>
    factsOf(`system.${event}`, detail, words)

function columnsOf(t: Translate<'logs'>, words: LogWords): TableDescription<SystemLogRow>['columns'] {
  return [
    timeColumn(t),
    {
      key: 'level',
      title: t('level'),
      width: 120,
      render: ({ level }) => <LevelMark level={level}>{t(`levelName.${level}`)}</LevelMark>,
      cell: ({ level }) => t(`levelName.${level}`),
    },
    {
      key: 'event',
      title: t('event'),
      width: 160,
      sortable: true,
      render: ({ event }) => t(`system.${event}`),
    },
    {
      key: 'subject',
      title: t('part'),
      width: 190,
      sortable: true,
      render: ({ event, subject }) => (
        <span title={subject}>{subjectText(event, subject, words) || NOTHING}</span>
      ),
      cell: ({ event, subject }) => subjectText(event, subject, words),
    },
    detailColumn(words, factsIn(words)),
    addressColumn(t),
  ]
}
