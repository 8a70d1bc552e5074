import type { Route } from '../../calls/route.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import type { Publisher } from '../../kernel/publisher.ts'
import { captureRoutes } from './capture-routes.ts'
import { downloadOf, downloadRoutes } from './download-routes.ts'
import { fileRoutes } from './file-routes.ts'
import { playbackOf, playbackRoutes, type StreamAddressPort } from './playback-routes.ts'
import type { CapturePort, RecordedDevicesPort, RecordedMediaPort, RecordIndexPort } from './ports.ts'
import { createChecks } from './recorded-device.ts'

/**
 * Recorded video: files, playbacks, downloads and captured pictures. Changes are sent to the session that they belong
 * to.
 */
export function createRecordingsArea(deps: {
  clock: PlatformClock
  devices: RecordedDevicesPort
  index: RecordIndexPort
  captures: CapturePort
  media: RecordedMediaPort
  addressOf: StreamAddressPort
  publisher: Publisher
}): { routes: Route[]; close(): void } {
  const { media, publisher } = deps
  const whole = { ...deps, checks: createChecks(deps) }
  const stops = [
    media.replays.onState((owner, state) =>
      publisher.toSession(owner, { type: 'playback', playback: playbackOf(state) }),
    ),
    media.downloads.onState((owner, state) =>
      publisher.toSession(owner, { type: 'download', download: downloadOf(state) }),
    ),
  ]
  return {
    routes: [
      ...fileRoutes(whole),
      ...playbackRoutes(whole),
      ...downloadRoutes(whole),
      ...captureRoutes(whole),
    ],
    close() {
      for (const stop of stops) stop()
    },
  }
}
