import { listServers } from '@backlot/contract/servers/calls'
import { SERVER_KINDS, SERVER_STATES, type ServerFigure } from '@backlot/contract/servers/constants'
import type { ServerState } from '@backlot/contract/servers/entities'
import { updateServerAddress } from '@backlot/contract/servers/fast-config-calls'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { bytesText } from '../../components/amount-text.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { TableDescription } from '../../features/table-screen/table-screen-types.ts'
import { type Translate, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { useCanAll } from '../../session/use-can-all.ts'
import { addressForm, hasAddress } from './address-form.ts'
import { ServerStateMark } from './server-state.tsx'

const NOTHING = '–'

/** Every kind of server, and the state of the platform's own. */
export function ServerInfoScreen() {
  const t = useText('servers')
  const can = useCanAll()
  const fast = useText('fastConfig')
  /** Left out by a platform whose addresses are not set here. */
  const [version, setVersion] = useState<number>()
  const columns = useMemo(() => columnsOf(t, can), [t, can])
  const mayOpen = ({ kind }: ServerState) => {
    const path = pageOfKind(kind)
    return path === undefined || can(path)
  }
  const description: TableDescription<ServerState> = {
    name: 'serverInfo',
    title: t('info'),
    columns,
    rowKey: ({ kind }) => kind,
    filters: [
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
      const matching = list.filter(({ state }) => !filters['state'] || state === filters['state'])
      const from = (currentPage - 1) * pageSize
      return { list: matching.slice(from, from + pageSize), total: matching.length }
    },
    rowActions: [
      {
        key: 'addresses',
        label: t('setAddresses'),
        call: updateServerAddress,
        shownFor: () => version !== undefined,
        disabledReason: (server) =>
          !hasAddress(server) ? t('noAddress') : mayOpen(server) ? undefined : t('noPage'),
        form: (server) => addressForm(t, fast, server, version ?? 0),
      },
    ],
    rowActionsWidth: 110,
    export: { fileName: t('info') },
    autoRefresh: true,
  }
  return <TableScreen description={description} />
}

/** The page of a kind of server; further kinds have none. */
function pageOfKind(kind: ServerState['kind']): string | undefined {
  const known = SERVER_KINDS.find((one) => one.kind === kind)
  return known && `/serverManange/mgt/${known.page}`
}

function columnsOf(
  t: Translate<'servers'>,
  can: (path: string) => boolean,
): TableDescription<ServerState>['columns'] {
  return [
    {
      key: 'kind',
      title: t('kindTitle'),
      width: 178,
      fixed: true,
      render: ({ kind }) => {
        const path = pageOfKind(kind)
        return path && can(path) ? <Link to={path}>{t(`kind.${kind}`)}</Link> : t(`kind.${kind}`)
      },
      cell: ({ kind }) => t(`kind.${kind}`),
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

/** A count, or whether there is such a thing at all. */
export function figureText(name: string, value: number, t: Translate<'servers'>): string {
  return name === 'encoder' ? t(value > 0 ? 'yes' : 'no') : value.toLocaleString()
}

/** Name of a count. One that only the platform knows keeps the platform's name. */
export const figureName = (name: string, t: Translate<'servers'>): string =>
  t(`figure.${name as ServerFigure}`, { defaultValue: name })

/** Counts of a part, on one line. */
export function figuresOf(figures: Readonly<Record<string, number>>, t: Translate<'servers'>): string {
  return Object.entries(figures)
    .map(([name, value]) => `${figureName(name, t)} ${figureText(name, value, t)}`)
    .join(' · ')
}
