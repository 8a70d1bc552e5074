/** What a camera can, for clients that look for its services (ONVIF Core, 8.1). */
import { NAMESPACES } from '../../wire/onvif/namespaces.ts'
import { FAULTS } from '../../wire/onvif/soap-fault.ts'
import { element, pieces, type Xml } from '../../wire/onvif/write-xml.ts'
import { childrenOf, textAt } from '../../wire/onvif/xml-node.ts'
import { readBoolean } from '../../wire/onvif/xsd-values.ts'
import { type Answer, type ServiceCall, servicesOf } from '../service-call.ts'
import { profilesOf } from '../tokens.ts'

export function getServices({ context, camera, input, url }: ServiceCall): Answer {
  const withCapabilities = readBoolean(textAt(input, 'IncludeCapability')) === true
  return pieces(
    ...servicesOf(context, camera).map(({ prefix, path, version, capabilities }) =>
      element('tds:Service', [
        element('tds:Namespace', NAMESPACES[prefix]),
        element('tds:XAddr', url(`/${path}`)),
        withCapabilities && element('tds:Capabilities', [capabilities]),
        element('tds:Version', [element('tt:Major', version.major), element('tt:Minor', version.minor)]),
      ]),
    ),
  )
}

type Category = 'Analytics' | 'Device' | 'Events' | 'Imaging' | 'Media' | 'PTZ' | 'All'
/** In the order of tt:Capabilities. */
const CATEGORIES: Readonly<Partial<Record<string, (call: ServiceCall) => Xml | undefined>>> = {
  Device: ({ url }) =>
    element('tt:Device', [
      element('tt:XAddr', url('/device_service')),
      flags('Network', { IPFilter: false, ZeroConfiguration: false, IPVersion6: false, DynDNS: false }),
      element('tt:System', [
        ...flagsOf({
          DiscoveryResolve: true,
          DiscoveryBye: true,
          RemoteDiscovery: false,
          SystemBackup: false,
          SystemLogging: false,
          FirmwareUpgrade: false,
        }),
        element('tt:SupportedVersions', [element('tt:Major', 22), element('tt:Minor', 12)]),
      ]),
      element('tt:IO', [element('tt:InputConnectors', 0), element('tt:RelayOutputs', 0)]),
      flags('Security', {
        'TLS1.1': false,
        'TLS1.2': false,
        OnboardKeyGeneration: false,
        AccessPolicyConfig: false,
        'X.509Token': false,
        SAMLToken: false,
        KerberosToken: false,
        RELToken: false,
      }),
    ]),
  Events: ({ url }) =>
    element('tt:Events', [
      element('tt:XAddr', url('/event_service')),
      ...flagsOf({
        WSSubscriptionPolicySupport: false,
        WSPullPointSupport: true,
        WSPausableSubscriptionManagerInterfaceSupport: false,
      }),
    ]),
  Imaging: ({ url }) => element('tt:Imaging', [element('tt:XAddr', url('/imaging_service'))]),
  Media: ({ url, camera }) =>
    element('tt:Media', [
      element('tt:XAddr', url('/media_service')),
      flags('StreamingCapabilities', { RTPMulticast: false, RTP_TCP: true, RTP_RTSP_TCP: true }),
      element('tt:Extension', [
        element('tt:ProfileCapabilities', [element('tt:MaximumNumberOfProfiles', profilesOf(camera).length)]),
      ]),
    ]),
  PTZ: ({ url, camera }) =>
    camera.channels.some(({ ptz }) => ptz)
      ? element('tt:PTZ', [element('tt:XAddr', url('/ptz_service'))])
      : undefined,
}

const flagsOf = (values: Readonly<Record<string, boolean>>): Xml[] =>
  Object.entries(values).map(([name, value]) => element(`tt:${name}`, value))
const flags = (name: string, values: Readonly<Record<string, boolean>>) =>
  element(`tt:${name}`, flagsOf(values))

const extension = ({ url }: ServiceCall) =>
  element('tt:Extension', [
    element('tt:Recording', [
      element('tt:XAddr', url('/recording_service')),
      element('tt:ReceiverSource', false),
      element('tt:MediaProfileSource', true),
      element('tt:DynamicRecordings', false),
      element('tt:DynamicTracks', false),
      element('tt:MaxStringLength', 256),
    ]),
    element('tt:Search', [element('tt:XAddr', url('/search_service')), element('tt:MetadataSearch', false)]),
    element('tt:Replay', [element('tt:XAddr', url('/replay_service'))]),
  ])

export function getCapabilities(call: ServiceCall): Answer {
  const asked = childrenOf(call.input, 'Category').map(({ text }) => text as Category)
  const isAll = asked.length === 0 || asked.includes('All')
  const found = Object.entries(CATEGORIES)
    .filter(([name]) => isAll || asked.includes(name as Category))
    .map(([, write]) => write?.(call))
  if (!isAll && found.every((one) => one === undefined)) return FAULTS.noService
  return element('tds:Capabilities', [...found, isAll && extension(call)])
}
