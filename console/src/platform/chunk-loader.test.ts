import { expect, it, vi } from 'vitest'
import { type ChunkEnvironment, ChunkError, createChunkLoader } from './chunk-loader.ts'

/** A server controlled by the test, with its requests. */
function setUp() {
  const server = { answer: 'fetched' as 'fetched' | 'unreachable' | 'gone' }
  const fetched: string[] = []
  const styles: string[] = []
  const timers: (() => void)[] = []
  const environment: ChunkEnvironment = {
    has: (url) => url.endsWith('/shell.js'),
    async fetchFile(url) {
      fetched.push(url)
      if (server.answer === 'gone') throw new Error('HTTP 404')
      return server.answer
    },
    async addStyle(url) {
      styles.push(url)
    },
    setTimer: (run) => timers.push(run),
    clearTimer: () => undefined,
  }
  const loader = createChunkLoader(environment)
  const missing: number[] = []
  loader.onMissing((count) => missing.push(count))
  const importPart = vi.fn(async () => 'part')
  const open = () =>
    loader.importChunk(
      importPart,
      ['./part.js', './part.css', './shell.js'],
      'http://platform/assets/first.js',
    )
  return { server, fetched, styles, timers, loader, missing, importPart, open }
}

it('imports a part after its files were fetched, each once, without those that the page has', async () => {
  const { open, fetched, styles, importPart } = setUp()
  expect(await open()).toBe('part')
  await open()
  expect(fetched).toEqual(['http://platform/assets/part.js', 'http://platform/assets/part.css'])
  expect(styles).toEqual(['http://platform/assets/part.css'])
  expect(importPart).toHaveBeenCalledTimes(2)
})

it('does not ask the browser for a module while the server is away, and fetches again when told or by itself', async () => {
  const { open, server, loader, missing, importPart, timers } = setUp()
  server.answer = 'unreachable'
  const opened = open()
  await vi.waitFor(() => expect(missing.at(-1)).toBe(2))
  for (const run of timers.splice(0)) run()
  await vi.waitFor(() => expect(timers).toHaveLength(2))
  expect(importPart).not.toHaveBeenCalled()
  server.answer = 'fetched'
  loader.retry()
  expect(await opened).toBe('part')
  expect(missing.at(-1)).toBe(0)
})

it('rejects what the server no longer has, and asks for it again the next time', async () => {
  const { open, server, missing, fetched } = setUp()
  server.answer = 'gone'
  await expect(open()).rejects.toBeInstanceOf(ChunkError)
  expect(missing).toEqual([0])
  server.answer = 'fetched'
  expect(await open()).toBe('part')
  expect(fetched.filter((url) => url.endsWith('part.js'))).toHaveLength(2)
})

it('waits with a worker until its file could be fetched', async () => {
  const { server, loader, missing, fetched } = setUp()
  const url = 'http://platform/assets/worker.js'
  server.answer = 'unreachable'
  const ready = loader.fetchAhead(url)
  await vi.waitFor(() => expect(missing.at(-1)).toBe(1))
  server.answer = 'fetched'
  loader.retry()
  await ready
  await loader.fetchAhead(url)
  expect([missing.at(-1), fetched]).toEqual([0, [url, url]])
})
