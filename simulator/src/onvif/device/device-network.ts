import { isIPv4 } from 'node:net'
import { element, type Xml } from '../../wire/onvif/write-xml.ts'
import { macOf } from './device-identity.ts'

/** The one interface of a camera. Its address is the one by which the client came, if that is one. */
export function interfacesOf(sn: string, host: string): Xml {
  const address = isIPv4(host) ? host : '127.0.0.1'
  return element(
    'tds:NetworkInterfaces',
    [
      element('tt:Enabled', true),
      element('tt:Info', [
        element('tt:Name', 'eth0'),
        element('tt:HwAddress', macOf(sn)),
        element('tt:MTU', 1500),
      ]),
      element('tt:IPv4', [
        element('tt:Enabled', true),
        element('tt:Config', [
          element('tt:Manual', [
            element('tt:Address', address),
            element('tt:PrefixLength', address.startsWith('127.') ? 8 : 24),
          ]),
          element('tt:DHCP', false),
        ]),
      ]),
    ],
    { token: 'eth0' },
  )
}
