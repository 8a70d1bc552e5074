import { z } from 'zod'
import { isPrivateHost } from '../media-config/media-address.ts'
import { perWireServer, WIRE_SERVERS } from '../wires/wires.ts'
import { ServerAddress, type ServerKind, ServerKindName } from './entities.ts'

/** Ports that are told, by the listener behind them; 0: the platform's own. */
export const TOLD_PORTS = ['web', 'media', 'mediaTls', ...WIRE_SERVERS.map(({ kind }) => kind)] as const
export type ToldPort = (typeof TOLD_PORTS)[number]
const PORT_MAX = 65_535

const port = z.number().int().min(0).max(PORT_MAX)
const address = z.union([z.literal(''), z.ipv4()])

/** Advertised addresses and ports, under which consoles and devices reach the platform's servers (assumed). */
export const FastConfig = z.object({
  /** From outside; empty: none. */
  publicIp: address,
  /** From the own network; empty: none. */
  localIp: address,
  ports: z.object({ web: port, media: port, mediaTls: port, ...perWireServer(() => port) }),
})
export type FastConfig = z.infer<typeof FastConfig>

/** The same, with the settings of single servers. Setting all at once discards those. */
export const KnownAddresses = FastConfig.extend({
  servers: z.partialRecord(ServerKindName, ServerAddress).default({}),
})
export type KnownAddresses = z.infer<typeof KnownAddresses>

export const NO_FAST_CONFIG: KnownAddresses = {
  servers: {},
  publicIp: '',
  localIp: '',
  ports: { web: 0, media: 0, mediaTls: 0, ...perWireServer(() => 0) },
}

type AddressFault = 'form' | 'notPrivate' | 'notPublic' | 'noHost'

/** Fault of an address: local ones are in a private network, public ones are not. Empty is none. */
export function addressFault(field: 'publicIp' | 'localIp', value: string): AddressFault | undefined {
  if (value === '') return undefined
  if (!z.ipv4().safeParse(value).success) return 'form'
  const first = Number(value.split('.')[0])
  // This network, loopback, groups and reserved ranges: no host is reached there from elsewhere.
  if (first === 0 || first === 127 || first >= 224) return 'noHost'
  if (field === 'localIp') return isPrivateHost(value) ? undefined : 'notPrivate'
  return isPrivateHost(value) ? 'notPublic' : undefined
}

/** Doors of their own; the web server and the media server may share one. */
const DOORS: readonly (readonly ToldPort[])[] = [
  ['web', 'media', 'mediaTls'],
  ...WIRE_SERVERS.map(({ kind }) => [kind]),
]

/** The port that another door has already, if there is one. */
export function portTakenBy(ports: FastConfig['ports'], name: ToldPort): ToldPort | undefined {
  if (ports[name] === 0) return undefined
  const own = DOORS.find((door) => door.includes(name))
  return TOLD_PORTS.find((other) => ports[other] === ports[name] && !own?.includes(other))
}

/** The first thing that is wrong with a configuration, and where. */
export function fastConfigFault(
  config: FastConfig,
): { field: string; fault: AddressFault | 'port' } | undefined {
  for (const field of ['publicIp', 'localIp'] as const) {
    const fault = addressFault(field, config[field])
    if (fault) return { field, fault }
  }
  const name = TOLD_PORTS.find((one) => portTakenBy(config.ports, one) !== undefined)
  return name && { field: `ports.${name}`, fault: 'port' }
}

const PORT_OF: Partial<Record<ServerKind, ToldPort>> = {
  media: 'media',
  ...perWireServer((kind) => kind),
}

/** The first thing that is wrong with the addresses of one server. */
export function serverAddressFault(
  kind: ServerKind,
  { publicIp, localIp, port }: ServerAddress,
  config: FastConfig,
): { field: string; fault: AddressFault | 'port' } | undefined {
  for (const [field, value] of [
    ['publicIp', publicIp],
    ['localIp', localIp],
  ] as const) {
    const fault = addressFault(field, value)
    if (fault) return { field, fault }
  }
  const name = PORT_OF[kind] ?? 'web'
  return portTakenBy({ ...config.ports, [name]: port }, name) && { field: 'port', fault: 'port' }
}

/**
 * Public and local address of a server that listens at `listening` (host:port and perhaps a path), empty while there is
 * none. A server that does not listen has no address.
 */
export function toldAddresses(
  kind: ServerKind,
  listening: string,
  config: FastConfig & Partial<Pick<KnownAddresses, 'servers'>>,
): { publicAddress: string; localAddress: string } {
  const parts = /^(.*):(\d+)(\/.*)?$/.exec(listening)
  if (!parts) return { publicAddress: '', localAddress: '' }
  const own = config.servers?.[kind]
  const told = own?.port || config.ports[PORT_OF[kind] ?? 'web'] || Number(parts[2])
  const at = (ip: string) => (ip === '' ? '' : `${ip}:${told}${parts[3] ?? ''}`)
  return {
    publicAddress: at(own?.publicIp || config.publicIp),
    localAddress: at(own?.localIp || config.localIp),
  }
}
