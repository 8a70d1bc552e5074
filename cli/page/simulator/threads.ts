/**
 * Threads of the platform in a page. Those of the database run in the platform's own thread, because a database in
 * memory is its thread's alone; the others are workers of the browser. Stands for kernel/worker-url.ts.
 */
import { EventEmitter } from 'node:events'
import { enterThread, environmentData, Port } from './node/worker_threads.ts'
import type { FromThread, ToThread } from './thread-messages.ts'

const OF_DATABASE = new Set(['writer-worker', 'reader-worker', 'checkpoint-worker'])
const FOLDER = new URL('.', globalThis.location.href)

type Transfer = readonly Transferable[]
type Options = { workerData?: unknown }

class Thread extends EventEmitter {
  readonly threadId: number
  readonly #post: (message: unknown, transfer: Transfer) => void
  readonly #end: () => void
  #isOver = false

  constructor(
    id: number,
    begin: (thread: Thread) => { post(message: unknown, transfer: Transfer): void; end(): void },
  ) {
    super()
    this.threadId = id
    const { post, end } = begin(this)
    this.#post = post
    this.#end = end
  }

  postMessage(message: unknown, transfer: Transfer = []): void {
    if (!this.#isOver) this.#post(message, transfer)
  }

  async terminate(): Promise<number> {
    this.over()
    return 0
  }

  over(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#end()
    this.emit('exit', 0)
  }

  failed(error: unknown): void {
    this.emit('error', error)
    this.over()
  }

  ref(): void {}
  unref(): void {}
}

let last = 0
/** Modules of threads are begun one after the other: each finds its own end of the connection. */
let beginning: Promise<unknown> = Promise.resolve()

/** Takes the address of a module whose name is that of its bundle. */
export function startWorker(url: URL, { workerData }: Options = {}): Thread {
  const name = /([^/]+)\.\w+$/.exec(url.pathname)?.[1] ?? ''
  const id = ++last
  return new Thread(id, (thread) =>
    OF_DATABASE.has(name) ? beginHere(thread, name, workerData) : beginWorker(thread, name, workerData),
  )
}

function beginHere(thread: Thread, name: string, data: unknown) {
  const port = new Port(
    (message) => {
      const copy = structuredClone(message)
      queueMicrotask(() => thread.emit('message', copy))
    },
    () => thread.over(),
  )
  beginning = beginning.then(async () => {
    enterThread({ port, data: structuredClone(data) })
    const module = new URL(`${name}.js?thread=${thread.threadId}`, FOLDER)
    await import(module.href).catch((error: unknown) => thread.failed(error))
  })
  return {
    post(message: unknown) {
      const copy = structuredClone(message)
      setImmediate(() => port.receive(copy))
    },
    end: () => {},
  }
}

function beginWorker(thread: Thread, name: string, data: unknown) {
  const worker = new Worker(new URL('thread.js', FOLDER), { type: 'module', name })
  const post = (message: ToThread, transfer: Transfer = []) => worker.postMessage(message, [...transfer])
  worker.onmessage = ({ data: told }: MessageEvent<FromThread>) => {
    if (told.kind === 'message') thread.emit('message', told.message)
    else if (told.kind === 'over') thread.over()
    else thread.failed(new Error(told.reason))
  }
  worker.onerror = ({ message }) => thread.failed(new Error(message))
  post({ kind: 'begin', name, data, environment: environmentData() })
  return {
    post: (message: unknown, transfer: Transfer) => post({ kind: 'message', message }, transfer),
    end: () => worker.terminate(),
  }
}

export const moduleExtension = () => '.js'
