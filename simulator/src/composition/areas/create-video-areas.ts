import { MANUAL_SNAPSHOT } from '@backlot/contract/alarms/constants'
import { createLiveVideoArea } from '../../areas/live-video/live-video-area.ts'
import { createPreplansArea } from '../../areas/preplans/preplans-area.ts'
import { createPtzArea } from '../../areas/ptz/ptz-area.ts'
import { createRecordingsArea } from '../../areas/recordings/recordings-area.ts'
import type { Route } from '../../calls/route.ts'
import { refusal } from '../../kernel/refusal.ts'
import { createRecordingPorts } from '../adapters/recording-ports.ts'
import { createVideoPorts, withMediaServers, withTemplates } from '../adapters/video-ports.ts'
import { createVisibleDevices } from '../adapters/visible-devices.ts'
import type { AreasDeps } from './areas-deps.ts'
import type { ServerAdmin } from './server-admin.ts'

/** Cameras: live video and snapshots, recordings, PTZ and polling plans. */
export function createVideoAreas(
  deps: AreasDeps,
  { config, templates, mediaServers }: ServerAdmin,
): { routes: Route[]; stopCamerasOf(sessionId: string): void } {
  const { store, publisher, records, media, fleet } = deps
  const { view, alarms } = records
  const { platform: clock } = deps.clocks
  const commandsOf = (sn: string) => fleet.commands.commandsOf(sn)
  const video = createVideoPorts(
    view,
    fleet.directory,
    commandsOf,
    media.live.hasPower,
    fleet.cameras.presetsOf,
  )
  const videoDevices = withMediaServers(withTemplates(video.devices, mediaServers), mediaServers)
  const recordings = createRecordingsArea({
    clock,
    ...createRecordingPorts({
      view,
      mediaServerOf: videoDevices.mediaServerOf,
      past: deps.past.recordings,
      external: deps.past.externalRecordings,
      store,
      clock,
      config,
      templates,
      render: media.recorded.render,
      commandsOf,
    }),
    media: media.recorded,
    addressOf: mediaServers.addressOf,
    publisher,
  })
  const liveVideo = createLiveVideoArea({
    clock,
    devices: videoDevices,
    media: media.live,
    record: mediaServers,
    publisher,
    snapshots: {
      async raise({ sn, chnId, seq, atMs }) {
        if (!(await fleet.cameras.capture(sn, chnId, atMs))) throw refusal('unavailable', 'noSnapshot')
        const [alarm] = await alarms.raise([
          {
            sn,
            chnId,
            alarmSeq: seq,
            type: 'Snapshot',
            subType: MANUAL_SNAPSHOT,
            alarmSource: 1,
            startMs: atMs,
            endMs: atMs,
            resources: [{ type: 1, recipe: { sn, chnId, atMs } }],
          },
        ])
        return alarm?.resource ?? []
      },
    },
  })
  const ptz = createPtzArea({ clock, cameras: video.cameras, commandLog: fleet.commands })
  const preplans = createPreplansArea({
    store,
    clock,
    devices: createVisibleDevices(view, fleet.directory),
  })
  return {
    routes: [...liveVideo.routes, ...recordings.routes, ...ptz.routes, ...preplans.routes],
    stopCamerasOf: ptz.stopCamerasOf,
  }
}
