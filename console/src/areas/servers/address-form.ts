import { ServerAddress, type ServerState } from '@backlot/contract/servers/entities'
import { addressFault } from '@backlot/contract/servers/fast-config'
import { updateServerAddress } from '@backlot/contract/servers/fast-config-calls'
import { describeForm, type FormDescription } from '../../features/table-screen/form-types.ts'
import type { Translate } from '../../language/language.ts'
import { request } from '../../platform/client.ts'

/** Whether a server has an address that can be given out. */
export const hasAddress = ({ state, address }: ServerState) => state !== 'notInstalled' && address !== ''

/** The addresses and the port that are given out for one server. `version` is that of all addresses. */
export function addressForm(
  t: Translate<'servers'>,
  fast: Translate<'fastConfig'>,
  { type, kind, own, address }: ServerState,
  version: number,
): FormDescription {
  const name = t(`kind.${kind}`)
  const faultOf = (field: 'publicIp' | 'localIp', value: string) => {
    const fault = addressFault(field, value.trim())
    return fault && fast(`fault.${fault}`)
  }
  const field = (of: 'publicIp' | 'localIp') => ({
    kind: 'text' as const,
    name: of,
    label: fast(of),
    half: true,
    check: (entry: ServerAddress) => faultOf(of, entry[of] ?? ''),
  })
  const toBody = ({ publicIp, localIp, port }: ServerAddress) => ({
    publicIp: publicIp.trim(),
    localIp: localIp.trim(),
    port,
  })
  return describeForm<ServerAddress>({
    title: t('addressesOf', { name }),
    okText: t('saveAddresses'),
    fields: [
      field('publicIp'),
      field('localIp'),
      {
        kind: 'number',
        name: 'port',
        label: t('port'),
        help: t('addressesHint', { address }),
      },
    ],
    initial: own ?? { publicIp: '', localIp: '', port: 0 },
    editing: true,
    schema: ServerAddress,
    toBody,
    async save(entry) {
      await request(updateServerAddress, { body: { ...toBody(entry), type, version } })
      return t('addressesSaved', { name })
    },
  })
}
