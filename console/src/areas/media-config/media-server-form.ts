import { updateMediaServerConfig } from '@backlot/contract/media-config/calls'
import { MediaServerConfig } from '@backlot/contract/media-config/entities'
import { createElement } from 'react'
import type { Translate } from '../../language/language.ts'
import { describeForm, type FormDescription } from '../../parts/table-screen/form-types.ts'
import { request } from '../../platform/client.ts'
import { NumberField } from './number-field.tsx'

type Entry = {
  name: string
  localAddr: string
  addr1: string
  addr2: string
  addr3: string
  wsPort: number
  wssPort: number
}

const PORT_MAX = 65_535
const ADDRESS = MediaServerConfig.shape.addr1

/** Addresses and ports of the media server. Players are told them from their next stream on. */
export function mediaServerForm(t: Translate<'media'>, server: MediaServerConfig): FormDescription {
  const address = (name: 'localAddr' | 'addr1' | 'addr2' | 'addr3') => ({
    kind: 'text' as const,
    name,
    label: t(name),
    half: true,
    check: (entry: Entry) => (ADDRESS.safeParse(entry[name].trim()).success ? undefined : t('addressWrong')),
  })
  const port = (name: 'wsPort' | 'wssPort') => ({
    kind: 'custom' as const,
    name,
    label: t(name),
    half: true,
    help: t('portHint'),
    control: createElement(NumberField, { min: 0, max: PORT_MAX }),
  })
  const toBody = ({ wsPort, wssPort, ...entry }: Entry) => ({
    ...entry,
    localAddr: entry.localAddr.trim(),
    addr1: entry.addr1.trim(),
    addr2: entry.addr2.trim(),
    addr3: entry.addr3.trim(),
    configJson: { ...server.configJson, wsPort, wssPort },
  })
  return describeForm<Entry>({
    title: t('editServer'),
    okText: t('save'),
    width: 620,
    editing: true,
    fields: [
      { kind: 'text', name: 'name', label: t('name') },
      address('localAddr'),
      address('addr1'),
      address('addr2'),
      address('addr3'),
      port('wsPort'),
      port('wssPort'),
    ],
    initial: {
      name: server.name,
      localAddr: server.localAddr,
      addr1: server.addr1,
      addr2: server.addr2,
      addr3: server.addr3,
      wsPort: server.configJson.wsPort,
      wssPort: server.configJson.wssPort,
    },
    schema: MediaServerConfig.partial(),
    toBody,
    async save(entry) {
      await request(updateMediaServerConfig, { body: toBody(entry) })
      return t('saved')
    },
  })
}
