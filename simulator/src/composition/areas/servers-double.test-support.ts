import { ALL_SERVER_KINDS } from '@backlot/contract/servers/constants'
import type { PushNetPort } from '../../areas/alarm-push/ports.ts'
import type { HostClock } from '../../kernel/clock.ts'
import type { ServerPorts } from './areas-deps.ts'
import { START_MS } from './test-start.test-support.ts'

/**
 * Servers that all run except JT/T 808 and ONVIF, on a machine of two cores; `push` sets the allowed targets of alarms.
 */
export function createServersDouble(host: HostClock, push: Partial<PushNetPort>): ServerPorts {
  const sinceStartMs = () => host.now() - START_MS
  return {
    registry: {
      servers: () =>
        ALL_SERVER_KINDS.map(({ type, kind }) => ({
          type,
          kind,
          state: kind === 'onvif' ? 'notInstalled' : kind === 'jt808' ? 'off' : 'running',
          address: kind === 'web' ? '127.0.0.1:8080' : '',
          connections: kind === 'web' ? 3 : null,
          bytesIn: null,
          bytesOut: null,
          figures: {},
        })),
      parts: () => [],
      clientsOf: (kind) =>
        kind === 'sensor'
          ? [{ name: 'N-STATION', remote: '127.0.0.1:9', sinceTime: 1, heardTime: 2, what: 'HJ 212' }]
          : [],
      traffic: () => ({ connections: 3, bytesIn: sinceStartMs(), bytesOut: 0 }),
      connection: (sn) =>
        sn === 'N-CAR' ? { remote: '127.0.0.1:7', sinceMs: START_MS, heardMs: START_MS } : undefined,
    },
    process: {
      cpuSeconds: () => sinceStartMs() / 4000,
      memoryBytes: () => 200_000_000,
      systemMemory: () => ({ totalBytes: 8e9, freeBytes: 2e9 }),
      cores: () => 2,
      addresses: () => ['10.0.0.5'],
      disk: async () => ({ totalBytes: 1000, freeBytes: 400 }),
    },
    push: {
      allowed: [],
      ownPorts: () => [],
      ownAddresses: () => [],
      resolve: async () => [],
      ...push,
    },
  }
}
