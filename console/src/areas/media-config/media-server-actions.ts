import { deleteMediaServer, updateMediaServer } from '@backlot/contract/media-config/calls'
import { FIRST_MEDIA_SERVER } from '@backlot/contract/media-config/constants'
import { type MediaServer, NewMediaServer } from '@backlot/contract/media-config/entities'
import type { TableAction } from '../../features/table-screen/table-screen-types.ts'
import type { Translate } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { boundText } from './media-server-columns.tsx'

/** Actions on a media server besides editing its fields. */
export function serverActions(
  t: Translate<'mediaConfig'>,
  groupNames: ReadonlyMap<number, string>,
  isAlone: boolean,
): TableAction<MediaServer>[] {
  const stays = ({ id }: MediaServer) =>
    isAlone ? t('oneServerOnly') : id === FIRST_MEDIA_SERVER ? t('firstStays') : undefined
  const bound = (server: MediaServer, hint: 'switchOffHint' | 'deleteServerHint') =>
    server.groupCount === 0
      ? t('noneBoundHint')
      : t(hint, { groups: boundText(t, server, groupNames), count: server.groupCount })
  const turn = async (server: MediaServer, enabled: boolean) => {
    const { id, version, name } = server
    const body = { ...NewMediaServer.parse(server), id, version, enabled }
    const { listenPort } = await request(updateMediaServer, { body })
    return listenPort === null ? t('switchedOff', { name }) : t('switchedOn', { name, port: listenPort })
  }
  return [
    {
      key: 'switchOff',
      label: t('switchOff'),
      call: updateMediaServer,
      shownFor: ({ enabled }) => enabled,
      disabledReason: stays,
      confirm: (server) => ({
        title: t('switchOffAsk', { name: server.name }),
        content: bound(server, 'switchOffHint'),
        okText: t('switchOff'),
      }),
      run: (server) => turn(server, false),
    },
    {
      key: 'switchOn',
      label: t('switchOn'),
      call: updateMediaServer,
      shownFor: ({ enabled }) => !enabled,
      run: (server) => turn(server, true),
    },
    {
      key: 'delete',
      label: t('delete'),
      danger: true,
      call: deleteMediaServer,
      disabledReason: stays,
      confirm: (server) => ({
        title: t('deleteServerAsk', { name: server.name }),
        content: bound(server, 'deleteServerHint'),
        okText: t('delete'),
      }),
      async run({ id, version, name }) {
        await request(deleteMediaServer, { body: { id, version } })
        return t('deleted', { name })
      },
    },
  ]
}
