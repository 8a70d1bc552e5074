import { listVisitLog } from '@backlot/contract/logs/calls'
import type { VisitLogRow } from '@backlot/contract/logs/entities'
import { routeAt } from '@backlot/contract/routes'
import { useMemo } from 'react'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { TableDescription } from '../../features/table-screen/table-screen-types.ts'
import { type TextKey, type Translate, useText } from '../../language/language.ts'
import { SCREEN_PATHS } from '../../session/screen-paths.ts'
import { addressColumn, logScreen, spanFilter, timeColumn } from './log-table.tsx'

/** Pages of the console that users opened. */
export function VisitLogScreen() {
  const t = useText('logs')
  const shell = useText('shell')
  const columns = useMemo(() => columnsOf(t, shell), [t, shell])
  const description = listTable(listVisitLog, {
    ...logScreen(t, 'visit'),
    columns,
    filters: [
      spanFilter(t),
      { kind: 'text', key: 'text', label: t('find'), width: 230, placeholder: t('findVisit') },
      { kind: 'text', key: 'loginName', label: t('user'), placeholder: t('userPart') },
      {
        kind: 'choice',
        key: 'path',
        label: t('page'),
        width: 220,
        options: SCREEN_PATHS.map((path) => ({ value: path, label: `${pageName(shell, path)} ${path}` })),
      },
    ],
  })
  return <TableScreen description={description} />
}

/** A route by its name in the menu. */
function pageName(shell: Translate<'shell'>, path: string): string {
  const route = routeAt(path)
  return route ? shell(`menu.${route.label}` as TextKey<'shell'>) : path
}

function columnsOf(
  t: Translate<'logs'>,
  shell: Translate<'shell'>,
): TableDescription<VisitLogRow>['columns'] {
  return [
    timeColumn(t),
    { key: 'loginName', title: t('user'), width: 120, sortable: true },
    { key: 'page', title: t('page'), width: 150, render: ({ path }) => pageName(shell, path) },
    {
      key: 'path',
      title: t('route'),
      width: 240,
      sortable: true,
      render: ({ path }) => <code>{path}</code>,
      cell: ({ path }) => path,
    },
    { key: 'browser', title: t('browser'), width: 124 },
    addressColumn(t),
  ]
}
