import { Watched } from './listeners.ts'

/** `unreachable`: the network or the server fails, which may pass. */
type Fetched = 'fetched' | 'unreachable'

/** Surroundings that the loader needs; tests pass their own. */
export type ChunkEnvironment = {
  /** Whether the page has the file already. */
  has(url: string): boolean
  /** Brings a file into the browser's HTTP cache. Rejects when the server has no such file. */
  fetchFile(url: string): Promise<Fetched>
  /** Adds a style sheet to the page; resolves when it applies. */
  addStyle(url: string): Promise<void>
  setTimer(run: () => void, ms: number): unknown
  clearTimer(timer: unknown): void
}

/**
 * A part of the console that waiting does not bring: the server has other files by now. The page has to be reloaded.
 */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

/** Interval of retrying files that could not be loaded. */
const RETRY_MS = 3000

/**
 * Imports parts of the console. All files of a part are fetched before the browser is asked to import it, because
 * Chromium never asks again for a module that could not be fetched. While the server is away, the import stays pending
 * and its files are tried again; it rejects with ChunkError when the server no longer has them.
 */
export function createChunkLoader(environment: ChunkEnvironment) {
  const files = new Map<string, Promise<void>>()
  const pauses = new Set<() => void>()
  const missing = new Watched(0)

  function load(url: string): Promise<void> {
    const known = files.get(url)
    if (known) return known
    const loading = environment.has(url) ? Promise.resolve() : fetchAndAdd(url)
    files.set(url, loading)
    loading.catch(() => files.delete(url))
    return loading
  }

  async function fetchAndAdd(url: string): Promise<void> {
    if ((await environment.fetchFile(url)) === 'unreachable') {
      missing.set(missing.value + 1)
      try {
        do await pause()
        while ((await environment.fetchFile(url)) === 'unreachable')
      } finally {
        missing.set(missing.value - 1)
      }
    }
    if (new URL(url).pathname.endsWith('.css')) await environment.addStyle(url)
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        environment.clearTimer(timer)
        pauses.delete(go)
        resolve()
      }
      const timer = environment.setTimer(go, RETRY_MS)
      pauses.add(go)
    })
  }

  return {
    /** `paths`: the part's own file, those that it imports and its style sheets, relative to `importer`. */
    async importChunk<T>(
      importPart: () => Promise<T>,
      paths: readonly string[] = [],
      importer?: string,
    ): Promise<T> {
      try {
        await Promise.all(paths.map((path) => load(new URL(path, importer).href)))
        return await importPart()
      } catch (cause) {
        throw new ChunkError(cause instanceof Error ? cause.message : String(cause), { cause })
      }
    },

    /**
     * Waits until a file that the page starts itself, a worker's for example, is in the browser's cache. Rejects when
     * the server no longer has it.
     */
    fetchAhead: load,

    /** Tries the missing files at once. */
    retry(): void {
      for (const go of [...pauses]) go()
    },

    /** Calls back with how many files are missing and tried again, first the present number. */
    onMissing: (listener: (count: number) => void) => missing.watch(listener),
  }
}

/** Statuses that may pass: the server is busy, or a proxy has no server behind it. */
const mayPass = (status: number) => status >= 500 || status === 408 || status === 429

/** The page's loader. The build sends every `import()` through `importChunk` (`fetched-imports.ts`). */
export const chunkLoader = createChunkLoader({
  has: (url) =>
    [...document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('link[href], script[src]')].some(
      (element) => ('src' in element ? element.src : element.href) === url,
    ),
  async fetchFile(url) {
    let status: number
    try {
      const reply = await fetch(url)
      status = reply.status
      // Read to its end: only then it is in the cache.
      await reply.arrayBuffer()
    } catch {
      return 'unreachable'
    }
    if (status < 400) return 'fetched'
    if (mayPass(status)) return 'unreachable'
    throw new Error(`${url}: HTTP ${status}`)
  },
  addStyle: (url) =>
    new Promise((resolve, reject) => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.crossOrigin = ''
      link.href = url
      link.onload = () => resolve()
      link.onerror = () => {
        link.remove()
        reject(new Error(`${url}: the style sheet could not be read`))
      }
      document.head.append(link)
    }),
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer as number),
})

export const { importChunk } = chunkLoader
