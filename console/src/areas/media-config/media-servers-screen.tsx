import { mediaServerConfig, updateMediaServerConfig } from '@backlot/contract/media-config/calls'
import type { MediaServerConfig } from '@backlot/contract/media-config/entities'
import { useMemo } from 'react'
import { type Translate, useText } from '../../language/language.ts'
import { TableScreen } from '../../parts/table-screen/table-screen.tsx'
import type { TableDescription } from '../../parts/table-screen/table-screen-types.ts'
import { request } from '../../platform/client.ts'
import { mediaServerForm } from './media-server-form.ts'

const OWN = '–'

/** The platform's media server: under which addresses and ports players reach it. It is one and cannot be taken away. */
export function MediaServersScreen() {
  const t = useText('media')
  const columns = useMemo(() => columnsOf(t), [t])
  const description: TableDescription<MediaServerConfig> = {
    name: 'mediaServers',
    title: t('servers'),
    columns,
    rowKey: ({ name }) => name,
    async fetch(_query, signal) {
      return { list: [await request(mediaServerConfig, { signal })], total: 1 }
    },
    rowActions: [
      {
        key: 'edit',
        label: t('edit'),
        call: updateMediaServerConfig,
        form: (server) => mediaServerForm(t, server),
      },
    ],
    rowActionsWidth: 90,
    export: { fileName: t('servers') },
  }
  return <TableScreen description={description} />
}

function columnsOf(t: Translate<'media'>): TableDescription<MediaServerConfig>['columns'] {
  const port = (value: number) => (value === 0 ? t('ownPort') : String(value))
  return [
    { key: 'name', title: t('name'), width: 200, fixed: true, render: ({ name }) => name },
    { key: 'localAddr', title: t('localAddr'), width: 180, render: ({ localAddr }) => localAddr || OWN },
    { key: 'addr1', title: t('addr1'), width: 180, render: ({ addr1 }) => addr1 || OWN },
    { key: 'addr2', title: t('addr2'), width: 180, render: ({ addr2 }) => addr2 || OWN },
    { key: 'addr3', title: t('addr3'), width: 180, render: ({ addr3 }) => addr3 || OWN },
    { key: 'wsPort', title: t('wsPort'), width: 150, render: ({ configJson }) => port(configJson.wsPort) },
    { key: 'wssPort', title: t('wssPort'), width: 150, render: ({ configJson }) => port(configJson.wssPort) },
    { key: 'loginName', title: t('loginName'), width: 140, render: ({ loginName }) => loginName || OWN },
  ]
}
