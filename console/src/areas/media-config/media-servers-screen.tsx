import { PlusOutlined } from '@ant-design/icons'
import type { DataOut } from '@backlot/contract/call'
import {
  addMediaServer,
  listMediaServers,
  mediaServerConfig,
  updateMediaServer,
  updateMediaServerConfig,
} from '@backlot/contract/media-config/calls'
import {
  FIRST_MEDIA_SERVER,
  MEDIA_SERVER_LIMITS,
  MEDIA_SERVER_STATES,
} from '@backlot/contract/media-config/constants'
import type { MediaServer, MediaServerConfig } from '@backlot/contract/media-config/entities'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type GroupNode, useGroupTree } from '../../features/device-tree/use-group-tree.ts'
import { fetchPage, listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { isCallMissing } from '../../platform/platform-reply-error.ts'
import { serverActions } from './media-server-actions.ts'
import { serverColumns } from './media-server-columns.tsx'
import { mediaServerForm, type ServerChoices } from './media-server-form.tsx'
import './media-config.css'

const NAME = 'mediaServers'
const REFRESH_SECONDS = 5

/**
 * Media servers: where each listens, under which addresses players reach it, and whose video it plays. A platform that
 * knows only the stated calls has one.
 */
export function MediaServersScreen() {
  const t = useText('mediaConfig')
  const groups = useGroupTree()
  const groupNames = useMemo(() => namesIn(groups), [groups])
  const columns = useMemo(() => serverColumns(t, groupNames), [t, groupNames])
  // Below the table's own key: changes of a row reload them.
  const all = useQuery({
    queryKey: [NAME, 'all'],
    queryFn: ({ signal }) =>
      orOnlyServer(
        request(listMediaServers, { query: { pageSize: MEDIA_SERVER_LIMITS.servers }, signal }),
        signal,
      ),
  })
  const isAlone = all.data?.isAlone ?? false
  const isFull = (all.data?.total ?? 0) >= MEDIA_SERVER_LIMITS.servers
  const choices: ServerChoices = { t, groups, boundTo: boundIn(all.data?.list ?? []), isAlone }
  const listed = listTable(listMediaServers, {
    name: NAME,
    title: t('servers'),
    columns,
    rowKey: ({ id }) => String(id),
    filters: [
      { kind: 'text', key: 'text', label: t('find'), placeholder: t('findHint'), width: 270 },
      {
        kind: 'choice',
        key: 'state',
        label: t('enabled'),
        options: MEDIA_SERVER_STATES.map((value) => ({ value, label: t(`serverState.${value}`) })),
      },
    ],
    actions: [
      {
        key: 'add',
        label: t('addServer'),
        icon: <PlusOutlined />,
        call: addMediaServer,
        disabledReason: () =>
          isAlone
            ? t('oneServerOnly')
            : isFull
              ? t('serversFull', { max: MEDIA_SERVER_LIMITS.servers })
              : undefined,
        form: () => mediaServerForm(choices),
      },
    ],
    rowActions: [
      {
        key: 'edit',
        label: t('edit'),
        call: isAlone ? updateMediaServerConfig : updateMediaServer,
        form: (server) => mediaServerForm(choices, server),
      },
      ...serverActions(t, groupNames, isAlone),
    ],
    rowActionsWidth: 190,
    export: { fileName: t('servers') },
    autoRefresh: REFRESH_SECONDS,
  })
  const description: typeof listed = {
    ...listed,
    fetch: (query, signal, filtered) =>
      orOnlyServer(fetchPage(listMediaServers, query, signal, filtered), signal),
  }
  return <TableScreen description={description} />
}

/** Media servers; a platform without a list of them has the one of the stated call. */
async function orOnlyServer(asked: Promise<DataOut<typeof listMediaServers>>, signal: AbortSignal) {
  try {
    return { ...(await asked), isAlone: false }
  } catch (error) {
    if (!isCallMissing(error)) throw error
    const config = await request(mediaServerConfig, { signal })
    return { list: [onlyServer(config)], total: 1, isAlone: true }
  }
}

const onlyServer = ({ plan: _, ...record }: MediaServerConfig): MediaServer => ({
  ...record,
  id: FIRST_MEDIA_SERVER,
  version: 0,
  port: 0,
  enabled: true,
  groupIds: [],
  groupCount: 0,
  state: 'running',
  listenPort: null,
  connections: 0,
  bytesIn: 0,
  bytesOut: 0,
})

const boundIn = (servers: readonly MediaServer[]): ServerChoices['boundTo'] =>
  new Map(servers.flatMap(({ id, name, groupIds }) => groupIds.map((groupId) => [groupId, { id, name }])))

function namesIn(groups: readonly GroupNode[]): ReadonlyMap<number, string> {
  const entries = (nodes: readonly GroupNode[]): [number, string][] =>
    nodes.flatMap(({ value, title, children }) => [[value, title] as [number, string], ...entries(children)])
  return new Map(entries(groups))
}
