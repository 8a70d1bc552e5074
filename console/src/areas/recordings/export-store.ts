import { cancelDownload, downloadRecordFile, listDownloads } from '@backlot/contract/recordings/calls'
import type { DownloadTask } from '@backlot/contract/recordings/entities'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { create } from 'zustand'
import { saveFile } from '../../features/player/snapshot.ts'
import type { Span } from '../../features/timeline/span.ts'
import { textOf } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { formatTime, platformNow } from '../../platform/clock.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { mediaUrl } from '../../platform/media-url.ts'
import { useSession } from '../../session/session-store.ts'
import { useDownloads, watchDownloads } from './download-store.ts'
import { type ExportEnvironment, ExportJob, type ExportPart, runExport } from './export-job.ts'
import { exportListText } from './export-list-text.ts'
import { failureText } from './failure-text.ts'

const STORED_KEY = 'recordingExport'
const LIST_NAME = 'export'

/** The export of this browser: one at a time. */
export const useExport = create<{ job: ExportJob | undefined }>(() => ({ job: undefined }))

let running: AbortController | undefined

/** Orders an export of channels in a span; the one before must be done. */
export function startExport(
  channels: readonly Pick<ExportPart, 'sn' | 'chnId' | 'name'>[],
  span: Span,
  note: string,
): void {
  const { userInfo } = useSession.getState()
  if (!userInfo) return
  const parts = channels.map((one): ExportPart => ({ ...one, state: 'waiting', percent: 0 }))
  const { userId, loginName } = userInfo
  run({ userId: userId, operator: loginName, note, ...span, orderedMs: platformNow(), isDone: false, parts })
}

/** Goes on with the export that a reload has interrupted. */
export function resumeExport(): void {
  const job = readStored()
  const now = useExport.getState().job
  if (!job || running || now?.userId === job.userId) return
  if (job.isDone) useExport.setState({ job })
  else run(job)
}

/** Tries the parts again that have failed. */
export function retryExport(): void {
  const { job } = useExport.getState()
  if (!job?.isDone) return
  const parts = job.parts.map(
    (one): ExportPart => (one.state === 'failed' ? { ...one, state: 'waiting' } : one),
  )
  run({ ...job, parts })
}

/** Ends the export and forgets it. Files that were saved stay, with their list. */
export async function endExport(): Promise<void> {
  const { job } = useExport.getState()
  running?.abort()
  running = undefined
  hold(undefined)
  if (!job || job.isDone) return
  if (job.parts.some(({ state }) => state === 'done')) saveList(job)
  const open = job.parts.flatMap(({ state, downloadId }) =>
    state !== 'done' && downloadId ? [downloadId] : [],
  )
  // Whichever of them is gone by then is cancelled as well.
  await Promise.allSettled(open.map((downloadId) => request(cancelDownload, { body: { downloadId } })))
}

function run(job: ExportJob): void {
  running?.abort()
  const own = new AbortController()
  running = own
  hold(job)
  const unwatch = watchDownloads((error) => noteProblem('export', String(error)))
  void runExport(job, environment, own.signal).finally(() => {
    unwatch()
    if (running === own) running = undefined
  })
}

const environment: ExportEnvironment = {
  order: ({ sn, chnId, fromMs, toMs }) =>
    request(downloadRecordFile, { body: { sn, chnId, startTime: fromMs / 1000, endTime: toMs / 1000 } }),
  has: async (downloadId) =>
    (await request(listDownloads)).list.some(
      (one) => one.downloadId === downloadId && one.state !== 'failed',
    ),
  made,
  fetched,
  save: saveFile,
  saveList,
  failureText: (failure) => {
    const t = textOf('recordings')
    if (failure === 'storageFull' || failure === 'failed' || failure === 'cancelled')
      return t(`downloads.${failure}`)
    return failureText(t, failure)
  },
  onChange: hold,
}

/** Follows a clip by what the channel and the platform's list say of it. */
async function made(
  downloadId: string,
  onPercent: (percent: number) => void,
  signal: AbortSignal,
): Promise<DownloadTask | undefined> {
  const { list } = await request(listDownloads)
  useDownloads.setState({ list: [...list].reverse() })
  return new Promise((resolve, reject) => {
    const look = () => {
      const task = useDownloads.getState().list.find((one) => one.downloadId === downloadId)
      if (task?.state === 'waiting' || task?.state === 'running') {
        onPercent(task.percent)
        return
      }
      stop()
      resolve(task)
    }
    const stop = useDownloads.subscribe(look)
    signal.addEventListener('abort', () => {
      stop()
      reject(signal.reason)
    })
    look()
  })
}

/** Reads a file by pieces, so that its hash needs no second copy of it. */
async function fetched(
  { url, size }: DownloadTask,
  onPercent: (percent: number) => void,
  signal: AbortSignal,
): Promise<{ blob: Blob; sha256: string }> {
  const response = await fetch(mediaUrl(url ?? '', 'http'), { signal })
  if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`)
  const hash = sha256.create()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  let told = 0
  const reader = response.body.getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    hash.update(piece.value)
    pieces.push(piece.value)
    bytes += piece.value.length
    const percent = Math.min(100, Math.floor((bytes / Math.max(1, size)) * 100))
    if (percent > told) {
      told = percent
      onPercent(percent)
    }
  }
  return { blob: new Blob(pieces, { type: 'video/mp4' }), sha256: bytesToHex(hash.digest()) }
}

function saveList(job: ExportJob): void {
  const text = exportListText(textOf('recordings'), job)
  const stamp = formatTime(job.orderedMs).replace(/[-: ]/g, '')
  saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), `${LIST_NAME}_${stamp}.txt`)
}

function hold(job: ExportJob | undefined): void {
  useExport.setState({ job })
  if (job) localStorage.setItem(STORED_KEY, JSON.stringify(job))
  else localStorage.removeItem(STORED_KEY)
}

/** The stored export, if it is this user's. */
function readStored(): ExportJob | undefined {
  const text = localStorage.getItem(STORED_KEY)
  if (text === null) return undefined
  try {
    const job = ExportJob.parse(JSON.parse(text))
    return job.userId === useSession.getState().userInfo?.userId ? job : undefined
  } catch (error) {
    noteProblem('export', `stored export unreadable: ${String(error)}`)
    localStorage.removeItem(STORED_KEY)
    return undefined
  }
}
