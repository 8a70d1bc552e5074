import { statfs } from 'node:fs/promises'

/** Size of the disk that holds a folder, and what its users may still fill. */
export async function diskOf(folder: string): Promise<{ totalBytes: number; freeBytes: number }> {
  const { bsize, blocks, bavail } = await statfs(folder)
  return { totalBytes: bsize * blocks, freeBytes: bsize * bavail }
}
