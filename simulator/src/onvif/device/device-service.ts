/** The device service (ONVIF Core, 8). */
import { soapFault } from '../../wire/onvif/soap-fault.ts'
import { element, pieces, type Xml } from '../../wire/onvif/write-xml.ts'
import { withoutPort } from '../onvif-address.ts'
import type { OnvifService, Operations } from '../service-call.ts'
import { getCapabilities, getServices } from './device-capabilities.ts'
import { getSystemDateAndTime, setSystemDateAndTime } from './device-clock.ts'
import { endpointOf, scopesOf } from './device-identity.ts'
import { interfacesOf } from './device-network.ts'

const CAPABILITIES: Xml = element('tds:Capabilities', [
  element('tds:Network', '', {
    IPFilter: false,
    ZeroConfiguration: false,
    IPVersion6: false,
    DynDNS: false,
    Dot11Configuration: false,
    HostnameFromDHCP: false,
    NTP: 1,
  }),
  element('tds:Security', '', {
    'TLS1.0': false,
    'TLS1.1': false,
    'TLS1.2': false,
    OnboardKeyGeneration: false,
    AccessPolicyConfig: false,
    DefaultAccessPolicy: false,
    RemoteUserHandling: false,
    'X.509Token': false,
    SAMLToken: false,
    KerberosToken: false,
    UsernameToken: true,
    HttpDigest: true,
    RELToken: false,
    MaxUsers: 1,
  }),
  element('tds:System', '', {
    DiscoveryResolve: true,
    DiscoveryBye: true,
    RemoteDiscovery: false,
    SystemBackup: false,
    SystemLogging: false,
    FirmwareUpgrade: false,
  }),
])

/** Scopes come from what the platform knows of a camera; clients cannot change them. */
const FIXED_SCOPE = soapFault(
  'Sender',
  ['ter:OperationProhibited', 'ter:ScopeOverwrite'],
  'The scopes of the device are fixed',
)

const OPERATIONS: Operations = {
  GetServices: getServices,
  GetCapabilities: getCapabilities,
  GetServiceCapabilities: () => CAPABILITIES,
  GetDeviceInformation: ({ camera }) =>
    pieces(
      element('tds:Manufacturer', camera.maker),
      element('tds:Model', camera.model),
      element('tds:FirmwareVersion', camera.firmware),
      element('tds:SerialNumber', camera.serialNumber),
      element('tds:HardwareId', camera.model),
    ),
  GetSystemDateAndTime: getSystemDateAndTime,
  SetSystemDateAndTime: setSystemDateAndTime,
  GetScopes: ({ camera }) =>
    pieces(
      ...scopesOf(camera).map((uri) =>
        element('tds:Scopes', [element('tt:ScopeDef', 'Fixed'), element('tt:ScopeItem', uri)]),
      ),
    ),
  SetScopes: () => FIXED_SCOPE,
  AddScopes: () => soapFault('Receiver', ['ter:Action', 'ter:TooManyScopes'], 'No scope can be added'),
  RemoveScopes: () => soapFault('Sender', ['ter:OperationProhibited', 'ter:FixedScope'], FIXED_SCOPE.reason),
  GetDiscoveryMode: () => element('tds:DiscoveryMode', 'Discoverable'),
  GetEndpointReference: ({ camera }) => element('tds:GUID', endpointOf(camera.sn)),
  GetHostname: ({ camera }) =>
    element('tds:HostnameInformation', [
      element('tt:FromDHCP', false),
      element('tt:Name', camera.sn.replace(/[^A-Za-z0-9-]/g, '-')),
    ]),
  GetDNS: () => element('tds:DNSInformation', [element('tt:FromDHCP', false)]),
  GetNTP: () => element('tds:NTPInformation', [element('tt:FromDHCP', false)]),
  GetNetworkInterfaces: ({ camera, host }) => interfacesOf(camera.sn, withoutPort(host)),
  GetNetworkDefaultGateway: () => element('tds:NetworkGateway'),
  GetNetworkProtocols: ({ host, context }) =>
    pieces(
      protocol('HTTP', Number(/:(\d+)$/.exec(host)?.[1] ?? 80)),
      protocol('RTSP', context.ports.media.rtspPort),
    ),
  GetUsers: ({ context }) =>
    element('tds:User', [element('tt:Username', context.username), element('tt:UserLevel', 'Administrator')]),
  async SystemReboot({ camera, context }) {
    const done = await context.ports.system.reboot(camera.sn)
    return done.ok
      ? element('tds:Message', 'Rebooting')
      : soapFault('Receiver', ['ter:Action', 'ter:SystemReboot'], 'The device does not reboot now')
  },
  GetWsdlUrl: () => element('tds:WsdlUrl', 'https://www.onvif.org/profiles/'),
}

const protocol = (name: string, port: number) =>
  element('tds:NetworkProtocols', [
    element('tt:Name', name),
    element('tt:Enabled', true),
    element('tt:Port', port),
  ])

export const DEVICE_SERVICE: OnvifService = {
  path: 'device_service',
  prefix: 'tds',
  version: { major: 22, minor: 12 },
  operations: OPERATIONS,
  capabilities: CAPABILITIES,
}
