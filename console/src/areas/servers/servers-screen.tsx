import { listServers } from '@backlot/contract/servers/calls'
import { ALL_SERVER_KINDS, SERVER_STATES } from '@backlot/contract/servers/constants'
import type { ServerState } from '@backlot/contract/servers/entities'
import { updateServerAddress } from '@backlot/contract/servers/fast-config-calls'
import { useMemo, useState } from 'react'
import { bytesText } from '../../components/amount-text.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { TableDescription } from '../../features/table-screen/table-screen-types.ts'
import { type Translate, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { useCanAll } from '../../session/use-can-all.ts'
import { addressForm, hasAddress } from './address-form.ts'
import { ServerDetails } from './server-details.tsx'
import { figuresOf } from './server-figures.ts'
import { LIST_PATH, pageOfKind, useRouteKind } from './server-pages.ts'
import { ServerStateMark } from './server-state.tsx'

const NOTHING = '–'
const AGAIN_SECONDS = 5

/**
 * All servers that the user may see, with their state. The route of one kind opens the list with that kind as its filter,
 * and with its row open.
 */
export function ServersScreen() {
  const t = useText('servers')
  const can = useCanAll()
  const fast = useText('fastConfig')
  /** Left out by a platform whose addresses are not set here. */
  const [version, setVersion] = useState<number>()
  const columns = useMemo(() => columnsOf(t), [t])
  /** Kinds without a page belong to the list. */
  const maySee = ({ kind }: Pick<ServerState, 'kind'>) => can(pageOfKind(kind) ?? LIST_PATH)
  useRouteKind()
  const description: TableDescription<ServerState> = {
    name: 'serverInfo',
    title: t('info'),
    columns,
    rowKey: ({ kind }) => kind,
    filters: [
      {
        kind: 'choice',
        key: 'kind',
        label: t('kindTitle'),
        options: ALL_SERVER_KINDS.filter(maySee).map(({ kind }) => ({
          value: kind,
          label: t(`kind.${kind}`),
        })),
      },
      {
        kind: 'choice',
        key: 'state',
        label: t('stateTitle'),
        options: SERVER_STATES.map((value) => ({
          value,
          label: t(`state.${value}`),
        })),
      },
    ],
    async fetch({ currentPage, pageSize }, signal, { filters }) {
      const { list, addressVersion } = await request(listServers, { signal })
      setVersion(addressVersion)
      const matching = list
        .filter(maySee)
        .filter(({ kind }) => !filters['kind'] || kind === filters['kind'])
        .filter(({ state }) => !filters['state'] || state === filters['state'])
      const from = (currentPage - 1) * pageSize
      return { list: matching.slice(from, from + pageSize), total: matching.length }
    },
    rowActions: [
      {
        key: 'addresses',
        label: t('setAddresses'),
        call: updateServerAddress,
        shownFor: () => version !== undefined,
        disabledReason: (server) => (hasAddress(server) ? undefined : t('noAddress')),
        form: (server) => addressForm(t, fast, server, version ?? 0),
      },
    ],
    rowActionsWidth: 110,
    details: {
      groups: [
        { title: t('addresses'), columns: ['address', 'publicAddress', 'localAddress'] },
        { title: t('load'), columns: ['connections', 'bytesIn', 'bytesOut'] },
      ],
      without: ['figures'],
      more: (server) => <ServerDetails key={server.kind} server={server} />,
    },
    export: { fileName: t('info') },
    autoRefresh: AGAIN_SECONDS,
  }
  return <TableScreen description={description} />
}

function columnsOf(t: Translate<'servers'>): TableDescription<ServerState>['columns'] {
  return [
    {
      key: 'kind',
      title: t('kindTitle'),
      width: 178,
      fixed: true,
      render: ({ kind }) => t(`kind.${kind}`),
    },
    {
      key: 'state',
      title: t('stateTitle'),
      width: 124,
      whole: true,
      render: ({ state }) => <ServerStateMark state={state} t={t} />,
      cell: ({ state }) => t(`state.${state}`),
    },
    { key: 'address', title: t('address'), width: 206 },
    { key: 'publicAddress', title: t('publicAddress'), width: 150 },
    { key: 'localAddress', title: t('localAddress'), width: 150 },
    {
      key: 'connections',
      title: t('connections'),
      width: 106,
      align: 'right',
      render: ({ connections }) => connections ?? NOTHING,
    },
    {
      key: 'bytesIn',
      title: t('received'),
      width: 92,
      align: 'right',
      render: ({ bytesIn }) => bytesText(bytesIn),
      cell: ({ bytesIn }) => bytesIn,
      unit: 'B',
    },
    {
      key: 'bytesOut',
      title: t('sent'),
      width: 92,
      align: 'right',
      render: ({ bytesOut }) => bytesText(bytesOut),
      cell: ({ bytesOut }) => bytesOut,
      unit: 'B',
    },
    {
      key: 'figures',
      title: t('figures'),
      width: 340,
      spare: true,
      render: ({ figures }) => figuresOf(figures, t) || NOTHING,
      cell: ({ figures }) => figuresOf(figures, t),
    },
  ]
}
