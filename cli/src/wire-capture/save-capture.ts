import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { BLOCK_TYPES } from '@backlot/contract/pcapng/write-blocks'
import { UserError } from '../user-error.ts'

/** Longest block that a platform sends: a packet of an Ethernet frame with its options. */
const BLOCK_MOST = 1_000_000

/**
 * Writes a capture as it arrives, in whole blocks: when it is broken off, the file ends behind a whole packet. Rejects
 * with a UserError when the file cannot be written, or what comes is no capture.
 */
export async function saveCapture(
  reply: ReadableStream<Uint8Array>,
  file: string,
  signal: AbortSignal,
): Promise<{ packets: number; bytes: number }> {
  const target: Writable = file === '-' ? process.stdout : createWriteStream(file)
  let failure: Error | undefined
  target.on('error', (error) => {
    failure = error
  })
  let rest: Uint8Array = new Uint8Array()
  let packets = 0
  let bytes = 0
  try {
    for await (const chunk of reply) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const { length, packets: more } = wholeBlocks(rest)
      packets += more
      bytes += length
      if (!target.write(rest.slice(0, length)) && !failure)
        await Promise.race([once(target, 'drain'), once(target, 'close')])
      rest = rest.slice(length)
      if (failure) throw new UserError(`${file} cannot be written: ${failure.message}.`)
    }
  } catch (error) {
    if (!signal.aborted) {
      if (error instanceof UserError) throw error
      throw new UserError(`The platform ended the capture early; ${file} has ${packets} packets until then.`)
    }
  }
  if (file !== '-') {
    const closed = once(target, 'close')
    target.end()
    await closed
    if (failure) throw new UserError(`${file} cannot be written: ${failure.message}.`)
  }
  return { packets, bytes }
}

/** Length of the whole blocks at the beginning, and how many packets they are. */
function wholeBlocks(bytes: Uint8Array): { length: number; packets: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let at = 0
  let packets = 0
  while (at + 8 <= bytes.length) {
    const length = view.getUint32(at + 4, true)
    if (length < 12 || length > BLOCK_MOST) throw new UserError('What the platform sends is no pcapng.')
    if (at + length > bytes.length) break
    if (view.getUint32(at, true) === BLOCK_TYPES.enhancedPacket) packets++
    at += length
  }
  return { length: at, packets }
}
