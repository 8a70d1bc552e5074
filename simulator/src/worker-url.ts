import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a worker beside its caller: compiled code as it is, TypeScript sources (tests, development) through tsx.
 * Call it with `new URL('./name-worker' + moduleExtension(import.meta.url), import.meta.url)`.
 */
export function startWorker(url: URL, options: WorkerOptions = {}): Worker {
  const fromSource = url.pathname.endsWith('.ts')
  return new Worker(url, {
    ...options,
    execArgv: fromSource ? ['--import', 'tsx', '--conditions=source'] : [],
  })
}

/** `.ts` when the caller runs from source, else `.js`. */
export function moduleExtension(moduleUrl: string): '.ts' | '.js' {
  return new URL(moduleUrl).pathname.endsWith('.ts') ? '.ts' : '.js'
}
