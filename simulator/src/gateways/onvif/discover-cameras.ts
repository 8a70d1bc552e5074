/** Looks for cameras on a network by WS-Discovery (ONVIF Core, 7): a Probe a second, and the answers to all of them. */
import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { FoundCamera } from '@backlot/contract/device-admin/camera-entities'
import type { HostClock } from '../../kernel/clock.ts'
import {
  DISCOVERY,
  type DiscoveredDevice,
  readProbeMatches,
  writeProbe,
} from '../../wire/onvif/discovery-message.ts'

/** Devices that one search finds, and what is kept of one. */
const DEVICES_MOST = 1024
const SCOPES_MOST = 64
const SCOPE = 'onvif://www.onvif.org/'
/** Answers get lost too, when hundreds of cameras answer at once: those who did not come answer the next Probe. */
const AGAIN_MS = 1000

/** Rejects with the error of the socket where the interface is none. */
export async function discoverCameras(
  interfaceAddress: string,
  seconds: number,
  hostClock: HostClock,
): Promise<Omit<FoundCamera, 'known'>[]> {
  const socket = createSocket('udp4')
  const found = new Map<string, DiscoveredDevice>()
  try {
    socket.bind(0, interfaceAddress)
    await once(socket, 'listening')
    socket.on('error', () => undefined)
    socket.setMulticastInterface(interfaceAddress)
    socket.setMulticastTTL(1)
    const asked = new Set<string>()
    socket.on('message', (bytes) => {
      for (const device of readProbeMatches(bytes.toString('utf8'), asked)) {
        // Two platforms of one seed have cameras of one name, at two addresses.
        const key = `${device.endpoint} ${device.xaddrs.join(' ')}`
        if (found.size < DEVICES_MOST || found.has(key)) found.set(key, device)
      }
    })
    const send = () => {
      const messageId = `urn:uuid:${randomUUID()}`
      asked.add(messageId)
      socket.send(writeProbe(messageId), DISCOVERY.port, DISCOVERY.group, () => undefined)
    }
    send()
    const cancel = hostClock.every(AGAIN_MS, send)
    await new Promise<void>((resolve) => hostClock.after(seconds * 1000, resolve))
    cancel()
  } finally {
    socket.close()
  }
  return [...found.values()].flatMap(({ xaddrs, scopes }) => {
    const address = xaddrs.find((one) => /^http:\/\//i.test(one) && URL.canParse(one))
    if (address === undefined) return []
    const list = scopes.slice(0, SCOPES_MOST)
    return [
      {
        address,
        name: scopeOf(list, 'name'),
        hardware: scopeOf(list, 'hardware'),
        location: scopeOf(list, 'location'),
        scopes: list,
      },
    ]
  })
}

/** The last part of the first scope of a kind. */
function scopeOf(scopes: readonly string[], kind: string): string {
  const start = `${SCOPE}${kind}/`
  const text = scopes.find((one) => one.startsWith(start))?.slice(start.length) ?? ''
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
