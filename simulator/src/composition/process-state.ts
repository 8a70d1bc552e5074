import { cpus, freemem, networkInterfaces, totalmem } from 'node:os'
import type { ProcessPort } from '../areas/servers/ports.ts'
import { diskOf } from './disk-of.ts'

/** The process that the platform runs in, and its machine. */
export function processState(dataFolder: string): ProcessPort {
  return {
    cpuSeconds() {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    },
    memoryBytes: () => process.memoryUsage.rss(),
    systemMemory: () => ({ totalBytes: totalmem(), freeBytes: freemem() }),
    cores: () => cpus().length,
    addresses: () =>
      Object.values(networkInterfaces())
        .flatMap((list) => list ?? [])
        .filter(({ family, internal }) => family === 'IPv4' && !internal)
        .map(({ address }) => address),
    disk: () => diskOf(dataFolder),
  }
}
