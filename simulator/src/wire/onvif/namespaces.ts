/** Namespaces of ONVIF messages and the prefixes that we write them with. */
export const NAMESPACES = {
  env: 'http://www.w3.org/2003/05/soap-envelope',
  wsa: 'http://www.w3.org/2005/08/addressing',
  wsnt: 'http://docs.oasis-open.org/wsn/b-2',
  wstop: 'http://docs.oasis-open.org/wsn/t-1',
  'wsrf-rw': 'http://docs.oasis-open.org/wsrf/rw-2',
  tt: 'http://www.onvif.org/ver10/schema',
  ter: 'http://www.onvif.org/ver10/error',
  tds: 'http://www.onvif.org/ver10/device/wsdl',
  trt: 'http://www.onvif.org/ver10/media/wsdl',
  tr2: 'http://www.onvif.org/ver20/media/wsdl',
  tptz: 'http://www.onvif.org/ver20/ptz/wsdl',
  timg: 'http://www.onvif.org/ver20/imaging/wsdl',
  tev: 'http://www.onvif.org/ver10/events/wsdl',
  tse: 'http://www.onvif.org/ver10/search/wsdl',
  trp: 'http://www.onvif.org/ver10/replay/wsdl',
  trc: 'http://www.onvif.org/ver10/recording/wsdl',
  tns1: 'http://www.onvif.org/ver10/topics',
  xs: 'http://www.w3.org/2001/XMLSchema',
} as const

export type Prefix = keyof typeof NAMESPACES

/** SOAP 1.1, which older clients speak. */
export const SOAP_11 = 'http://schemas.xmlsoap.org/soap/envelope/'

/** WS-Discovery of April 2005 and the addressing that it uses (ONVIF Core, 7). */
export const DISCOVERY_NAMESPACES = {
  env: NAMESPACES.env,
  wsa: 'http://schemas.xmlsoap.org/ws/2004/08/addressing',
  d: 'http://schemas.xmlsoap.org/ws/2005/04/discovery',
  dn: 'http://www.onvif.org/ver10/network/wsdl',
  tds: NAMESPACES.tds,
} as const

const WSS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-'
/** WS-Security 1.0 and its UsernameToken Profile 1.0. */
export const SECURITY = {
  wsse: `${WSS}wssecurity-secext-1.0.xsd`,
  wsu: `${WSS}wssecurity-utility-1.0.xsd`,
  passwordDigest: `${WSS}username-token-profile-1.0#PasswordDigest`,
  passwordText: `${WSS}username-token-profile-1.0#PasswordText`,
} as const

/** Declarations for a root element. */
export const declarations = (namespaces: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(namespaces).map(([prefix, uri]) => [`xmlns:${prefix}`, uri]))
