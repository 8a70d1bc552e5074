import { FOREIGN_PROTOCOLS, PROTOCOL_TYPES, protocolTitle } from '@backlot/contract/devices/constants'
import { listDeviceStates } from '@backlot/contract/servers/calls'
import type { DeviceStateRow } from '@backlot/contract/servers/entities'
import { useMemo, useState } from 'react'
import { useGroupTree } from '../../features/device-tree/use-group-tree.ts'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { TableDescription } from '../../features/table-screen/table-screen-types.ts'
import { type Translate, useText } from '../../language/language.ts'
import './servers.css'

const NOTHING = '–'

type Counts = { total: number; online: number; alarm: number }

/** Every device as the platform knows it at this moment, with its connection where it has one of its own. */
export function DeviceStateScreen() {
  const t = useText('servers')
  const [counts, setCounts] = useState<Counts>()
  const columns = useMemo(() => columnsOf(t), [t])
  const description = listTable(listDeviceStates, {
    name: 'deviceState',
    title: t('devices'),
    columns,
    rowKey: ({ sn }) => sn,
    filters: [
      { kind: 'text', key: 'text', label: t('find'), width: 230, placeholder: t('findHint') },
      {
        kind: 'choice',
        key: 'online',
        label: t('stateTitle'),
        options: [
          { value: 1, label: t('online') },
          { value: 0, label: t('offline') },
        ],
      },
      {
        kind: 'choice',
        key: 'protocolType',
        label: t('protocolTitle'),
        width: 140,
        options: [
          ...Object.values(PROTOCOL_TYPES),
          ...Object.values(FOREIGN_PROTOCOLS).map(({ type }) => type),
        ].map((type) => ({ value: type, label: protocolTitle(type) })),
      },
      {
        kind: 'choice',
        key: 'trouble',
        label: t('trouble'),
        options: [
          { value: 'alarm', label: t('alarm') },
          { value: 'gpsLost', label: t('gpsLost') },
        ],
      },
      { kind: 'tree', key: 'nodeId', label: t('group'), placeholder: t('anyGroup'), nodes: useGroupTree() },
    ],
    onPage: (page) => setCounts(page.counts),
    defaultSort: { key: 'sn', order: 'asc' },
    export: { fileName: t('devices') },
    autoRefresh: true,
  })
  return (
    <TableScreen
      description={description}
      barStart={
        counts && (
          <span className="device-counts">
            <span>
              {t('total')}
              <b>{counts.total.toLocaleString()}</b>
            </span>
            <span>
              {t('online')}
              <b>{counts.online.toLocaleString()}</b>
            </span>
            <span>
              {t('offline')}
              <b>{(counts.total - counts.online).toLocaleString()}</b>
            </span>
            <span>
              {t('alarm')}
              <b>{counts.alarm.toLocaleString()}</b>
            </span>
          </span>
        )
      }
    />
  )
}

function columnsOf(t: Translate<'servers'>): TableDescription<DeviceStateRow>['columns'] {
  return [
    { key: 'sn', title: t('sn'), width: 216, sortable: true, fixed: true, whole: true },
    { key: 'name', title: t('name'), width: 196, sortable: true },
    { key: 'groupName', title: t('group'), width: 132 },
    {
      key: 'protocolType',
      title: t('protocolTitle'),
      width: 98,
      render: ({ protocolType }) => protocolTitle(protocolType),
    },
    {
      key: 'online',
      title: t('stateTitle'),
      width: 98,
      sortable: true,
      render: ({ online }) => (
        <span className="server-state" data-state={online ? 'running' : 'off'}>
          {t(online ? 'online' : 'offline')}
        </span>
      ),
      cell: ({ online }) => t(online ? 'online' : 'offline'),
    },
    {
      key: 'trouble',
      title: t('trouble'),
      width: 118,
      render: (row) => troublesOf(row, t) || NOTHING,
      cell: (row) => troublesOf(row, t),
    },
    {
      key: 'locatedTime',
      title: t('located'),
      width: 168,
      sortable: true,
      time: true,
    },
    { key: 'remote', title: t('remote'), width: 150, spare: true },
    {
      key: 'heardTime',
      title: t('heard'),
      width: 168,
      time: true,
    },
    { key: 'channels', title: t('channels'), width: 90, align: 'right', hiddenAtFirst: true },
  ]
}

const troublesOf = ({ alarmFlg, gpsLost }: DeviceStateRow, t: Translate<'servers'>) =>
  [...(alarmFlg === 1 ? [t('alarm')] : []), ...(gpsLost ? [t('gpsLost')] : [])].join(' · ')
