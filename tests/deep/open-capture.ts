import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** Datagrams to it mark where a capture begins and ends: files are written in order. */
const MARKS = 9
const FIRST = Buffer.alloc(5)
const LAST = Buffer.alloc(777)

export type Capture = {
  /** What tshark printed of the packets until now. */
  printed(): string
  /** Ends it once everything sent until now is in its file. */
  end(): Promise<void>
}

/**
 * Captures the packets of a filter on loopback into a file, by tshark. Resolves once it does. `decode`: arguments that
 * say which ports speak what.
 */
export async function openCapture(
  file: string,
  filter: string,
  decode: readonly string[] = [],
): Promise<Capture> {
  const wanted = `(${filter}) or udp port ${MARKS}`
  const args = ['-q', '-P', '-l', '-i', 'lo', '-w', file, '-f', wanted, ...decode]
  const tshark = spawn('tshark', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const closed = once(tshark, 'close')
  let printed = ''
  let look = (): void => undefined
  tshark.stdout.on('data', (text) => {
    printed += text
    look()
  })
  /** Sends marks until one was captured. */
  const mark = async (bytes: Buffer): Promise<void> => {
    const probe = createSocket('udp4')
    const sending = setInterval(() => probe.send(bytes, MARKS, '127.0.0.1', () => undefined), 100)
    const seen = new Promise<void>((resolve) => {
      look = () => {
        if (printed.includes(`Len=${bytes.length}\n`)) resolve()
      }
    })
    await Promise.race([
      seen,
      closed.then(() => {
        throw new Error('tshark ended by itself')
      }),
    ]).finally(() => {
      clearInterval(sending)
      probe.close()
    })
  }
  await mark(FIRST)
  return {
    printed: () => printed,
    async end() {
      await mark(LAST)
      tshark.kill('SIGINT')
      await closed
    },
  }
}
