import { listDeviceLog } from '@backlot/contract/logs/calls'
import { DEVICE_EVENTS, type DeviceLogRow } from '@backlot/contract/logs/entities'
import { useMemo } from 'react'
import { useGroupTree } from '../../features/device-tree/use-group-tree.ts'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { TableDescription } from '../../features/table-screen/table-screen-types.ts'
import { type Translate, useText } from '../../language/language.ts'
import { factsOf } from './log-facts.ts'
import { detailColumn, LevelMark, logDetails, logScreen, spanFilter, timeColumn } from './log-table.tsx'
import type { LogWords } from './log-words.ts'
import { useLogWords } from './use-log-words.ts'

/** Devices that came and left, were refused at a gateway, sent invalid data, or were changed. */
export function DeviceLogScreen() {
  const t = useText('logs')
  const words = useLogWords()
  const columns = useMemo(() => columnsOf(t, words), [t, words])
  const description = listTable(listDeviceLog, {
    ...logScreen(t, 'device'),
    columns,
    details: logDetails(words, factsIn(words)),
    filters: [
      spanFilter(t),
      { kind: 'text', key: 'text', label: t('find'), width: 230, placeholder: t('findDevice') },
      {
        kind: 'many',
        key: 'events',
        label: t('event'),
        placeholder: t('anyEvent'),
        options: DEVICE_EVENTS.map((value) => ({ value, label: t(`device.${value}`) })),
      },
      { kind: 'tree', key: 'nodeId', label: t('group'), placeholder: t('anyGroup'), nodes: useGroupTree() },
    ],
  })
  return <TableScreen description={description} />
}

const factsIn =
  (words: LogWords) =>
  ({ event, detail }: DeviceLogRow) =>
    factsOf(`device.${event}`, detail, words)

function columnsOf(t: Translate<'logs'>, words: LogWords): TableDescription<DeviceLogRow>['columns'] {
  return [
    timeColumn(t),
    {
      key: 'sn',
      title: t('sn'),
      width: 212,
      sortable: true,
      render: ({ sn }) => <span className="log-number">{sn}</span>,
      cell: ({ sn }) => sn,
    },
    { key: 'devName', title: t('devName'), width: 214 },
    { key: 'groupName', title: t('group'), width: 144 },
    {
      key: 'event',
      title: t('event'),
      width: 150,
      sortable: true,
      render: ({ event, level }) => <LevelMark level={level}>{t(`device.${event}`)}</LevelMark>,
      cell: ({ event }) => t(`device.${event}`),
    },
    detailColumn(words, factsIn(words)),
  ]
}
