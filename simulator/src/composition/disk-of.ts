import { statfs } from 'node:fs/promises'

/** Size of the disk that holds a folder, and its space that users may still fill; undefined when the folder is gone. */
export async function diskOf(folder: string): Promise<{ totalBytes: number; freeBytes: number }> {
  const disk = await statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!disk) return { totalBytes: 0, freeBytes: 0 }
  const { bsize, blocks, bavail } = disk
  return { totalBytes: bsize * blocks, freeBytes: bsize * bavail }
}
