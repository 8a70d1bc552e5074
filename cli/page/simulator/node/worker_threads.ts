/** Of a thread: who started it, and with what. Threads are begun by threads.ts. */
import { EventEmitter } from 'node:events'

/** An end of a connection between threads. Messages wait until somebody hears them. */
export class Port extends EventEmitter {
  readonly #send: (message: unknown, transfer: readonly Transferable[]) => void
  readonly #closed: () => void
  readonly #waiting: unknown[] = []

  constructor(send: (message: unknown, transfer: readonly Transferable[]) => void, closed: () => void) {
    super()
    this.#send = send
    this.#closed = closed
    this.on('newListener', (name) => {
      if (name === 'message') queueMicrotask(() => this.#drain())
    })
  }

  postMessage(message: unknown, transfer: readonly Transferable[] = []): void {
    this.#send(message, transfer)
  }

  /** A message from the other end. */
  receive(message: unknown): void {
    this.#waiting.push(message)
    this.#drain()
  }

  close(): void {
    this.emit('close')
    this.#closed()
  }

  ref(): void {}
  unref(): void {}
  start(): void {}

  #drain(): void {
    while (this.#waiting.length > 0 && this.listenerCount('message') > 0)
      this.emit('message', this.#waiting.shift())
  }
}

export let parentPort: Port | null = null
export let workerData: unknown = null
export let isMainThread = true
const environment = new Map<string, unknown>()

export type Boot = { port: Port; data: unknown; environment?: [string, unknown][] | undefined }

/** The module that is loaded next is that of a thread. */
export function enterThread({ port, data, environment: given = [] }: Boot): void {
  parentPort = port
  workerData = data
  isMainThread = false
  for (const [key, value] of given) environment.set(key, value)
}

export const getEnvironmentData = (key: string) => environment.get(key)
export const setEnvironmentData = (key: string, value: unknown) => void environment.set(key, value)
export const environmentData = () => [...environment]
export const { BroadcastChannel, MessageChannel } = globalThis
export default { parentPort, workerData, isMainThread, getEnvironmentData, setEnvironmentData }
