import { FIRST_MEDIA_SERVER } from '@backlot/contract/media-config/constants'
import type { MediaServer } from '@backlot/contract/media-config/entities'
import { bytesText } from '../../components/amount-text.ts'
import type { Column } from '../../features/table-screen/table-screen-types.ts'
import type { Translate } from '../../language/language.ts'

const NOTHING = '–'

/** Columns of media servers. */
export function serverColumns(
  t: Translate<'mediaConfig'>,
  groupNames: ReadonlyMap<number, string>,
): Column<MediaServer>[] {
  const told = (value: number) => (value === 0 ? t('ownPort') : String(value))
  const groupsText = (server: MediaServer) => boundText(t, server, groupNames)
  return [
    { key: 'name', title: t('name'), width: 140, sortable: true, fixed: true },
    {
      key: 'state',
      title: t('enabled'),
      width: 105,
      render: ({ state }) => (
        <span className="rule-state" data-on={state === 'running'} data-fault={state === 'unreachable'}>
          {t(`serverState.${state}`)}
        </span>
      ),
      cell: ({ state }) => t(`serverState.${state}`),
    },
    {
      key: 'port',
      title: t('port'),
      width: 75,
      align: 'right',
      render: ({ listenPort, port }) => listenPort ?? (port || NOTHING),
    },
    {
      key: 'groups',
      title: t('groups'),
      width: 165,
      render: (server) => <span title={groupsText(server)}>{groupsText(server)}</span>,
      cell: groupsText,
    },
    { key: 'connections', title: t('connections'), width: 105, align: 'right' },
    {
      key: 'bytesIn',
      title: t('received'),
      width: 85,
      align: 'right',
      render: ({ bytesIn }) => bytesText(bytesIn),
      cell: ({ bytesIn }) => bytesIn,
      unit: 'B',
    },
    {
      key: 'bytesOut',
      title: t('sent'),
      width: 85,
      align: 'right',
      render: ({ bytesOut }) => bytesText(bytesOut),
      cell: ({ bytesOut }) => bytesOut,
      unit: 'B',
    },
    { key: 'localAddr', title: t('localAddr'), width: 120 },
    { key: 'addr1', title: t('addr1'), width: 150, hiddenAtFirst: true },
    { key: 'addr2', title: t('addr2'), width: 150, hiddenAtFirst: true },
    { key: 'addr3', title: t('addr3'), width: 150, hiddenAtFirst: true },
    {
      key: 'wsPort',
      title: t('wsPort'),
      width: 130,
      hiddenAtFirst: true,
      render: ({ configJson }) => told(configJson.wsPort),
    },
    {
      key: 'wssPort',
      title: t('wssPort'),
      width: 130,
      hiddenAtFirst: true,
      render: ({ configJson }) => told(configJson.wssPort),
    },
    { key: 'loginName', title: t('loginName'), width: 120, hiddenAtFirst: true },
  ]
}

/** Groups that are bound to a server; those that the operator does not see are counted. */
export function boundText(
  t: Translate<'mediaConfig'>,
  { id, groupIds, groupCount }: MediaServer,
  groupNames: ReadonlyMap<number, string>,
): string {
  const names = groupIds.flatMap((groupId) => groupNames.get(groupId) ?? [])
  const others = groupCount - names.length
  if (id === FIRST_MEDIA_SERVER) names.push(t('restGroups'))
  if (others > 0) names.push(t('otherGroups', { count: others }))
  return names.length === 0 ? t('noGroups') : names.join(', ')
}
