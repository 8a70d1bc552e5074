import type { DownloadTask } from '@backlot/contract/recordings/entities'
import { z } from 'zod'

/** A channel of an export, and how far its file is. */
const ExportPart = z.object({
  sn: z.string(),
  chnId: z.number().int(),
  /** Name of the channel when the export was ordered. */
  name: z.string(),
  state: z.enum(['waiting', 'making', 'fetching', 'done', 'failed']),
  /** Of the current state, 0 … 100. */
  percent: z.number(),
  downloadId: z.string().optional(),
  fileName: z.string().optional(),
  /** Recorded part of the span that the file begins and ends with, epoch milliseconds. */
  fileFromMs: z.number().optional(),
  fileToMs: z.number().optional(),
  /** Bytes. */
  size: z.number().optional(),
  /** Lower case hex. */
  sha256: z.string().optional(),
  /** Why there is no file, in the operator's language. */
  failure: z.string().optional(),
})
export type ExportPart = z.infer<typeof ExportPart>

/** Files of several channels of one span, saved together with a list of them. */
export const ExportJob = z.object({
  userId: z.number().int(),
  operator: z.string(),
  note: z.string(),
  fromMs: z.number(),
  toMs: z.number(),
  /** When it was ordered, platform time. */
  orderedMs: z.number(),
  isDone: z.boolean(),
  parts: z.array(ExportPart),
})
export type ExportJob = z.infer<typeof ExportJob>

export type ExportEnvironment = {
  /** Orders the clip of a channel. Rejects with the platform's refusal. */
  order(of: { sn: string; chnId: number; fromMs: number; toMs: number }): Promise<DownloadTask>
  /** Whether the platform still has this clip. */
  has(downloadId: string): Promise<boolean>
  /** Waits until a clip is made, or is not; reports percent. Rejects when the signal is aborted. */
  made(
    downloadId: string,
    onPercent: (percent: number) => void,
    signal: AbortSignal,
  ): Promise<DownloadTask | undefined>
  /** Fetches a made clip, with its SHA-256. */
  fetched(
    task: DownloadTask,
    onPercent: (percent: number) => void,
    signal: AbortSignal,
  ): Promise<{ blob: Blob; sha256: string }>
  /** Saves a file; answers the name that it has. */
  save(blob: Blob, fileName: string): string
  /** Saves the list of the files. */
  saveList(job: ExportJob): void
  failureText(failure: unknown): string
  /** Called with each change. */
  onChange(job: ExportJob): void
}

/** How far a job is, 0 … 100: making a file counts as three quarters of it. */
export function jobPercent({ parts }: ExportJob): number {
  const percents = parts.map(({ state, percent }) =>
    state === 'waiting'
      ? 0
      : state === 'making'
        ? percent * 0.75
        : state === 'fetching'
          ? 75 + percent * 0.25
          : 100,
  )
  return percents.reduce((sum, one) => sum + one, 0) / Math.max(1, parts.length)
}

/**
 * Goes on with a job from wherever it is: orders what is not ordered, waits, fetches, saves; done parts stay. A part that
 * fails holds no other up. The list is saved at the end, if there is a file. Nothing happens after the signal is aborted.
 */
export async function runExport(
  start: ExportJob,
  env: ExportEnvironment,
  signal: AbortSignal,
): Promise<ExportJob> {
  let job: ExportJob = { ...start, isDone: false }
  const change = (at: number, part: Partial<ExportPart>): void => {
    if (signal.aborted) return
    job = { ...job, parts: job.parts.map((one, i) => (i === at ? { ...one, ...part } : one)) }
    env.onChange(job)
  }
  const open = job.parts.flatMap(({ state }, at) => (state === 'done' ? [] : [at]))
  // All are ordered first: the platform makes them one after the other.
  for (const at of open) {
    const { downloadId, sn, chnId } = job.parts[at]!
    try {
      if (downloadId !== undefined && (await env.has(downloadId))) {
        change(at, { state: 'making', failure: undefined })
        continue
      }
      if (signal.aborted) return job
      const task = await env.order({ sn, chnId, fromMs: job.fromMs, toMs: job.toMs })
      change(at, { state: 'making', percent: 0, downloadId: task.downloadId, failure: undefined })
    } catch (failure) {
      change(at, { state: 'failed', downloadId: undefined, failure: env.failureText(failure) })
    }
    if (signal.aborted) return job
  }
  for (const at of open) {
    const { state, downloadId } = job.parts[at]!
    if (state !== 'making' || downloadId === undefined) continue
    try {
      const task = await env.made(downloadId, (percent) => change(at, { percent }), signal)
      if (signal.aborted) return job
      if (task?.state !== 'completed') throw task?.reason ?? 'cancelled'
      change(at, { state: 'fetching', percent: 0 })
      const { blob, sha256 } = await env.fetched(task, (percent) => change(at, { percent }), signal)
      if (signal.aborted) return job
      const fileName = env.save(blob, task.fileName)
      change(at, {
        state: 'done',
        percent: 100,
        fileName,
        fileFromMs: task.startTime * 1000,
        fileToMs: task.endTime * 1000,
        size: blob.size,
        sha256,
      })
    } catch (failure) {
      change(at, { state: 'failed', downloadId: undefined, failure: env.failureText(failure) })
    }
    if (signal.aborted) return job
  }
  job = { ...job, isDone: true }
  if (job.parts.some(({ state }) => state === 'done')) env.saveList(job)
  env.onChange(job)
  return job
}
