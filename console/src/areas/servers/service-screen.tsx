import { serviceHistory, serviceState } from '@backlot/contract/servers/calls'
import type { ServiceState } from '@backlot/contract/servers/entities'
import { useQuery } from '@tanstack/react-query'
import { Alert, Result, Segmented, Spin, Table } from 'antd'
import { useState } from 'react'
import { bytesText, spanText } from '../../components/amount-text.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { formatTime } from '../../platform/clock.ts'
import { figuresOf } from './server-figures.ts'
import { ServerStateMark } from './server-state.tsx'
import { ServiceChart } from './service-chart.tsx'
import './servers.css'

const AGAIN_MS = 5000
const HISTORY_AGAIN_MS = 10_000
const HOURS = [1, 6, 24, 168] as const
const NOTHING = '–'

/** The program that the platform is: how it does, how it did, and its parts. */
export function ServiceScreen() {
  const t = useText('servers')
  const [hours, setHours] = useState<number>(1)
  const { data, error } = useQuery({
    queryKey: ['service', 'state'],
    queryFn: ({ signal }) => request(serviceState, { signal }),
    refetchInterval: AGAIN_MS,
  })
  const history = useQuery({
    queryKey: ['service', 'history', hours],
    queryFn: ({ signal }) => request(serviceHistory, { query: { hours }, signal }),
    refetchInterval: HISTORY_AGAIN_MS,
  })
  if (error && !data) return <Result status="warning" title={t('failed')} subTitle={errorText(error)} />
  if (!data) return <Spin className="server-loading" />
  const past = history.data
  return (
    <section className="server-page" aria-label={t('service')}>
      <header className="server-head">
        <h1>{t('service')}</h1>
        <span>{t('runsSince', { time: formatTime(data.startTime), version: data.version })}</span>
        <Segmented
          className="server-choice"
          aria-label={t('span')}
          value={hours}
          onChange={setHours}
          options={HOURS.map((value) => ({ value, label: t(`hours.${value}`) }))}
        />
      </header>
      <ServiceTiles state={data} />
      {!past && history.error && (
        <Alert type="error" showIcon title={t('historyFailed')} description={errorText(history.error)} />
      )}
      {!past && !history.error && <Spin className="server-loading" />}
      <div className="server-charts">
        {past && (
          <>
            <ServiceChart
              title={t('cpu')}
              time={past.time}
              unit="%"
              series={[{ name: t('cpu'), data: past.cpuPercent, tone: 'accent-text' }]}
            />
            <ServiceChart
              title={t('memory')}
              time={past.time}
              unit="MB"
              series={[
                {
                  name: t('memory'),
                  data: past.memoryBytes.map((bytes) => Math.round(bytes / 1e6)),
                  tone: 'ok',
                },
              ]}
            />
            <ServiceChart
              title={t('traffic')}
              time={past.time}
              unit="kB/s"
              series={[
                { name: t('received'), data: past.bytesInPerSecond.map(kilobytes), tone: 'accent-text' },
                { name: t('sent'), data: past.bytesOutPerSecond.map(kilobytes), tone: 'warn' },
              ]}
            />
            <ServiceChart
              title={t('connectionsAndDevices')}
              time={past.time}
              unit=""
              series={[
                { name: t('connections'), data: past.connections.map(Math.round), tone: 'accent-text' },
                { name: t('devicesOnline'), data: past.devicesOnline.map(Math.round), tone: 'ok' },
              ]}
            />
          </>
        )}
      </div>
      <PartsTable state={data} />
    </section>
  )
}

const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10

function ServiceTiles({ state }: { state: ServiceState }) {
  const t = useText('servers')
  const units = { d: t('unit.d'), h: t('unit.h'), min: t('unit.min') }
  const tiles = [
    ['cpu', `${state.cpuPercent.toFixed(0)} %`, t('ofCores', { count: state.cores })],
    ['memory', bytesText(state.memoryBytes), ''],
    [
      'systemMemory',
      bytesText(state.systemMemoryBytes - state.systemFreeBytes),
      t('of', { all: bytesText(state.systemMemoryBytes) }),
    ],
    [
      'disk',
      bytesText(state.diskTotalBytes - state.diskFreeBytes),
      t('of', { all: bytesText(state.diskTotalBytes) }),
    ],
    ['uptime', spanText(state.time - state.startTime, units), ''],
  ] as const
  return (
    <dl className="server-tiles">
      {tiles.map(([key, value, note]) => (
        <div key={key}>
          <dt>{t(key)}</dt>
          <dd>
            {value}
            {note !== '' && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function PartsTable({ state }: { state: ServiceState }) {
  const t = useText('servers')
  const rows = [
    ...state.servers.map((server) => ({ ...server, key: server.kind, name: t(`kind.${server.kind}`) })),
    ...state.parts.map((part) => ({ ...part, key: part.part, name: t(`part.${part.part}`) })),
  ]
  type Row = (typeof rows)[number]
  return (
    <div className="server-panel">
      <h2>{t('parts')}</h2>
      <Table
        size="small"
        aria-label={t('parts')}
        dataSource={rows}
        pagination={false}
        columns={[
          { title: t('kindTitle'), dataIndex: 'name', className: 'server-name' },
          { title: t('stateTitle'), render: (_, row: Row) => <ServerStateMark state={row.state} t={t} /> },
          { title: t('address'), dataIndex: 'address', render: (address: string) => address || NOTHING },
          {
            title: t('connections'),
            dataIndex: 'connections',
            align: 'right',
            render: (connections: number | null) => connections ?? NOTHING,
          },
          { title: t('received'), dataIndex: 'bytesIn', align: 'right', render: bytesText },
          { title: t('sent'), dataIndex: 'bytesOut', align: 'right', render: bytesText },
          { title: t('figures'), render: (_, row: Row) => figuresOf(row.figures, t) || NOTHING },
        ]}
      />
    </div>
  )
}
