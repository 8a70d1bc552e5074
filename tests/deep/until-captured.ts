import type { ChildProcessByStdio } from 'node:child_process'
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

/** Ends a capture once everything sent until now is in its file: it is written in order, a last datagram behind the rest. */
export async function endCapture(capture: ChildProcessByStdio<null, Readable, null>): Promise<void> {
  const closed = once(capture, 'close')
  const probe = createSocket('udp4')
  const sending = setInterval(() => probe.send(LAST, 9, '127.0.0.1', () => undefined), 100)
  await new Promise<void>((resolve) => {
    let printed = ''
    capture.stdout.on('data', (text) => {
      printed = `${printed}${text}`.slice(-1000)
      if (printed.includes(`Len=${LAST.length}`)) resolve()
    })
  })
  clearInterval(sending)
  probe.close()
  capture.kill('SIGINT')
  await closed
}
const LAST = Buffer.alloc(777)
