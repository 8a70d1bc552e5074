/** Faults of ONVIF services (ONVIF Core, 5.8; SOAP 1.2, part 1, 5.4; SOAP 1.1, 4.4). */
import { element, type Xml } from './write-xml.ts'

export type SoapFault = {
  /** Whose mistake it is. */
  code: 'Sender' | 'Receiver'
  /** From the general to the particular, with prefixes of NAMESPACES. */
  subcodes: readonly string[]
  reason: string
}

export const soapFault = (
  code: SoapFault['code'],
  subcodes: readonly string[],
  reason: string,
): SoapFault => ({ code, subcodes, reason })

/** Faults that any operation may answer. */
export const FAULTS = {
  notAuthorized: soapFault('Sender', ['ter:NotAuthorized'], 'Sender not authorized'),
  wellFormed: soapFault('Sender', ['ter:WellFormed'], 'The request is not well-formed'),
  unknownOperation: soapFault(
    'Receiver',
    ['ter:ActionNotSupported'],
    'The requested action is not supported by the device',
  ),
  noService: soapFault('Receiver', ['ter:ActionNotSupported', 'ter:NoSuchService'], 'No such service'),
  noProfile: soapFault('Sender', ['ter:InvalidArgVal', 'ter:NoProfile'], 'The profile does not exist'),
  noConfig: soapFault('Sender', ['ter:InvalidArgVal', 'ter:NoConfig'], 'The configuration does not exist'),
  noSource: soapFault('Sender', ['ter:InvalidArgVal', 'ter:NoSource'], 'The video source does not exist'),
  badStreamSetup: soapFault(
    'Sender',
    ['ter:InvalidArgVal', 'ter:InvalidStreamSetup'],
    'The stream is not served in that way',
  ),
  noPtzProfile: soapFault(
    'Sender',
    ['ter:InvalidArgVal', 'ter:NoPTZProfile'],
    'The profile has no PTZ configuration',
  ),
  noToken: soapFault('Sender', ['ter:InvalidArgVal', 'ter:NoToken'], 'The preset does not exist'),
  actionFailed: soapFault('Receiver', ['ter:Action'], 'The device could not carry it out'),
} as const satisfies Record<string, SoapFault>

/** A parameter that an operation needs is missing. */
export const missing = (name: string): SoapFault =>
  soapFault('Sender', ['ter:InvalidArgs'], `${name} is missing`)

export const badValue = (subcode: string, reason: string): SoapFault =>
  soapFault('Sender', ['ter:InvalidArgVal', subcode], reason)

/** The element of a body. */
export function writeFault(fault: SoapFault, version: '1.1' | '1.2'): Xml {
  const { code, subcodes, reason } = fault
  if (version === '1.1') {
    return element('env:Fault', [
      element('faultcode', subcodes.at(-1) ?? `env:${code === 'Sender' ? 'Client' : 'Server'}`),
      element('faultstring', reason),
    ])
  }
  const subcode = subcodes.reduceRight<Xml | undefined>(
    (inner, value) => element('env:Subcode', [element('env:Value', value), inner]),
    undefined,
  )
  return element('env:Fault', [
    element('env:Code', [element('env:Value', `env:${code}`), subcode]),
    element('env:Reason', [element('env:Text', reason, { 'xml:lang': 'en' })]),
  ])
}
