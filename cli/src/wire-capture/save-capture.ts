import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { wholeBlocks } from '@backlot/contract/pcapng/whole-blocks'
import { UserError } from '../user-error.ts'

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
      const whole = wholeBlocks(rest)
      if (!whole) throw new UserError('What the platform sends is no pcapng.')
      const { length, packets: more } = whole
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
