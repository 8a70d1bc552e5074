import { statfs } from 'node:fs/promises'
import { cpus, freemem, networkInterfaces, totalmem } from 'node:os'
import type { ProcessPort } from '../areas/servers/ports.ts'

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

/** Size of the disk that holds a folder, and its space that users may still fill; zeros when the folder is gone. */
async function diskOf(folder: string): Promise<{ totalBytes: number; freeBytes: number }> {
  const disk = await statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!disk) return { totalBytes: 0, freeBytes: 0 }
  const { bsize, blocks, bavail } = disk
  return { totalBytes: bsize * blocks, freeBytes: bsize * bavail }
}
