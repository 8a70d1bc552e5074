/** Answers the body of a POST: reads it, checks who asks, and calls the operation. */
import { NAMESPACES, type Prefix } from '../wire/onvif/namespaces.ts'
import { readSoap, type SoapRequest, type SoapVersion, writeSoap } from '../wire/onvif/soap-envelope.ts'
import { FAULTS, type SoapFault, soapFault, writeFault } from '../wire/onvif/soap-fault.ts'
import { element } from '../wire/onvif/write-xml.ts'
import { replyAction } from './events/event-actions.ts'
import { SUBSCRIPTION_OPERATIONS } from './events/subscription-operations.ts'
import { cameraUrl, type OnvifAddress } from './onvif-address.ts'
import type { LoginResult, OnvifLogin } from './onvif-login.ts'
import type { OnvifCamera } from './ports.ts'
import { isFault, type OnvifContext, type Operation, servicesOf } from './service-call.ts'

/** notNeeded: nobody was asked who they are. */
export type SoapReply = {
  status: number
  version: SoapVersion
  body: string
  login: LoginResult | 'notNeeded'
  isFault: boolean
}

export type SoapQuestion = {
  address: OnvifAddress & { kind: 'service' | 'subscription' }
  camera: OnvifCamera
  body: string
  host: string
  authorization: string | undefined
  target: string
  /** Its address. */
  client: string
  onLeave(listener: () => void): void
}

/** Operations that need no login (ONVIF Core, 5.9.4.3: access class PRE_AUTH). */
const PRE_AUTH: ReadonlySet<string> = new Set([
  'GetSystemDateAndTime',
  'GetCapabilities',
  'GetServices',
  'GetServiceCapabilities',
  'GetHostname',
  'GetWsdlUrl',
  'GetEndpointReference',
])

/** Never rejects for what a client sends; rejects when a port fails. */
export async function answerRequest(
  question: SoapQuestion,
  context: OnvifContext,
  login: OnvifLogin,
): Promise<SoapReply> {
  const { camera, address, host } = question
  const read = readSoap(question.body)
  if (!read.ok) {
    const reason = `${FAULTS.wellFormed.reason}: ${read.problem.message}`
    return refusal({ ...FAULTS.wellFormed, reason }, read.version, 'notNeeded')
  }
  const { request } = read
  const { operation: input, version } = request
  const found = operationOf(question, request, context)
  const needsLogin = !found || !PRE_AUTH.has(input.name)
  const result = needsLogin
    ? login.check({ ...question, sn: camera.sn, header: request.header, method: 'POST' })
    : 'notNeeded'
  if (result !== 'known' && result !== 'notNeeded')
    return refusal(FAULTS.notAuthorized, version, result, request.messageId)
  if (!found) return refusal(FAULTS.unknownOperation, version, result, request.messageId)
  const answer = await found.operation({
    context,
    camera,
    input,
    nowMs: context.clocks.now(camera.sn),
    host,
    url: (path) => cameraUrl(host, camera.sn) + path,
    subscriptionId: address.kind === 'subscription' ? address.id : undefined,
    client: question.client,
    onLeave: question.onLeave,
  })
  if (isFault(answer)) return refusal(answer, version, result, request.messageId)
  const body = element(`${found.prefix}:${input.name}Response`, answer)
  const addressing = request.messageId !== undefined && {
    relatesTo: request.messageId,
    action: replyAction(input.namespace, input.name),
  }
  return {
    status: 200,
    version,
    body: writeSoap(body, { version, ...addressing }),
    login: result,
    isFault: false,
  }
}

/** A failure of ours: the client learns that, and nothing more. */
export const failureReply = (reason: string = FAULTS.actionFailed.reason): SoapReply =>
  refusal({ ...FAULTS.actionFailed, reason }, '1.2', 'notNeeded')

/** By the namespace of the operation: clients send operations of one service to the address of another. */
function operationOf(
  { address, camera }: SoapQuestion,
  { operation: { namespace, name } }: SoapRequest,
  context: OnvifContext,
): { operation: Operation; prefix: Prefix } | undefined {
  const own = (operations: Readonly<Record<string, Operation>>, prefix: Prefix) =>
    Object.hasOwn(operations, name) ? { operation: operations[name]!, prefix } : undefined
  if (address.kind === 'subscription') {
    for (const prefix of ['tev', 'wsnt'] as const)
      if (namespace === NAMESPACES[prefix]) return own(SUBSCRIPTION_OPERATIONS[prefix], prefix)
    return undefined
  }
  const service = servicesOf(context, camera).find((one) => NAMESPACES[one.prefix] === namespace)
  return service && own(service.operations, service.prefix)
}

function refusal(
  fault: SoapFault,
  version: SoapVersion,
  login: SoapReply['login'],
  relatesTo?: string,
): SoapReply {
  const { code, subcodes, reason } = fault
  const body = writeFault(soapFault(code, subcodes, reason.slice(0, 300)), version)
  const action = relatesTo === undefined ? undefined : `${NAMESPACES.wsa}/soap/fault`
  return {
    // SOAP 1.2, part 2, 7.5.2; ONVIF Core, 5.9.1 for those without credentials.
    status: STATUS_OF[login] ?? (code === 'Sender' ? 400 : 500),
    version,
    body: writeSoap(body, { version, action, relatesTo }),
    login,
    isFault: true,
  }
}

const STATUS_OF: Partial<Record<SoapReply['login'], number>> = { none: 401, stale: 401, wrongDigest: 401 }
