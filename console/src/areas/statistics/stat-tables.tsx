import { DownloadOutlined } from '@ant-design/icons'
import {
  type OnlineDay,
  type OnlineDevice,
  type OnlineGroup,
  onlineByRange,
  onlineDevices,
  onlineGroups,
} from '@backlot/contract/statistics/calls'
import { type ReactNode, useMemo } from 'react'
import { StateDot } from '../../features/channel-list/channel-list.tsx'
import { ActionButton } from '../../features/table-screen/action-button.tsx'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { TableAction, TableDescription } from '../../features/table-screen/table-screen-types.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { requestFiltered } from '../../platform/request-filtered.ts'
import { exportOnlineTime } from './export-online.ts'
import { sumColumns } from './sum-columns.tsx'
import { useNumbers } from './use-numbers.ts'
import type { StatQuery } from './use-stat-query.ts'

type Props = { query: StatQuery; filters: ReactNode }

/** Common parts of the three tables. */
function useShared({ query }: Pick<Props, 'query'>) {
  const t = useText('statistics')
  const numbers = useNumbers()
  const { choice, time, days } = query
  const exporting: TableAction<undefined> = {
    key: 'export',
    label: t('export.label'),
    icon: <DownloadOutlined />,
    disabledReason: () => (query.mayExport ? undefined : t('export.only7Days')),
    run: async () => {
      const rows = await exportOnlineTime({ ...choice, ...time }, days, t)
      return t('export.done', { count: rows })
    },
  }
  return {
    t,
    numbers,
    title: t('title'),
    fetchKey: [choice, time, query.asOf],
    exporting,
    empty: t('empty'),
    asked: { ...choice, ...time },
    ready: query.fault === undefined,
  }
}

/** Where other tables have their export. */
function ExportOnline({ action }: { action: TableAction<undefined> }) {
  return (
    <ActionButton action={action} target={undefined} openForm={() => undefined} onChanged={() => undefined} />
  )
}

/** Day by day; one opens as the only day. */
export function DayTable({ query, filters }: Props) {
  const { t, numbers, asked, ready, exporting, ...shared } = useShared({ query })
  const columns = useMemo(
    () => [
      {
        key: 'date',
        title: t('field.day'),
        width: 150,
        fixed: true,
        render: ({ date, time }: OnlineDay) => `${date} ${numbers.weekday(time)}`,
      },
      ...sumColumns<OnlineDay>(t, numbers, false),
    ],
    [t, numbers],
  )
  const description: TableDescription<OnlineDay> = {
    ...shared,
    name: 'onlineStatistics-days',
    columns,
    rowKey: ({ date }) => date,
    defaultPageSize: 100,
    fetch: ready
      ? async ({ currentPage, pageSize }, signal) => {
          const { list } = await request(onlineByRange, { query: asked, signal })
          const newest = [...list].reverse()
          const from = (currentPage - 1) * pageSize
          return { list: newest.slice(from, from + pageSize), total: list.length }
        }
      : undefined,
    onRowOpen: ({ date }) => query.setDays({ from: date, to: date }),
  }
  return (
    <TableScreen description={description} filters={filters} barEnd={<ExportOnline action={exporting} />} />
  )
}

/** Groups with their children; one opens to the groups below it, or to its devices. */
export function GroupTable({ query, filters }: Props) {
  const { t, numbers, asked, ready, exporting, ...shared } = useShared({ query })
  const columns = useMemo(
    () => [
      {
        key: 'name',
        title: t('field.group'),
        width: 220,
        fixed: true,
        render: ({ name }: OnlineGroup) => name,
      },
      {
        key: 'devices',
        title: t('field.devicesOnline'),
        width: 150,
        align: 'right' as const,
        render: ({ devices, devicesOnline }: OnlineGroup) =>
          `${numbers.count(devicesOnline)} / ${numbers.count(devices)}`,
      },
      ...sumColumns<OnlineGroup>(t, numbers, false),
    ],
    [t, numbers],
  )
  const description: TableDescription<OnlineGroup> = {
    ...shared,
    name: 'onlineStatistics-groups',
    columns,
    rowKey: ({ nodeId }) => String(nodeId),
    defaultPageSize: 100,
    fetch: ready
      ? async ({ currentPage, pageSize }, signal) => {
          const { list } = await request(onlineGroups, { query: asked, signal })
          const from = (currentPage - 1) * pageSize
          return { list: list.slice(from, from + pageSize), total: list.length }
        }
      : undefined,
    onRowOpen: ({ nodeId }, rows) => {
      // The row of a group's own devices, and a single group, have nothing below them to show.
      const ends = nodeId === query.nodeId || rows.length === 1
      query.setNode(nodeId, ends ? 'devices' : undefined)
    },
  }
  return (
    <TableScreen description={description} filters={filters} barEnd={<ExportOnline action={exporting} />} />
  )
}

/** Devices, the worst first; one opens with its days. */
export function DeviceTable({ query, filters }: Props) {
  const { t, numbers, asked, ready, exporting, ...shared } = useShared({ query })
  const columns = useMemo(
    () => [
      {
        key: 'name',
        title: t('field.device'),
        width: 250,
        sortable: true,
        fixed: true,
        render: ({ name, onlineStatus }: OnlineDevice) => (
          <span className="stat-device">
            <StateDot online={onlineStatus === 1} />
            <span>{name}</span>
          </span>
        ),
      },
      {
        key: 'sn',
        title: t('field.sn'),
        width: 180,
        hiddenAtFirst: true,
        render: ({ sn }: OnlineDevice) => sn,
      },
      {
        key: 'groupName',
        title: t('field.group'),
        width: 170,
        sortable: true,
        render: ({ groupName }: OnlineDevice) => groupName,
      },
      ...sumColumns<OnlineDevice>(t, numbers, true),
    ],
    [t, numbers],
  )
  const description: TableDescription<OnlineDevice> = {
    ...shared,
    name: 'onlineStatistics-devices',
    columns,
    rowKey: ({ sn }) => sn,
    defaultSort: { key: 'rate', order: 'asc' },
    fetch: ready
      ? (page, signal) => requestFiltered(onlineDevices, { ...asked, ...page }, signal)
      : undefined,
    onRowOpen: ({ sn }) => query.openDevice(sn),
  }
  return (
    <TableScreen description={description} filters={filters} barEnd={<ExportOnline action={exporting} />} />
  )
}
