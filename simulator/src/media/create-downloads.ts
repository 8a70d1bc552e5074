/** Downloads: clips made one after the other in a folder of their own, kept for a while, handed out by token. */
import { randomBytes } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { RECORDING_LIMITS } from '@backlot/contract/recordings/entities'
import type { DownloadFacts, DownloadWish, StartedDownload } from '../areas/recordings/ports.ts'
import type { HostClock } from '../kernel/clock.ts'
import { isDiskFull } from './clip-failures.ts'
import type { ClipProgress, ClipWish } from './clip-maker.ts'
import type { MediaLog } from './media-ports.ts'
import { createRecordFiles } from './record-files.ts'
import type { StreamTokens } from './stream-token.ts'
import type { UnsentBytes } from './unsent-bytes.ts'

export type Downloads = {
  start(wish: DownloadWish): StartedDownload
  list(owner: string): DownloadFacts[]
  /** Resolves when its ffmpeg has ended and the file is gone; false when the sign-in has no such download. */
  cancel(owner: string, downloadId: string): Promise<boolean>
  revoke(owner: string): void
  /** Path of a finished one's file. */
  fileOf(owner: string, downloadId: string): string | undefined
  onState(listener: (owner: string, state: DownloadFacts) => void): () => void
  /** Answers GET /record/<id>.mp4; false for other paths. */
  handleHttp(request: IncomingMessage, response: ServerResponse): boolean
  close(): Promise<void>
}

type Job = {
  wish: DownloadWish
  state: DownloadFacts
  abort: AbortController
  file: string
  done: Promise<void>
  cancelExpiry: () => void
}

/** Clips that are made at the same time. */
const AT_ONCE = 1
/** With less room on its disk not even a short clip is begun. */
const LEAST_FREE_BYTES = 4 * 1024 * 1024
/** Shortest interval of progress messages. */
const TELL_EVERY_MS = 500

export function createDownloads(deps: {
  host: HostClock
  log: MediaLog
  /** Folder of the files; it is emptied. */
  folder: string
  tokens: StreamTokens
  unsent: UnsentBytes
  /** Room on the disk of the folder. */
  freeBytes(): number
  /** Whether this machine can encode what is wished. */
  canMake(wish: DownloadWish): boolean
  /** Makes a clip; undefined without an ffmpeg. */
  make:
    | ((wish: ClipWish, on: (progress: ClipProgress) => void, signal: AbortSignal) => Promise<void>)
    | undefined
}): Downloads {
  const { host, tokens, make } = deps
  const jobs = new Map<string, Job>()
  const listeners = new Set<(owner: string, state: DownloadFacts) => void>()
  const queue: Job[] = []
  let running = 0
  const makeFolder = () => mkdir(deps.folder, { recursive: true })
  // Writers there get the error, and try again.
  const folderIsEmpty = rm(deps.folder, { recursive: true, force: true })
    .then(makeFolder)
    .catch(() => undefined)

  const tell = ({ wish, state }: Job): void => {
    for (const listener of listeners) listener(wish.owner, { ...state })
  }
  const become = (job: Job, change: Partial<DownloadFacts>): void => {
    Object.assign(job.state, change)
    tell(job)
  }
  /** A file that cannot be removed must not hide the result of its download. */
  const remove = (file: string): Promise<void> =>
    rm(file, { force: true }).catch((error: unknown) =>
      deps.log.warn({ error: String(error) }, 'a download file could not be removed'),
    )
  const forget = (job: Job): Promise<void> => {
    jobs.delete(job.state.downloadId)
    job.cancelExpiry()
    return remove(job.file)
  }
  const advance = (): void => {
    while (running < AT_ONCE) {
      const job = queue.shift()
      if (!job) return
      running++
      job.done = work(job).finally(() => {
        running--
        advance()
      })
    }
  }
  const work = async (job: Job): Promise<void> => {
    const { wish, state, abort, file } = job
    if (abort.signal.aborted || !make) return
    become(job, { state: 'running' })
    let toldMs = host.now()
    const onProgress = ({ framesDone, framesInAll }: ClipProgress): void => {
      state.percent = Math.min(99, Math.floor((framesDone * 100) / Math.max(1, framesInAll)))
      if (host.now() - toldMs < TELL_EVERY_MS) return
      toldMs = host.now()
      tell(job)
    }
    try {
      await folderIsEmpty
      await makeFolder()
      await make({ sn: wish.sn, chnId: wish.chnId, spans: wish.spans, file }, onProgress, abort.signal)
      const { size } = await stat(file)
      abort.signal.throwIfAborted()
      const path = `/record/${state.downloadId}.mp4`
      const { token } = tokens.issue(path, wish.owner)
      become(job, { state: 'completed', percent: 100, sizeBytes: size, url: `${path}?token=${token}` })
      job.cancelExpiry = host.after(RECORDING_LIMITS.downloadKeptMs, () => void forget(job))
    } catch (error) {
      await remove(file)
      if (abort.signal.aborted) return
      deps.log.warn({ sn: wish.sn, error: String(error) }, 'a download failed')
      become(job, { state: 'failed', reason: isDiskFull(error) ? 'storageFull' : 'failed' })
      job.cancelExpiry = host.after(RECORDING_LIMITS.downloadKeptMs, () => void forget(job))
    }
  }
  const cancel = async (job: Job): Promise<void> => {
    job.abort.abort()
    const at = queue.indexOf(job)
    if (at >= 0) queue.splice(at, 1)
    await job.done
    become(job, { state: 'cancelled', url: undefined })
    await forget(job)
  }

  return {
    start(wish) {
      if (!make || !deps.canMake(wish)) return { ok: false, reason: 'noEncoder' }
      const own = [...jobs.values()].filter((job) => job.wish.owner === wish.owner).length
      if (own >= RECORDING_LIMITS.downloadsEach) return { ok: false, reason: 'tooMany' }
      if (wish.spans.length === 0) return { ok: false, reason: 'noRecordingFiles' }
      if (deps.freeBytes() < LEAST_FREE_BYTES) return { ok: false, reason: 'storageFull' }
      const downloadId = randomBytes(9).toString('base64url')
      const { sn, chnId, fromMs, toMs, fileName } = wish
      const job: Job = {
        wish,
        state: { downloadId, sn, chnId, fromMs, toMs, fileName, state: 'waiting', percent: 0, sizeBytes: 0 },
        abort: new AbortController(),
        file: join(deps.folder, `${downloadId}.mp4`),
        done: Promise.resolve(),
        cancelExpiry: () => undefined,
      }
      jobs.set(downloadId, job)
      queue.push(job)
      advance()
      return { ok: true, download: { ...job.state } }
    },
    list: (owner) =>
      [...jobs.values()].filter((job) => job.wish.owner === owner).map(({ state }) => ({ ...state })),
    async cancel(owner, downloadId) {
      const job = jobs.get(downloadId)
      if (job?.wish.owner !== owner) return false
      await cancel(job)
      return true
    },
    fileOf(owner, downloadId) {
      const job = jobs.get(downloadId)
      return job?.wish.owner === owner && job.state.state === 'completed' ? job.file : undefined
    },
    revoke(owner) {
      for (const job of jobs.values()) {
        if (job.wish.owner === owner)
          cancel(job).catch((error: unknown) =>
            deps.log.warn({ error: String(error) }, 'a download could not be removed'),
          )
      }
    },
    onState(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    handleHttp: createRecordFiles({
      tokens,
      unsent: deps.unsent,
      find(id) {
        const job = jobs.get(id)
        return job?.state.state === 'completed' ? { ...job.state, path: job.file } : undefined
      },
    }),
    async close() {
      for (const job of jobs.values()) job.abort.abort()
      queue.length = 0
      await Promise.all([...jobs.values()].map(({ done }) => done))
      await folderIsEmpty
      await rm(deps.folder, { recursive: true, force: true })
    },
  }
}
