/** Recordings and their player for tests of calls: plays nothing, and remembers its orders. */
import { dayStart, HOUR_MS } from '@backlot/contract/time'
import type { DownloadFacts, PlaybackFacts } from '../../areas/recordings/ports.ts'
import type { Recording, RecordingSource } from '../../history/history.ts'
import type { HostClock } from '../../kernel/clock.ts'
import type { MediaPorts } from './areas-deps.ts'

/** Files of an hour each, but none of noon; the device's own disk has noon alone. */
export function hoursOf(
  sn: string,
  chnId: number,
  fromMs: number,
  toMs: number,
  source: RecordingSource,
): Recording[] {
  const files: Recording[] = []
  for (let startMs = Math.floor(fromMs / HOUR_MS) * HOUR_MS; startMs < toMs; startMs += HOUR_MS) {
    const isNoon = startMs - dayStart(startMs) === 12 * HOUR_MS
    if (isNoon !== (source === 'device')) continue
    const mark = source === 'device' ? '.d' : ''
    files.push({
      fid: `${sn}-${chnId}-${(startMs / 1000).toString(36)}${mark}`,
      sn,
      chnId,
      startMs,
      endMs: startMs + HOUR_MS,
      sizeBytes: 1000,
      cause: 'plan',
      source,
    })
  }
  return files
}

export function createRecordedMediaDouble(host: Pick<HostClock, 'now'>): MediaPorts['recorded'] {
  const playbacks = new Map<string, { owner: string; facts: PlaybackFacts }>()
  const downloads = new Map<string, { owner: string; facts: DownloadFacts }>()
  const hearers = new Set<(owner: string, facts: PlaybackFacts) => void>()
  let count = 0
  const ownPlayback = (owner: string, id: string) => {
    const found = playbacks.get(id)
    return found?.owner === owner ? found : undefined
  }
  return {
    canEncode: true,
    startReplay(wish) {
      const spans = wish.recorded()
      if (spans.length === 0) return { ok: false, reason: 'noRecordingFiles' }
      const playbackId = `playback-${++count}`
      const facts: PlaybackFacts = {
        playbackId,
        groupId: wish.groupId ?? `group-${count}`,
        state: wish.paused ? 'paused' : 'playing',
        positionMs: wish.fromMs,
        mediaMs: 0,
        atMs: host.now(),
        speed: wish.speed,
        inGap: false,
      }
      playbacks.set(playbackId, { owner: wish.owner, facts })
      return {
        ok: true,
        playbackId,
        groupId: facts.groupId,
        state: facts,
        streamPath: `/replay/${playbackId}.flv`,
        token: 't',
        expiresAtMs: host.now() + 60_000,
        hasAudio: false,
      }
    },
    replays: {
      control(owner, playbackId, command) {
        const found = ownPlayback(owner, playbackId)
        if (!found) return undefined
        if (command.action === 'pause') found.facts = { ...found.facts, state: 'paused' }
        if (command.action === 'seek') found.facts = { ...found.facts, positionMs: command.timeMs }
        for (const hearer of hearers) hearer(owner, found.facts)
        return found.facts
      },
      state: (owner, playbackId) => ownPlayback(owner, playbackId)?.facts,
      stop: async (owner, playbackId) => !!ownPlayback(owner, playbackId) && playbacks.delete(playbackId),
      onState(listener) {
        hearers.add(listener)
        return () => hearers.delete(listener)
      },
    },
    downloads: {
      start({ owner, spans: _spans, ...wish }) {
        if (_spans.length === 0) return { ok: false, reason: 'noRecordingFiles' }
        const downloadId = `download-${++count}`
        const facts: DownloadFacts = { ...wish, downloadId, state: 'waiting', percent: 0, sizeBytes: 0 }
        downloads.set(downloadId, { owner, facts })
        return { ok: true, download: facts }
      },
      list: (owner) =>
        [...downloads.values()].filter((each) => each.owner === owner).map(({ facts }) => facts),
      cancel: async (owner, downloadId) =>
        downloads.get(downloadId)?.owner === owner && downloads.delete(downloadId),
      onState: () => () => {},
    },
    render: async ({ sn, chnId, atMs, width }) =>
      Buffer.from(`${sn} ${chnId} at ${atMs}, ${width ?? 'whole'}`),
  }
}
