/** The broker at which devices of kind files publish, as `mqtt://user:password@host:port` says it. */
import { hostInUrl } from '../../../kernel/reachable-host.ts'
import { readAccount, readTargetAddress } from '../../../kernel/target-address.ts'

export type MqttOrder = {
  host: string
  port: number
  /** host:port, for people. */
  address: string
  username?: string
  password?: string
  /** 4 is MQTT 3.1.1. */
  version: 4 | 5
}

const MQTT_PORT = 1883
const VERSIONS = { '3.1.1': 4, '5': 5 } as const
const FORM = 'write mqtt://user:password@host:port, with ?edition=5 for MQTT 5'

/** A text says what is wrong. */
export function readMqttOrder(text: string): MqttOrder | string {
  const target = readTargetAddress(text)
  if (target?.scheme !== 'mqtt' || target.path.replaceAll('/', '') !== '') return FORM
  const account = target.account === undefined ? {} : readAccount(target.account)
  if (!account) return FORM
  const given = new URLSearchParams(target.query ?? '')
  for (const key of given.keys()) if (key !== 'edition') return `${key} is not edition`
  const edition = given.get('edition') ?? '3.1.1'
  if (edition !== '3.1.1' && edition !== '5') return `edition ${edition} is neither 3.1.1 nor 5`
  const { host, port = MQTT_PORT } = target
  return { host, port, address: `${hostInUrl(host)}:${port}`, ...account, version: VERSIONS[edition] }
}
