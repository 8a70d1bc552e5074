import { serverDetail } from '@backlot/contract/servers/calls'
import { SERVER_KINDS } from '@backlot/contract/servers/constants'
import type { ServerClient, ServerState } from '@backlot/contract/servers/entities'
import { updateServerAddress } from '@backlot/contract/servers/fast-config-calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Empty, Result, Spin, Table } from 'antd'
import { useLocation } from 'react-router-dom'
import { bytesText } from '../../components/amount-text.ts'
import { useFormDialog } from '../../features/table-screen/use-form-dialog.tsx'
import { errorText } from '../../language/error-text.ts'
import { type TextKey, type Translate, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { formatTime } from '../../platform/clock.ts'
import { useCallHindrance } from '../../session/may-call.ts'
import { addressForm, hasAddress } from './address-form.ts'
import { figureName, figureText } from './server-info-screen.tsx'
import { ServerStateMark } from './server-state.tsx'
import './servers.css'

const AGAIN_MS = 5000
const NOTHING = '–'

/** One kind of server: its state and its clients. The route decides which. */
export function ServerKindScreen() {
  const { pathname } = useLocation()
  const t = useText('servers')
  const shell = useText('shell')
  const known = SERVER_KINDS.find(({ page }) => pathname.endsWith(`/${page}`))!
  const { data, error } = useQuery({
    queryKey: ['server', known.type],
    queryFn: ({ signal }) => request(serverDetail, { query: { type: known.type }, signal }),
    refetchInterval: AGAIN_MS,
  })
  if (error && !data) return <Result status="warning" title={t('failed')} subTitle={errorText(error)} />
  if (!data) return <Spin className="server-loading" />
  const { server, clients, clientsTotal, addressVersion } = data
  const installed = server.state !== 'notInstalled'
  return (
    <section className="server-page" aria-label={t(`kind.${known.kind}`)}>
      <header className="server-head">
        <h1>{t(`kind.${known.kind}`)}</h1>
        <ServerStateMark state={server.state} t={t} />
        {addressVersion !== undefined && hasAddress(server) && (
          <SetAddresses server={server} version={addressVersion} />
        )}
      </header>
      <p className="server-about">{t(`about.${known.kind}`)}</p>
      {!installed && <Empty description={t('notInstalled')} />}
      {installed && (
        <dl className="server-tiles">
          <Tile name={t('address')} value={server.address || NOTHING} small />
          {server.publicAddress && <Tile name={t('publicAddress')} value={server.publicAddress} small />}
          {server.localAddress && <Tile name={t('localAddress')} value={server.localAddress} small />}
          {server.connections !== null && (
            <Tile name={t('connections')} value={server.connections.toLocaleString()} />
          )}
          {server.bytesIn !== null && <Tile name={t('received')} value={bytesText(server.bytesIn)} />}
          {server.bytesOut !== null && <Tile name={t('sent')} value={bytesText(server.bytesOut)} />}
          {Object.entries(server.figures).map(([name, value]) => (
            <Tile
              key={name}
              name={figureName(name, t)}
              value={figureText(name, value, t)}
              {...(name === 'sessions' && { hint: shell('signedIn') })}
            />
          ))}
        </dl>
      )}
      {clients.length > 0 && <Clients clients={clients} total={clientsTotal} />}
    </section>
  )
}

function SetAddresses({ server, version }: { server: ServerState; version: number }) {
  const t = useText('servers')
  const fast = useText('fastConfig')
  const shell = useText('shell')
  const hindrance = useCallHindrance()(updateServerAddress)
  const queries = useQueryClient()
  const asked = () => void queries.invalidateQueries({ queryKey: ['server', server.type] })
  const { openForm, formDialog } = useFormDialog<'addresses'>({
    describe: () => addressForm(t, fast, server, version),
    onSaved: asked,
    onOutdated: asked,
  })
  return (
    <>
      <Button
        className="server-set-addresses"
        disabled={hindrance !== undefined}
        title={hindrance && shell(`table.${hindrance}`)}
        onClick={() => openForm('addresses')}
      >
        {t('setAddresses')}
      </Button>
      {formDialog}
    </>
  )
}

function Tile(props: { name: string; value: string; small?: boolean; hint?: string }) {
  const { name, value, small = false, hint } = props
  return (
    <div title={hint}>
      <dt>{name}</dt>
      <dd className={small ? 'small' : ''}>{value}</dd>
    </div>
  )
}

function Clients({ clients, total }: { clients: readonly ServerClient[]; total: number }) {
  const t = useText('servers')
  const time = (seconds: number | null) => (seconds === null ? NOTHING : formatTime(seconds))
  const faultText = (fault: ServerClient['lastFault']) =>
    fault
      ? [time(fault.time), t(`clientFault.${fault.code}`), fault.detail].filter(Boolean).join(' · ')
      : NOTHING
  return (
    <div className="server-panel">
      <h2>{t('clients', { count: total })}</h2>
      <Table
        size="small"
        aria-label={t('clients', { count: total })}
        rowKey="key"
        dataSource={clients.map((one, key) => ({ ...one, key }))}
        pagination={{ defaultPageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          {
            title: t('client'),
            dataIndex: 'name',
            sorter: (one, other) => one.name.localeCompare(other.name),
          },
          { title: t('remote'), dataIndex: 'remote', render: (remote: string) => remote || NOTHING },
          { title: t('what'), dataIndex: 'what', render: (what: string) => whatText(what, t) },
          { title: t('since'), dataIndex: 'sinceTime', render: time },
          { title: t('heard'), dataIndex: 'heardTime', render: time },
          ...(clients.some(({ lastFault }) => lastFault)
            ? [{ title: t('lastFault'), dataIndex: 'lastFault', render: faultText }]
            : []),
        ]}
      />
    </div>
  )
}

/** Kind of a client, in the reader's language: `main · live · 2`. */
const whatText = (what: string, t: Translate<'servers'>): string =>
  what
    .split(' · ')
    .map((word) => t(`whatWord.${word}` as TextKey<'servers'>, { defaultValue: word }))
    .join(' · ')
