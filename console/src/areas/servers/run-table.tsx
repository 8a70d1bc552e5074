import { cancelUpgradeRun, listUpgradeRuns } from '@backlot/contract/upgrades/calls'
import type { UpgradeRun } from '@backlot/contract/upgrades/entities'
import { useQueryClient } from '@tanstack/react-query'
import { Progress, Tag } from 'antd'
import { useState } from 'react'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { Column, TableDescription } from '../../features/table-screen/table-screen-types.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { RunDialog } from './run-dialog.tsx'
import type { UpgradeText } from './upgrade-forms.tsx'

const COLOURS = { running: 'blue', ended: 'default', cancelled: 'orange' } as const
const NAME = 'upgradeRuns'

/** Upgrades of many devices, newest first. */
export function RunTable() {
  const t = useText('upgrades')
  const [open, setOpen] = useState<UpgradeRun>()
  const queries = useQueryClient()
  const close = () => {
    setOpen(undefined)
    // Meanwhile the run has come further.
    void queries.invalidateQueries({ queryKey: [NAME] })
  }
  const description: TableDescription<UpgradeRun> = {
    name: NAME,
    title: t('part.runs'),
    columns: columnsOf(t),
    rowKey: ({ id }) => String(id),
    fetch: (query, signal) =>
      request(listUpgradeRuns, {
        query: { currentPage: query.currentPage, pageSize: query.pageSize },
        signal,
      }),
    empty: t('noRuns'),
    onRowOpen: setOpen,
    rowActions: [
      { key: 'devices', label: t('progress'), run: setOpen },
      {
        key: 'cancel',
        label: t('cancel'),
        danger: true,
        call: cancelUpgradeRun,
        shownFor: ({ state }) => state === 'running',
        disabledReason: ({ downloading, beyond }) => {
          if (beyond) return t('runBeyond')
          return downloading === 0 ? t('allInstall') : undefined
        },
        confirm: ({ version, downloading, running }) => ({
          title: t('cancelAsk', { version }),
          content: (
            <>
              <p>{t('cancelDownloads', { count: downloading })}</p>
              {running > downloading && <p>{t('cancelInstalls', { count: running - downloading })}</p>}
            </>
          ),
          okText: t('cancel'),
        }),
        async run({ id }) {
          const { cancelled } = await request(cancelUpgradeRun, { body: { id } })
          return t('cancelled', { count: cancelled })
        },
      },
    ],
    rowActionsWidth: 166,
    export: { fileName: t('part.runs') },
    autoRefresh: true,
    goesOn: ({ state }) => state === 'running',
  }
  return (
    <>
      <TableScreen description={description} />
      {open && <RunDialog id={open.id} version={open.version} onClose={close} />}
    </>
  )
}

function columnsOf(t: UpgradeText): Column<UpgradeRun>[] {
  return [
    { key: 'startTime', title: t('startTime'), width: 170, fixed: true, time: true },
    { key: 'version', title: t('version'), width: 100 },
    { key: 'name', title: t('name'), width: 140 },
    {
      key: 'state',
      title: t('state'),
      width: 110,
      render: ({ state }) => <Tag color={COLOURS[state]}>{t(`runState.${state}`)}</Tag>,
      cell: ({ state }) => t(`runState.${state}`),
    },
    {
      key: 'done',
      title: t('done'),
      width: 200,
      render: (run) => (
        <Progress
          className="run-progress"
          size="small"
          percent={run.progress}
          format={() => `${run.total - run.running} / ${run.total}`}
          status="normal"
          aria-label={t('done')}
        />
      ),
      cell: ({ total, running }) => total - running,
    },
    { key: 'succeeded', title: t('succeeded'), width: 100, align: 'right' },
    {
      key: 'creator',
      title: t('creator'),
      width: 120,
      hiddenAtFirst: true,
      render: ({ creator }) => creator,
    },
  ]
}
