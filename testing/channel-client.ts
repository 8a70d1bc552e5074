import {
  CHANNEL_PATH,
  type ChannelMessage,
  type ClientFrame,
  ServerFrame,
} from '@backlot/contract/channel/frames'
import { WebSocket } from 'ws'
import type { Operator } from './operator.ts'

/** The real-time channel as a console uses it; every frame that arrives is parsed by the contract. */
export class ChannelClient implements AsyncDisposable {
  readonly messages: ChannelMessage[] = []
  readonly frames: ServerFrame[] = []
  closed: { code: number } | undefined
  readonly #socket: WebSocket
  readonly #waiters = new Set<() => void>()

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data) => {
      const frame = ServerFrame.parse(JSON.parse(data.toString()))
      this.frames.push(frame)
      if (frame.type === 'batch') this.messages.push(...frame.messages)
      this.#wake()
    })
    socket.on('close', (code) => {
      this.closed = { code }
      this.#wake()
    })
    socket.on('error', () => this.#wake())
  }

  /** Connects and signs in with the operator's session; resumes alarms after `alarmCursor` when given. */
  static async open(operator: Operator, alarmCursor?: number): Promise<ChannelClient> {
    const socket = new WebSocket(operator.url.replace(/^http/, 'ws').replace(/\/$/, '') + CHANNEL_PATH)
    const client = new ChannelClient(socket)
    await new Promise<void>((resolve, reject) => {
      socket.once('open', () => resolve())
      socket.once('error', reject)
    })
    client.send({
      type: 'login',
      projectName: 'backlot',
      loginName: operator.userInfo?.loginName ?? '',
      sessionId: operator.sessionId,
      ...(alarmCursor === undefined ? {} : { alarmCursor }),
    })
    await client.until(
      () => client.closed !== undefined || client.frames.some((frame) => frame.type === 'loginReply'),
    )
    return client
  }

  send(frame: ClientFrame): void {
    this.#socket.send(JSON.stringify(frame))
  }

  /** Waits until a condition holds; looks again whenever something arrives. Rejects after `timeoutMs`. */
  until(condition: () => boolean, timeoutMs = 60_000): Promise<void> {
    if (condition()) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiters.delete(look)
        reject(new Error(`The channel did not bring what was waited for within ${timeoutMs} ms.`))
      }, timeoutMs)
      const look = () => {
        if (!condition()) return
        clearTimeout(timer)
        this.#waiters.delete(look)
        resolve()
      }
      this.#waiters.add(look)
    })
  }

  #wake(): void {
    for (const look of [...this.#waiters]) look()
  }

  /** Drops the connection without a goodbye. */
  cut(): void {
    this.#socket.terminate()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close()
    await this.until(() => this.closed !== undefined)
  }
}
