import { CHANNEL_PATH, type ClientFrame, ServerFrame } from '@backlot/contract/channel/frames'
import { WebSocket } from 'ws'
import type { Measures } from './measures.ts'

/** Every so manyth frame is parsed by the contract; all of them would cost more than the platform does. */
const PARSED_EVERY = 10

type Batch = Extract<ServerFrame, { type: 'batch' }>

/** The real-time channel of a virtual operator: counts messages and their delays. */
export class OperatorChannel {
  readonly #socket: WebSocket
  readonly #measures: Measures
  #frames = 0
  #isClosing = false
  /** Last announced platform time minus host time. */
  aheadMs = 0

  private constructor(socket: WebSocket, measures: Measures) {
    this.#socket = socket
    this.#measures = measures
  }

  /** Connects and signs in. Rejects when the platform refuses. */
  static async open(
    url: string,
    session: { loginName: string; sessionId: string },
    measures: Measures,
  ): Promise<OperatorChannel> {
    const beganMs = performance.now()
    const socket = new WebSocket(new URL(CHANNEL_PATH, url.replace(/^http/, 'ws')))
    const channel = new OperatorChannel(socket, measures)
    await new Promise<void>((resolve, reject) => {
      socket.once('open', () => channel.send({ type: 'login', projectName: 'backlot', ...session }))
      socket.once('error', reject)
      socket.once('close', () => reject(new Error('The channel refused the sign-in.')))
      socket.once('message', (data) => {
        const frame = ServerFrame.parse(JSON.parse(String(data)))
        if (frame.type !== 'loginReply' || frame.code !== 0)
          reject(new Error('The channel refused the sign-in.'))
        else {
          if (frame.clock) channel.aheadMs = frame.clock.nowMs - Date.now()
          resolve()
        }
      })
    })
    measures.time('channel.signIn', performance.now() - beganMs)
    socket.on('error', () => {})
    socket.on('close', () => {
      if (!channel.#isClosing) measures.count('channel.cuts')
    })
    socket.on('message', (data) => channel.#receive(String(data)))
    return channel
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  send(frame: ClientFrame): void {
    this.#socket.send(JSON.stringify(frame))
  }

  close(): void {
    this.#isClosing = true
    this.#socket.close()
  }

  #receive(text: string): void {
    const frame = this.#decode(text)
    if (frame?.type !== 'batch') return
    this.#measures.count('channel.frames')
    this.#measures.time('channel.lag', Math.max(0, Date.now() - frame.at))
    for (const message of frame.messages) {
      if (message.type === 'alarm') this.#measures.count('channel.alarms', message.list.length)
      else if (message.type === 'alarmGap') this.#measures.count('channel.skipped', message.skipped)
    }
  }

  #decode(text: string): ServerFrame | undefined {
    const value: unknown = JSON.parse(text)
    if (this.#frames++ % PARSED_EVERY !== 0) return value as Batch
    const parsed = ServerFrame.safeParse(value)
    if (!parsed.success) this.#measures.count('contract.errors')
    return parsed.data
  }
}
