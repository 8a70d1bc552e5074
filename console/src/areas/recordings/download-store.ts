import { cancelDownload, downloadRecordFile, listDownloads } from '@backlot/contract/recordings/calls'
import type { DownloadTask } from '@backlot/contract/recordings/entities'
import { create } from 'zustand'
import type { Span } from '../../features/timeline/span.ts'
import { channel } from '../../platform/channel.ts'
import { request } from '../../platform/client.ts'
import { mediaUrl } from '../../platform/media-url.ts'
import type { ReplayChannel } from './replay-channel.ts'

type Downloads = { list: readonly DownloadTask[] }

/** The clips that this sign-in makes ready, the newest first. */
export const useDownloads = create<Downloads>(() => ({ list: [] }))

/** Clips requested on this page: they are saved automatically when they are ready. */
const wanted = new Set<string>()

/** Follows clips, and loads the existing ones. Answers a function that stops it. */
export function watchDownloads(onError: (error: unknown) => void): () => void {
  const askAll = () =>
    request(listDownloads).then(({ list }) => useDownloads.setState({ list: [...list].reverse() }), onError)
  void askAll()
  const stops = [
    channel.on('download', ({ download }) => note(download)),
    channel.onState((state) => {
      if (state === 'open') void askAll()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Requests a clip. Rejects as `request` does. */
export async function startDownload(of: ReplayChannel, { fromMs, toMs }: Span): Promise<void> {
  const { sn, chnId } = of
  const body = { sn, chnId, startTime: fromMs / 1000, endTime: toMs / 1000 }
  const task = await request(downloadRecordFile, { body })
  wanted.add(task.downloadId)
  // The channel may have sent a newer state by now.
  const known = useDownloads.getState().list.find(({ downloadId }) => downloadId === task.downloadId)
  note(known ?? task)
}

/** Rejects as `request` does. */
export async function endDownload(downloadId: string): Promise<void> {
  wanted.delete(downloadId)
  await request(cancelDownload, { body: { downloadId } })
  drop(downloadId)
}

export function saveDownload({ url, fileName }: DownloadTask): void {
  if (url === undefined) return
  const link = document.createElement('a')
  link.href = mediaUrl(url, 'http')
  link.download = fileName
  // In the page, whose own listeners may take the click.
  document.body.append(link)
  link.click()
  link.remove()
}

function note(task: DownloadTask): void {
  // Sent before or after the answer to the order: a cancelled clip is gone either way.
  if (task.state === 'cancelled') {
    drop(task.downloadId)
    return
  }
  useDownloads.setState(({ list }) => {
    const known = list.some(({ downloadId }) => downloadId === task.downloadId)
    return {
      list: known ? list.map((one) => (one.downloadId === task.downloadId ? task : one)) : [task, ...list],
    }
  })
  if (task.state === 'completed' && wanted.delete(task.downloadId)) saveDownload(task)
}

function drop(gone: string): void {
  useDownloads.setState(({ list }) => ({ list: list.filter(({ downloadId }) => downloadId !== gone) }))
}
