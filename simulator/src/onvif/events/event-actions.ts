import { NAMESPACES } from '../../wire/onvif/namespaces.ts'

const BW = 'http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager'
const TEV = NAMESPACES.tev
/** Actions of the event service contain the name of the port type (ONVIF Core, 9; WS-BaseNotification 1.3, annex). */
const PORT_TYPES: Readonly<Partial<Record<string, string>>> = {
  GetEventProperties: `${TEV}/EventPortType`,
  GetServiceCapabilities: `${TEV}/EventPortType`,
  CreatePullPointSubscription: `${TEV}/EventPortType`,
  PullMessages: `${TEV}/PullPointSubscription`,
  SetSynchronizationPoint: `${TEV}/PullPointSubscription`,
  Renew: BW,
  Unsubscribe: BW,
}

/** wsa:Action of the reply to an operation. */
export function replyAction(namespace: string, name: string): string {
  const isEvents = namespace === TEV || namespace === NAMESPACES.wsnt
  return `${(isEvents ? PORT_TYPES[name] : undefined) ?? namespace}/${name}Response`
}
