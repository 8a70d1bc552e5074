import { listUserLog } from '@backlot/contract/logs/calls'
import type { UserLogRow } from '@backlot/contract/logs/entities'
import { useMemo } from 'react'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { TableDescription } from '../../features/table-screen/table-screen-types.ts'
import { type Translate, useText } from '../../language/language.ts'
import { factsOf } from './log-facts.ts'
import { LOG_MODULES } from './log-modules.ts'
import { storyText } from './log-story.ts'
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
import { type LogWords, textIn } from './log-words.ts'
import { StoryCell } from './story-cell.tsx'
import { TargetCell } from './target-cell.tsx'
import { useLogWords } from './use-log-words.ts'

/** Changes by users, also refused ones, and their sign-ins. */
export function UserLogScreen() {
  const t = useText('logs')
  const words = useLogWords()
  const columns = useMemo(() => columnsOf(t, words), [t, words])
  const description = listTable(listUserLog, {
    ...logScreen(t, 'user'),
    columns,
    details: logDetails(words, factsIn(words)),
    // A file has the parts of the sentences too.
    export: { fileName: t('title.user'), columns },
    filters: [
      spanFilter(t),
      { kind: 'text', key: 'text', label: t('find'), width: 230, placeholder: t('findUser') },
      { kind: 'text', key: 'loginName', label: t('user'), placeholder: t('userPart') },
      {
        kind: 'choice',
        key: 'action',
        label: t('module'),
        width: 190,
        options: LOG_MODULES.map((name) => ({ value: `${name}.`, label: t(`area.${name}`) })),
      },
      {
        kind: 'choice',
        key: 'result',
        label: t('result'),
        options: [
          { value: 'done', label: t('done') },
          { value: 'refused', label: t('refused') },
        ],
      },
    ],
  })
  return <TableScreen description={description} />
}

const areaOf = (t: Translate<'logs'>, action: string) => {
  const name = action.split('.')[0] ?? ''
  return textIn(t, `area.${name}`) ?? name
}
const verbOf = (t: Translate<'logs'>, action: string) => {
  const name = action.slice(action.indexOf('.') + 1)
  return textIn(t, `verb.${name}`) ?? name
}

const factsIn =
  (words: LogWords) =>
  ({ action, detail }: UserLogRow) =>
    factsOf(action, detail, words)

function columnsOf(t: Translate<'logs'>, words: LogWords): TableDescription<UserLogRow>['columns'] {
  return [
    timeColumn(t),
    {
      key: 'story',
      title: t('story'),
      width: 520,
      fixed: true,
      render: (row) => <StoryCell row={row} words={words} />,
      cell: (row) => storyText(row, words),
    },
    { key: 'loginName', title: t('user'), width: 112, sortable: true, hiddenAtFirst: true },
    {
      key: 'module',
      title: t('module'),
      width: 176,
      hiddenAtFirst: true,
      render: ({ action }) => <span className="log-module">{areaOf(t, action)}</span>,
      cell: ({ action }) => areaOf(t, action),
    },
    {
      key: 'action',
      title: t('action'),
      width: 120,
      sortable: true,
      hiddenAtFirst: true,
      render: ({ action }) => <span title={action}>{verbOf(t, action)}</span>,
      cell: ({ action }) => verbOf(t, action),
    },
    {
      key: 'target',
      title: t('target'),
      width: 150,
      sortable: true,
      hiddenAtFirst: true,
      render: (row) => (row.targetName || row.target ? <TargetCell row={row} /> : NOTHING),
      cell: ({ target, targetName }) => targetName || target,
    },
    {
      key: 'result',
      title: t('result'),
      width: 124,
      sortable: true,
      render: ({ result }) =>
        result === 0 ? (
          <LevelMark level="info">{t('done')}</LevelMark>
        ) : (
          <LevelMark level="warn">{t('refusedWith', { code: result })}</LevelMark>
        ),
      cell: ({ result }) => (result === 0 ? t('done') : t('refusedWith', { code: result })),
    },
    { ...detailColumn<UserLogRow>(words, factsIn(words)), hiddenAtFirst: true },
    addressColumn(t),
    { key: 'requestId', title: t('requestId'), width: 150, hiddenAtFirst: true },
  ]
}
