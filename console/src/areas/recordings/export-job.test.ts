import type { DownloadTask } from '@backlot/contract/recordings/entities'
import { expect, it } from 'vitest'
import { type ExportEnvironment, type ExportJob, jobPercent, runExport } from './export-job.ts'

const FROM_MS = 1_795_140_000_000

function jobOf(...names: string[]): ExportJob {
  return {
    userId: 1,
    operator: 'admin',
    note: 'case 7',
    fromMs: FROM_MS,
    toMs: FROM_MS + 60_000,
    orderedMs: FROM_MS + 90_000,
    isDone: false,
    parts: names.map((name) => ({ sn: name, chnId: 1, name, state: 'waiting', percent: 0 })),
  }
}

const taskOf = (sn: string, state: DownloadTask['state'] = 'completed'): DownloadTask => ({
  downloadId: `d-${sn}`,
  sn,
  chnId: 1,
  startTime: FROM_MS / 1000,
  endTime: FROM_MS / 1000 + 60,
  state,
  percent: 100,
  size: 5,
  fileName: `${sn}.mp4`,
  url: `/record/${sn}.mp4`,
})

/** A platform on which everything works, and notes of what was asked of it. */
function platform(part: Partial<ExportEnvironment> = {}) {
  const ordered: string[] = []
  const saved: string[] = []
  const lists: ExportJob[] = []
  let last: ExportJob | undefined
  const env: ExportEnvironment = {
    order: async ({ sn }) => {
      ordered.push(sn)
      return taskOf(sn, 'waiting')
    },
    has: async () => true,
    made: async (downloadId, onPercent) => {
      onPercent(50)
      return taskOf(downloadId.slice(2))
    },
    fetched: async (task) => ({ blob: new Blob(['12345']), sha256: `hash of ${task.sn}` }),
    save: (_blob, name) => {
      saved.push(name)
      return name
    },
    saveList: (job) => void lists.push(job),
    failureText: String,
    onChange: (job) => {
      last = job
    },
    ...part,
  }
  return { env, ordered, saved, lists, last: () => last }
}

it('orders every channel, saves each file with its hash, and then the list', async () => {
  const { env, ordered, saved, lists, last } = platform()
  const done = await runExport(jobOf('A', 'B'), env, new AbortController().signal)
  expect(ordered).toEqual(['A', 'B'])
  expect(saved).toEqual(['A.mp4', 'B.mp4'])
  expect(done.isDone).toBe(true)
  expect(done.parts[1]).toMatchObject({ state: 'done', fileName: 'B.mp4', size: 5, sha256: 'hash of B' })
  expect(lists).toEqual([done])
  expect(last()).toEqual(done)
  expect(jobPercent(done)).toBe(100)
})

it('a channel that fails holds no other up, and says why', async () => {
  const { env, saved, lists } = platform({
    order: async ({ sn }) => {
      if (sn === 'A') throw new Error('no recording files')
      return taskOf(sn, 'waiting')
    },
    made: async (downloadId) =>
      downloadId === 'd-B'
        ? { ...taskOf('B', 'failed'), reason: 'storageFull' }
        : taskOf(downloadId.slice(2)),
  })
  const done = await runExport(jobOf('A', 'B', 'C'), env, new AbortController().signal)
  expect(done.parts.map(({ state, failure }) => failure ?? state)).toEqual([
    'Error: no recording files',
    'storageFull',
    'done',
  ])
  expect(saved).toEqual(['C.mp4'])
  expect(lists).toHaveLength(1)
})

it('saves no list when no file came', async () => {
  const { env, lists } = platform({ made: async () => undefined })
  const done = await runExport(jobOf('A'), env, new AbortController().signal)
  expect(done.parts[0]).toMatchObject({ state: 'failed', failure: 'cancelled' })
  expect(lists).toEqual([])
})

it('goes on after a reload: what is saved stays, what is being made is awaited, what is gone is ordered again', async () => {
  const before = jobOf('A', 'B', 'C', 'D')
  const [a, b, c, d] = before.parts as [ExportJob['parts'][0], ...ExportJob['parts']]
  const parts: ExportJob['parts'] = [
    { ...a, state: 'done', percent: 100, sha256: 'hash of A' },
    { ...b!, state: 'making', percent: 30, downloadId: 'd-B' },
    { ...c!, state: 'fetching', percent: 30, downloadId: 'd-C' },
    d!,
  ]
  const { env, ordered, saved } = platform({ has: async (downloadId) => downloadId === 'd-B' })
  const done = await runExport({ ...before, parts }, env, new AbortController().signal)
  expect(ordered).toEqual(['C', 'D'])
  expect(saved).toEqual(['B.mp4', 'C.mp4', 'D.mp4'])
  expect(done.parts.every(({ state }) => state === 'done')).toBe(true)
})

it('does nothing more once it is cancelled', async () => {
  const cancel = new AbortController()
  const { env, saved, lists, last } = platform({
    fetched: async (task) => {
      if (task.sn === 'B') cancel.abort()
      return { blob: new Blob(['12345']), sha256: 'x' }
    },
  })
  await runExport(jobOf('A', 'B', 'C'), env, cancel.signal)
  expect(saved).toEqual(['A.mp4'])
  expect(lists).toEqual([])
  expect(last()?.parts.map(({ state }) => state)).toEqual(['done', 'fetching', 'making'])
})

it('counts making as three quarters of a file', () => {
  const [part] = jobOf('A').parts
  const percentOf = (state: 'waiting' | 'making' | 'fetching' | 'failed', percent: number) =>
    jobPercent({ ...jobOf(), parts: [{ ...part!, state, percent }] })
  expect(percentOf('waiting', 0)).toBe(0)
  expect(percentOf('making', 100)).toBe(75)
  expect(percentOf('fetching', 50)).toBe(87.5)
  expect(percentOf('failed', 0)).toBe(100)
})
