import type { HostClock } from '../../kernel/clock.ts'
import type { MediaPorts } from './areas-deps.ts'
import { createMediaListenersDouble } from './media-listeners-double.test-support.ts'
import { createRecordedMediaDouble } from './recorded-media-double.test-support.ts'

/** Media without real pictures: streams that count as live, pictures that name their subject. */
export function createMediaDouble(host: HostClock) {
  const revoked: string[] = []
  const published = new Set<string>()
  const unpowered = new Set<string>()
  const media: MediaPorts = {
    live: {
      startLive: ({ sn, chnId, streamType, sessionId }) => ({
        ok: true,
        streamPath: `/live/${sn}/${chnId}/${streamType}.flv`,
        token: `for ${sessionId.slice(0, 4)}`,
        expiresAtMs: host.now() + 60_000,
        hasAudio: true,
        source: 'scene',
      }),
      stopLive: async () => {},
      hasPower: (sn) => !unpowered.has(sn),
      revokeSession: (sessionId) => revoked.push(sessionId),
      stats: () => [
        ...[...published].map((sn) => ({ sn, chnId: 1, state: 'live', viewers: 0, source: 'published' })),
        { sn: 'N-PTZ', state: 'live', viewers: 2 },
        { sn: 'N-CAR', state: 'idle', viewers: 0 },
        { sn: 'S-PTZ', state: 'lingering', viewers: 0 },
      ],
    },
    recorded: createRecordedMediaDouble(host),
    pictures: {
      render: async ({ sn, atMs, width }) =>
        Buffer.from(`${sn} at ${atMs}${width === undefined ? '' : `, ${width} wide`}`),
      clip: async ({ sn, atMs }) => Buffer.from(`${sn} from ${atMs}`),
    },
    sightings: async ({ momentsMs }) =>
      momentsMs.map((atMs) => [
        { label: 'person', id: atMs % 1000, left: 0.25, top: 0.5, width: 1 / 30, height: 0.2, score: 0.9 },
      ]),
    address: { address: () => ({ host: '127.0.0.1', port: 8080 }) },
    listeners: createMediaListenersDouble(),
  }
  return {
    media,
    revoked,
    /** Cameras whose channel 1 somebody publishes. */
    published,
    /** Serial numbers of devices whose cameras have no power. */
    unpowered,
  }
}
