/** A listener for media of terminals, for tests: over real sockets, with a clock of its own. */
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach } from 'vitest'
import { createManualClock } from '../../timeline/manual-clock.ts'
import type { AssembledFrame } from '../../wire/jt1078/frame-assembler.ts'
import { createRtpPacketizer } from '../../wire/jt1078/rtp-packetizer.ts'
import { createJt1078Listener, type Jt1078Listener } from './create-jt1078-listener.ts'
import type { Jt1078Limits } from './jt1078-limits.ts'

export const PHONE = '013912345678'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

export type MediaRig = {
  listener: Jt1078Listener
  clock: ReturnType<typeof createManualClock>
  /** Messages of the log, with their level. */
  logged: string[]
  /** Asks for a channel; its frames as text, and how often its sender went. */
  asked(channel: number, phone?: string): { frames: string[]; lost(): number; done(): void }
  sender(): Promise<Socket & { ended: Promise<void> }>
  datagrams(): Promise<{ socket: UdpSocket; send(bytes: Uint8Array): void }>
}

export async function mediaRig(limits: Partial<Jt1078Limits> = {}): Promise<MediaRig> {
  const clock = createManualClock(0)
  const logged: string[] = []
  const line = (level: string) => (fields: object, message: string) => {
    const { reason } = fields as { reason?: string }
    logged.push(`${level} ${message}${reason ? `: ${reason}` : ''}`)
  }
  const listener = await createJt1078Listener({
    host: '127.0.0.1',
    port: 0,
    hostClock: clock,
    log: { debug: line('debug'), warn: line('warn'), error: line('error') },
    limits,
  })
  ends.push(() => listener[Symbol.asyncDispose]())
  return {
    listener,
    clock,
    logged,
    asked(channel, phone = PHONE) {
      const frames: string[] = []
      let lost = 0
      const done = listener.ask({
        phone,
        address: '127.0.0.1',
        channel,
        frame: ({ bytes }: AssembledFrame) => frames.push(Buffer.from(bytes).toString()),
        lost: () => {
          lost++
        },
      })
      return { frames, lost: () => lost, done }
    },
    async sender() {
      const socket = connect(listener.port, '127.0.0.1')
      const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      ends.push(() => socket.destroy())
      return Object.assign(socket.resume(), { ended })
    },
    async datagrams() {
      const socket = createSocket('udp4')
      socket.connect(listener.port, '127.0.0.1')
      await once(socket, 'connect')
      ends.push(() => socket.close())
      return { socket, send: (bytes) => socket.send(bytes) }
    },
  }
}

/** Packets of frames with a text each, of one channel. */
export function framesOf(channel: number, sim = PHONE, simBytes: 6 | 10 = 6) {
  const packetsOf = createRtpPacketizer({ sim, simBytes, channel, bodyMax: 4 })
  let atMs = 0
  return (text: string): Buffer => {
    atMs += 40
    const frame = { payloadType: 98, dataType: 0, timestampMs: atMs, bytes: Buffer.from(text) } as const
    return Buffer.concat(packetsOf(frame))
  }
}
