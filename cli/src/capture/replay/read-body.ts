import type { IncomingMessage } from 'node:http'
import { PlatformError } from '@backlot/simulator/kernel/platform-error'
import { TEXT_MAX_BYTES } from '../body-keeper.ts'

/** Whole body of a request; undefined: none. Rejects with tooLarge beyond the size that a recording keeps. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > TEXT_MAX_BYTES)
      throw new PlatformError('tooLarge', 'The body is larger than a recording can hold.')
    parts.push(part)
  }
  return bytes === 0 ? undefined : Buffer.concat(parts)
}
