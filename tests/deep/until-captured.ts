import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

/** Sends datagrams until the first one was captured: what comes now is in the file. */
export async function untilCaptured(printed: Readable): Promise<void> {
  const probe = createSocket('udp4')
  const sending = setInterval(() => probe.send('probe', 9, '127.0.0.1', () => undefined), 100)
  await once(printed, 'data')
  clearInterval(sending)
  probe.close()
  // It goes on printing.
  printed.resume()
}
