/**
 * WS-Discovery of cameras over UDP multicast (ONVIF Core, 7): it announces cameras that come and go, and answers those
 * that look for them, to their own address alone.
 */
import { randomUUID } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { HostClock } from '../../kernel/clock.ts'
import { isLoopbackHost, isLoopbackPeer } from '../../kernel/loopback-address.ts'
import { createSenderLimits } from '../../sockets/sender-limits.ts'
import {
  DISCOVERY,
  type DiscoveredDevice,
  type DiscoveryFrame,
  type DiscoveryRequest,
  isOfTypes,
  readDiscovery,
  writeBye,
  writeHello,
  writeProbeMatch,
  writeResolveMatch,
} from '../../wire/onvif/discovery-message.ts'
import { matchesScopes } from '../../wire/onvif/discovery-scopes.ts'
import { endpointOf, scopesOf } from '../device/device-identity.ts'
import { createNonceMemory } from '../nonce-memory.ts'
import type { OnvifCamera, OnvifCameras, OnvifLog } from '../ports.ts'
import { createDatagramQueue } from './datagram-queue.ts'

export type DiscoveryStats = {
  requests: number
  refused: number
  sent: number
  /** Messages that wait to be sent, and cameras that were announced and not withdrawn. */
  waiting: number
  announced: number
}
export type DiscoveryResponder = AsyncDisposable & {
  stats(): DiscoveryStats
  /** Announces cameras that came and withdraws those that went, without waiting for the next look. */
  review(): void
}

/** The port of discovery cannot be had, or the interface is none. */
export class DiscoveryPortError extends Error {
  override name = 'DiscoveryPortError'
}

const REVIEW_MS = 5000
/** A client sends a handful of Probes when somebody presses a button. */
const SENDER_RATE = { burst: 20, perSecond: 5 }
/** Cameras that one Probe finds: their answers leave within about a second. */
const MATCHES_MOST = 1024
/** Messages of which repetitions are known. */
const MESSAGES_KNOWN = 1024

/**
 * Listens; rejects with a DiscoveryPortError. Its end withdraws all cameras. `interfaceAddress` chooses the network;
 * `serviceOf`: URL of a camera's device service.
 */
export async function openDiscoveryResponder(
  options: { interfaceAddress?: string; port?: number; serviceOf(sn: string): string },
  deps: { cameras: Pick<OnvifCameras, 'all'>; hostClock: HostClock; log: OnvifLog },
): Promise<DiscoveryResponder> {
  const { cameras, hostClock, log } = deps
  const { interfaceAddress = '127.0.0.1', port = DISCOVERY.port } = options
  const stats = { requests: 0, refused: 0, sent: 0 }
  const limits = createSenderLimits(SENDER_RATE)
  const heard = createNonceMemory(MESSAGES_KNOWN)
  const instanceId = Math.floor(hostClock.now() / 1000)
  let messageNumber = 0
  const frame = (): DiscoveryFrame => ({
    messageId: `urn:uuid:${randomUUID()}`,
    instanceId,
    messageNumber: ++messageNumber,
  })

  const [listening, sending] = await openSockets(interfaceAddress, port).catch((cause: unknown) => {
    throw new DiscoveryPortError(`port ${port} on ${interfaceAddress}`, { cause })
  })
  const send = (text: string, toPort: number, address: string, onSent?: () => void) => {
    stats.sent++
    sending.send(text, toPort, address, (error) => {
      if (error) log.debug({ err: error }, 'a message of discovery was not sent')
      onSent?.()
    })
  }
  const queue = createDatagramQueue(hostClock, send)
  const present = (camera: OnvifCamera): DiscoveredDevice => ({
    endpoint: endpointOf(camera.sn),
    scopes: scopesOf(camera),
    xaddrs: [options.serviceOf(camera.sn)],
    metadataVersion: 1,
  })
  const there = () => cameras.all().filter(({ isOnline }) => isOnline)

  /** Endpoints of cameras that were announced, by serial number. */
  const announced = new Map<string, string>()
  const matches = (request: DiscoveryRequest): DiscoveredDevice[] => {
    if (request.kind === 'resolve')
      return there()
        .filter(({ sn }) => announced.get(sn) === request.endpoint)
        .map(present)
    const { types, rule, scopes } = request
    if (rule === undefined || !isOfTypes(types)) return []
    return there()
      .filter((camera) => matchesScopes(scopes, rule, scopesOf(camera)))
      .slice(0, MATCHES_MOST)
      .map(present)
  }

  listening.on('message', (bytes, sender) => {
    // Nothing can be sent to port 0.
    if (sender.port === 0) return
    const own = sending.address()
    if (sender.port === own.port && sender.address === own.address) return
    if (isLoopbackHost(interfaceAddress) && !isLoopbackPeer(sender.address)) return
    if (!limits.allows(sender.address, hostClock.now())) {
      stats.refused++
      return
    }
    const request = readDiscovery(bytes.toString('utf8'))
    if (!request || !heard.isNew(`${sender.address} ${sender.port} ${request.messageId}`)) return
    stats.requests++
    const write = request.kind === 'probe' ? writeProbeMatch : writeResolveMatch
    for (const device of matches(request))
      queue.put(write(device, request.messageId, frame()), sender.port, sender.address)
  })
  for (const socket of [listening, sending])
    socket.on('error', (error) => log.warn({ err: error }, 'a socket of discovery failed'))

  const review = () => {
    const now = new Map(there().map((camera) => [camera.sn, camera]))
    for (const [sn, camera] of now) {
      if (announced.has(sn)) continue
      const device = present(camera)
      if (queue.put(writeHello(device, frame()), port, DISCOVERY.group)) announced.set(sn, device.endpoint)
    }
    for (const [sn, endpoint] of announced)
      if (!now.has(sn) && queue.put(writeBye(endpoint, frame()), port, DISCOVERY.group)) announced.delete(sn)
  }
  review()
  const stopReview = hostClock.every(REVIEW_MS, review)

  return {
    stats: () => ({ ...stats, waiting: queue.waiting(), announced: announced.size }),
    review,
    async [Symbol.asyncDispose]() {
      stopReview()
      queue[Symbol.dispose]()
      const byes = [...announced.values()].map((endpoint) => writeBye(endpoint, frame()))
      announced.clear()
      // One after the other: the next waits until the system has taken the one before.
      for (const bye of byes) await new Promise<void>((resolve) => send(bye, port, DISCOVERY.group, resolve))
      await Promise.all([close(listening), close(sending)])
    },
  }
}

/** One that hears the group, and one that sends from the interface. */
async function openSockets(interfaceAddress: string, port: number): Promise<[Socket, Socket]> {
  const listening = createSocket({ type: 'udp4', reuseAddr: true })
  const sending = createSocket('udp4')
  try {
    // Bound to the group it hears nothing else. Windows cannot bind to one.
    listening.bind(port, process.platform === 'win32' ? interfaceAddress : DISCOVERY.group)
    await once(listening, 'listening')
    listening.addMembership(DISCOVERY.group, interfaceAddress)
    sending.bind(0, interfaceAddress)
    await once(sending, 'listening')
    sending.setMulticastInterface(interfaceAddress)
    // The network of the interface alone.
    sending.setMulticastTTL(1)
    return [listening, sending]
  } catch (error) {
    await Promise.all([close(listening), close(sending)])
    throw error
  }
}

const close = (socket: Socket) =>
  new Promise<void>((resolve) => {
    try {
      socket.close(() => resolve())
    } catch {
      // It was closed before, or never opened.
      resolve()
    }
  })
