import { WIRES } from '@backlot/contract/wires/wires'
import type { HomePort } from '../../areas/device-config/ports.ts'
import type { FastConfigRepository } from '../../areas/servers/fast-config-repository.ts'
import type { ProcessPort, ServersPort } from '../../areas/servers/ports.ts'

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])
const FALLBACK = { address: '127.0.0.1', port: 8080 }

/** Where devices of this platform sign in: at the gateway of their protocol, else at the platform itself. */
export function createHomePort(deps: {
  servers: Pick<ServersPort, 'servers'>
  process: Pick<ProcessPort, 'addresses'>
  addresses: FastConfigRepository
}): HomePort {
  const listeners = () =>
    deps.servers.servers().flatMap(({ kind, address }) => {
      const [, host, port] = /^([^\s/]+):(\d{1,5})(?:\/|$)/.exec(address.replace(/^\w+:\/\//, '')) ?? []
      return host === undefined ? [] : [{ kind, address: host, port: Number(port) }]
    })
  return {
    of(protocolType) {
      const wanted = Object.values(WIRES).find((wire) => wire.protocolType === protocolType)?.server.kind
      const all = listeners()
      const listener = all.find(({ kind }) => kind === wanted) ?? all.find(({ kind }) => kind === 'web')
      return listener ? { address: listener.address, port: listener.port } : FALLBACK
    },
    is({ address, port }) {
      const { publicIp, localIp, ports } = deps.addresses.current().config
      const all = listeners()
      const host = address.toLowerCase().replace(/\.$/, '')
      const isHost =
        LOOPBACK.has(host) ||
        [publicIp, localIp, ...deps.process.addresses(), ...all.map((listener) => listener.address)].includes(
          host,
        )
      return isHost && [...Object.values(ports), ...all.map((listener) => listener.port)].includes(port)
    },
  }
}
