import { listMediaServers } from '@backlot/contract/media-config/calls'
import { serverDetail } from '@backlot/contract/servers/calls'
import type { ServerClient, ServerState } from '@backlot/contract/servers/entities'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton, Table } from 'antd'
import { Link, useLocation } from 'react-router-dom'
import { FactList } from '../../components/fact-list.tsx'
import { errorText } from '../../language/error-text.ts'
import { type TextKey, type Translate, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { formatTime } from '../../platform/clock.ts'
import { useMayCall } from '../../session/may-call.ts'
import { useCanAll } from '../../session/use-can-all.ts'
import { MediaServers } from './media-servers.tsx'
import { figureName, figureText } from './server-figures.ts'
import './servers.css'

const AGAIN_MS = 5000
const PAGE_SIZE = 20
const NOTHING = '–'

/** Screens that manage what a kind of server has. */
const SCREENS = {
  upgrade: '/serverManange/mgt/upgradeServer',
  media: '/systemManange/mediaMange',
} as const

/** What a server counts, who is connected to it, and where it is managed. */
export function ServerDetails({ server }: { server: ServerState }) {
  const { kind, type, state, figures } = server
  const t = useText('servers')
  const shell = useText('shell')
  const can = useCanAll()
  const mayCall = useMayCall()
  const { pathname } = useLocation()
  const { data, error, refetch } = useQuery({
    queryKey: ['server', type],
    queryFn: ({ signal }) => request(serverDetail, { query: { type }, signal }),
    refetchInterval: AGAIN_MS,
  })
  const screen = kind === 'upgrade' || kind === 'media' ? kind : undefined
  const facts = Object.entries(figures).map(
    ([name, value]) =>
      [
        figureName(name, t),
        name === 'sessions' ? (
          <span key={name} title={shell('signedIn')}>
            {figureText(name, value, t)}
          </span>
        ) : (
          figureText(name, value, t)
        ),
      ] as const,
  )
  return (
    <div className="server-details">
      <p>
        {state === 'notInstalled'
          ? t('notInstalled')
          : t(`about.${kind}` as TextKey<'servers'>, { defaultValue: '' })}
      </p>
      {screen && can(SCREENS[screen]) && pathname !== SCREENS[screen] && (
        <p>
          <Link to={SCREENS[screen]}>{t(`screen.${screen}`)}</Link>
        </p>
      )}
      {kind === 'media' && mayCall(listMediaServers) && <MediaServers />}
      {facts.length > 0 && (
        <section aria-label={t('figures')}>
          <h3>{t('figures')}</h3>
          <FactList facts={facts} />
        </section>
      )}
      {error && !data && (
        <Alert
          type="error"
          showIcon
          title={t('failed')}
          description={errorText(error)}
          action={<Button onClick={() => void refetch()}>{shell('screen.again')}</Button>}
        />
      )}
      {!data && !error && <Skeleton active title={false} />}
      {data && data.clients.length > 0 && <Clients clients={data.clients} total={data.clientsTotal} />}
    </div>
  )
}

function Clients({ clients, total }: { clients: readonly ServerClient[]; total: number }) {
  const t = useText('servers')
  const label = t('clients', { count: total })
  return (
    <section aria-label={label}>
      <h3>{label}</h3>
      <Table
        size="small"
        aria-label={label}
        rowKey="key"
        dataSource={clients.map((one, key) => ({ ...one, key }))}
        pagination={{
          defaultPageSize: PAGE_SIZE,
          hideOnSinglePage: true,
          showSizeChanger: false,
          size: 'small',
        }}
        columns={[
          {
            title: t('client'),
            sorter: (one, other) => one.name.localeCompare(other.name),
            render: (_, { name, remote }: ServerClient) => (
              <>
                {name}
                <small>{remote}</small>
              </>
            ),
          },
          {
            title: t('what'),
            render: (_, { what, sinceTime, heardTime, lastFault }: ServerClient) => (
              <>
                {whatText(what, t)}
                {sinceTime !== null && <small>{`${t('since')}: ${formatTime(sinceTime)}`}</small>}
                {heardTime !== null && <small>{`${t('heard')}: ${formatTime(heardTime)}`}</small>}
                {lastFault && <small className="server-fault">{faultText(lastFault, t)}</small>}
              </>
            ),
          },
        ]}
      />
    </section>
  )
}

const faultText = (fault: NonNullable<ServerClient['lastFault']>, t: Translate<'servers'>): string =>
  [`${t('lastFault')}: ${formatTime(fault.time)}`, t(`clientFault.${fault.code}`), fault.detail]
    .filter(Boolean)
    .join(' · ')

/** Kind of a client, in the reader's language: `main · live · 2`. */
const whatText = (what: string, t: Translate<'servers'>): string =>
  what
    .split(' · ')
    .map((word) => t(`whatWord.${word}` as TextKey<'servers'>, { defaultValue: word }))
    .join(' · ') || NOTHING
