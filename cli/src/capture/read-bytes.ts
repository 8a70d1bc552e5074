import { closeSync, openSync, readSync } from 'node:fs'

/** A file of a capture that is read piece by piece: it may be larger than the memory. */
export function openBytes(path: string) {
  const file = openSync(path, 'r')
  let isOpen = true
  return {
    read({ offset, bytes }: { offset: number; bytes: number }): Buffer {
      const buffer = Buffer.allocUnsafe(bytes)
      return isOpen ? buffer.subarray(0, readSync(file, buffer, 0, bytes, offset)) : buffer.subarray(0, 0)
    },
    close(): void {
      if (isOpen) closeSync(file)
      isOpen = false
    },
  }
}
