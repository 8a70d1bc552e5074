/** One value of Via: `SIP/2.0/UDP host:port;branch=z9hG4bK…;rport` (RFC 3261 section 20.42, RFC 3581). */
import {
  parameterValue,
  readParameters,
  type SipParameter,
  withParameter,
  writeParameters,
} from './sip-parameters.ts'
import { type SipRead, sipProblem } from './sip-problem.ts'
import { readHostPort, writeHostPort } from './sip-uri.ts'

export type Via = {
  /** Upper case: UDP, TCP, TLS. */
  transport: string
  host: string
  port?: number
  parameters: readonly SipParameter[]
}

/** Where a message came from: the address without a port, IPv6 without brackets. */
export type Source = { address: string; port: number }

const SENT = /^SIP\s*\/\s*2\.0\s*\/\s*([\w-]+)\s+([^\s;]+)\s*/i

/** Reads one value (a line with commas is split by `headerValues`). */
export function readVia(text: string): SipRead<Via> {
  const [head, transport, sentBy] = SENT.exec(text) ?? []
  if (head === undefined) return sipProblem('via', 0, `'${text.slice(0, 40)}' is no Via`)
  const address = readHostPort(sentBy!)
  if (!address) return sipProblem('via', head.indexOf(sentBy!), `sent by '${sentBy!.slice(0, 40)}'`)
  const parameters = readParameters(text.slice(head.length), head.length)
  if (!parameters.ok) return parameters
  return {
    ok: true,
    value: { transport: transport!.toUpperCase(), ...address, parameters: parameters.value },
  }
}

/** Throws a RangeError for values that a Via cannot hold. */
export function writeVia({ transport, host, port, parameters }: Via): string {
  if (!/^[\w-]+$/.test(transport)) throw new RangeError(`transport '${transport}'`)
  return `SIP/2.0/${transport} ${writeHostPort(host, port)}${writeParameters(parameters)}`
}

/**
 * What a server adds to the top Via: `received` when the sender is another than its sent-by says (RFC 3261 section
 * 18.2.1), and both `received` and `rport` when it asks for the port (RFC 3581 section 4).
 */
export function markedVia(via: Via, source: Source): Via {
  const asked = parameterValue(via.parameters, 'rport') !== undefined
  const same = via.host.replace(/^\[|\]$/g, '').toLowerCase() === source.address.toLowerCase()
  let { parameters } = via
  if (asked) parameters = withParameter(parameters, 'rport', String(source.port))
  if (asked || !same) parameters = withParameter(parameters, 'received', source.address)
  return { ...via, parameters }
}

/**
 * Where the response to a request with this top Via goes over UDP (RFC 3261 section 18.2.2, RFC 3581 section 4):
 * `received` before the sent-by, `rport` before its port, 5060 when there is none. IPv6 without brackets.
 */
export function responseTarget(via: Via): Source {
  const host =
    parameterValue(via.parameters, 'maddr') || parameterValue(via.parameters, 'received') || via.host
  const rport = Number(parameterValue(via.parameters, 'rport') || Number.NaN)
  const port = Number.isInteger(rport) && rport >= 1 && rport <= 65_535 ? rport : (via.port ?? 5060)
  return { address: host.replace(/^\[|\]$/g, ''), port }
}
