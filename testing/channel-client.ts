import {
  CHANNEL_PATH,
  type ChannelMessage,
  type ClientFrame,
  ServerFrame,
  type StatusChange,
} from '@backlot/contract/channel/frames'
import { isDeviceOnline } from '@backlot/contract/devices/entities'
import { WebSocket } from 'ws'
import type { Operator } from './operator.ts'

/** The real-time channel as a console uses it; every frame that arrives is parsed by the contract. */
export class ChannelClient implements AsyncDisposable {
  readonly messages: ChannelMessage[] = []
  readonly frames: ServerFrame[] = []
  /** What the channel said of devices' five online fields, by serial number. */
  readonly #onlineFields = new Map<string, StatusChange>()
  closed: { code: number } | undefined
  readonly #socket: WebSocket
  readonly #waiters = new Set<() => void>()

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data) => {
      const frame = ServerFrame.parse(JSON.parse(data.toString()))
      this.frames.push(frame)
      if (frame.type === 'batch') this.#take(frame.messages)
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
    const socket = new WebSocket(operator.url.replace(/^http/, 'ws').replace(/\/$/, '') + CHANNEL_PATH, {
      headers: { cookie: operator.cookie },
    })
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

  /** Subscribes to topics of a group and those below it, of all when it is left out; resolves when that is confirmed. */
  async subscribe(topics: (ClientFrame & { type: 'subscribe' })['topics'], groupId = 0): Promise<void> {
    const id = `s${groupId}-${topics.join('-')}`
    this.send({ type: 'subscribe', id, topics, scope: { kind: 'subtree', groupId }, snapshot: false })
    await this.until(() => this.frames.some((frame) => frame.type === 'subscribed' && frame.id === id))
  }

  /** Whether a device is online, by the changes since `subscribe(['status'])`; undefined: it has not changed. */
  isOnline(sn: string): boolean | undefined {
    const fields = this.#onlineFields.get(sn)
    return fields && isDeviceOnline(fields)
  }

  #take(messages: readonly ChannelMessage[]): void {
    this.messages.push(...messages)
    for (const message of messages) {
      if (message.type !== 'status') continue
      for (const change of message.list)
        this.#onlineFields.set(change.sn, { ...this.#onlineFields.get(change.sn), ...change })
    }
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
