/** A thread of the platform as a worker of the browser: loads the module that it is told, and passes messages on. */
import { loadFiles } from './load-files.ts'
import { enterThread, Port } from './node/worker_threads.ts'
import type { FromThread, ToThread } from './thread-messages.ts'

/** The compiler takes `self` for a page's window. */
const scope = self as unknown as DedicatedWorkerGlobalScope
const post = (message: FromThread, transfer: readonly Transferable[] = []) =>
  scope.postMessage(message, [...transfer])
const port = new Port(
  (message, transfer) => post({ kind: 'message', message }, transfer),
  () => {
    post({ kind: 'over' })
    scope.close()
  },
)

scope.onmessage = async ({ data }: MessageEvent<ToThread>) => {
  if (data.kind === 'message') return port.receive(data.message)
  try {
    await loadFiles()
    enterThread({ port, data: data.data, environment: data.environment })
    await import(new URL(`${data.name}.js`, scope.location.href).href)
  } catch (error) {
    post({ kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
