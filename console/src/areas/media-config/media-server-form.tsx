import {
  addMediaServer,
  updateMediaServer,
  updateMediaServerConfig,
} from '@backlot/contract/media-config/calls'
import { FIRST_MEDIA_SERVER } from '@backlot/contract/media-config/constants'
import { type MediaServer, MediaServerPorts, NewMediaServer } from '@backlot/contract/media-config/entities'
import { TreeSelect } from 'antd'
import type { GroupNode } from '../../features/device-tree/use-group-tree.ts'
import { describeForm, type FormDescription, type FormField } from '../../features/table-screen/form-types.ts'
import type { Translate } from '../../language/language.ts'
import { request } from '../../platform/client.ts'

/** Choices in the form of a media server. */
export type ServerChoices = {
  t: Translate<'mediaConfig'>
  groups: readonly GroupNode[]
  /** Names of the servers that groups are bound to, by group. */
  boundTo: ReadonlyMap<number, { id: number; name: string }>
  /** The platform knows one media server only: there are no groups, and no ports to open. */
  isAlone: boolean
}

type Address = 'localAddr' | 'addr1' | 'addr2' | 'addr3'
type Entry = Record<Address, string> & {
  name: string
  port: number
  enabled: boolean
  groupIds: number[]
  wsPort: number
  wssPort: number
}

const WIDTH_PX = 640
const EMPTY: Entry = {
  name: '',
  port: 0,
  enabled: true,
  groupIds: [],
  localAddr: '',
  addr1: '',
  addr2: '',
  addr3: '',
  wsPort: 0,
  wssPort: 0,
}

/** A media server: a new one, or an existing one. Players get the entered address from their next stream on. */
export function mediaServerForm(choices: ServerChoices, server?: MediaServer): FormDescription {
  const { t, isAlone } = choices
  const toBody = ({ wsPort, wssPort, ...entry }: Entry) => ({
    ...(server && NewMediaServer.parse(server)),
    ...entry,
    localAddr: entry.localAddr.trim(),
    addr1: entry.addr1.trim(),
    addr2: entry.addr2.trim(),
    addr3: entry.addr3.trim(),
    configJson: { ...server?.configJson, wsPort, wssPort },
  })
  return describeForm<Entry>({
    title: server ? t('editServer', { name: server.name }) : t('addServer'),
    okText: t(server ? 'save' : 'add'),
    width: WIDTH_PX,
    editing: server !== undefined,
    fields: fieldsOf(choices, server),
    initial: server ? entryOf(server) : EMPTY,
    schema: NewMediaServer,
    toBody,
    async save(entry) {
      const body = NewMediaServer.parse(toBody(entry))
      if (!server) {
        const { listenPort } = await request(addMediaServer, { body })
        return listenPort === null
          ? t('serverAddedOff', { name: body.name })
          : t('serverAdded', { name: body.name, port: listenPort })
      }
      const { id, version } = server
      if (isAlone) await request(updateMediaServerConfig, { body })
      else await request(updateMediaServer, { body: { ...body, id, version } })
      return t('saved', { name: body.name })
    },
  })
}

function entryOf(server: MediaServer): Entry {
  const { name, port, enabled, groupIds, localAddr, addr1, addr2, addr3, configJson } = server
  const { wsPort, wssPort } = configJson
  return { name, port, enabled, groupIds, localAddr, addr1, addr2, addr3, wsPort, wssPort }
}

function fieldsOf(choices: ServerChoices, server: MediaServer | undefined): FormField<Entry>[] {
  const { t, isAlone, groups, boundTo } = choices
  const isFirst = server?.id === FIRST_MEDIA_SERVER
  const address = (name: Address): FormField<Entry> => ({
    kind: 'text',
    name,
    label: t(name),
    half: true,
    invalid: t('addressWrong'),
  })
  const port = (name: 'port' | 'wsPort' | 'wssPort', help: string): FormField<Entry> => ({
    kind: 'number',
    least: true,
    name,
    label: t(name),
    help,
    half: true,
    ...(name !== 'port' && { schema: MediaServerPorts.shape[name] }),
  })
  const told: FormField<Entry>[] = [
    address('localAddr'),
    address('addr1'),
    address('addr2'),
    address('addr3'),
    port('wsPort', t('toldPortHint')),
    port('wssPort', t(isFirst ? 'toldPortHint' : 'wssPortHint')),
  ]
  const name: FormField<Entry> = { kind: 'text', name: 'name', label: t('name') }
  if (isAlone) return [name, ...told]
  const listening: FormField<Entry>[] = [
    { ...port('port', t('portHint')), disabledReason: isFirst ? t('firstPort') : undefined },
    {
      kind: 'switch',
      name: 'enabled',
      label: t('enabledSwitch'),
      help: t('enabledHint'),
      half: true,
      disabledReason: isFirst ? t('firstStays') : undefined,
    },
  ]
  const bound: FormField<Entry> = {
    kind: 'custom',
    name: 'groupIds',
    label: t('groups'),
    help: t('groupsHint'),
    control: (
      <TreeSelect
        multiple
        allowClear
        maxTagCount="responsive"
        showSearch={{ treeNodeFilterProp: 'title' }}
        treeData={groups.map((group) => offered(t, group, boundTo, server?.id))}
        treeDefaultExpandAll
        placeholder={t(isFirst ? 'restGroups' : 'noGroups')}
        aria-label={t('groups')}
      />
    ),
  }
  return [name, ...listening, bound, ...told]
}

type OfferedGroup = { value: number; title: string; disabled: boolean; children: OfferedGroup[] }

/** A group to choose, or whose it is already. */
function offered(
  t: Translate<'mediaConfig'>,
  { value, title, children }: GroupNode,
  boundTo: ServerChoices['boundTo'],
  id: number | undefined,
): OfferedGroup {
  const holder = boundTo.get(value)
  const isTaken = holder !== undefined && holder.id !== id
  return {
    value,
    title: isTaken ? t('groupOf', { group: title, name: holder.name }) : title,
    disabled: isTaken,
    children: children.map((child) => offered(t, child, boundTo, id)),
  }
}
