/** Opens a device with a socket of its own, towards the platform that it registers at. */
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { isIP } from 'node:net'
import type { WireTransform } from '../fleet/uplinks/uplink.ts'
import type { HostClock } from '../kernel/clock.ts'
import { disturbedNet } from '../sip/disturbed-net.ts'
import { openSipNet } from '../sip/open-sip-net.ts'
import type { SipNet } from '../sip/sip-net.ts'
import type { SocketTap } from '../sockets/socket-tap.ts'
import type { GbDeviceOptions } from './device/gb-context.ts'
import { createGbDevice, type GbDevice } from './device/gb-device.ts'

type Deps = Parameters<typeof createGbDevice>[1]

/**
 * Resolves the platform's host name and opens the socket. The device has yet to be started. Rejects when the name is
 * not known, the platform is out of reach of this machine's networks, or no socket is to be had.
 */
export async function openGbDevice(
  options: Omit<GbDeviceOptions, 'server'> & {
    server: Omit<GbDeviceOptions['server'], 'address'> & { host: string }
  },
  deps: Omit<Deps, 'net' | 'mediaHost'> & {
    hostClock: HostClock
    /** Faults of what it sends over TCP. */
    transform?: (() => WireTransform | undefined) | undefined
    /** What the network makes of a datagram (`disturbedNet`); left out: nothing. */
    copiesOf?(isSent: boolean): readonly number[]
    /** Once it answers true nothing more is sent, not even that the device leaves; left out: it never does. */
    isCut?(): boolean
    /** Hears its sockets for SIP; left out: nobody does. */
    tap?: SocketTap | undefined
  },
): Promise<GbDevice> {
  const { host, ...server } = options.server
  const { address } = isIP(host) ? { address: host } : await lookup(host)
  const own = await localAddress(address, server.port)
  const isUdp = server.transport === 'udp'
  const { transform, copiesOf, isCut, tap, ...others } = deps
  const how = { host: own, port: 0, udp: isUdp, tcp: 'call', transform, tap } as const
  const sockets = await openSipNet(how, deps.hostClock)
  const carried = copiesOf ? disturbedNet(sockets, deps.hostClock, copiesOf) : sockets
  const net: SipNet = {
    ...carried,
    send(bytes, to) {
      if (!isCut?.()) carried.send(bytes, to)
    },
  }
  const parts = { ...others, net, tap, mediaHost: own }
  return createGbDevice({ ...options, server: { ...server, address } }, parts)
}

/** The address by which this machine reaches another: nothing is sent for it. */
async function localAddress(address: string, port: number): Promise<string> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4')
  try {
    const connected = once(socket, 'connect')
    socket.connect(port, address)
    await connected
    return socket.address().address
  } finally {
    socket.close()
  }
}
