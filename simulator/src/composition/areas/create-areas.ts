import { createUploadsArea } from '../../areas/uploads/uploads-area.ts'
import type { AlarmDraft } from '../../history/alarm-draft.ts'
import { createRetryingWrites } from '../../store/retrying-writes.ts'
import { createPictureUses } from '../adapters/picture-uses.ts'
import type { Areas, AreasDeps } from './areas-deps.ts'
import { createAccounts } from './create-accounts.ts'
import { createAlarmAreas } from './create-alarm-areas.ts'
import { createDeviceAreas } from './create-device-areas.ts'
import { createMapAreas } from './create-map-areas.ts'
import { createVideoAreas } from './create-video-areas.ts'
import { createServerAdmin } from './server-admin.ts'

/** All areas, connected: dependencies between areas go through here. Accounts must have been seeded before. */
export function createAreas(deps: AreasDeps): Areas {
  const { store, log, records, files } = deps
  const { platform, host } = deps.clocks
  const noticed = createRetryingWrites(host, (error) =>
    log.error({ err: error }, 'alarms of limits or geofences could not be stored'),
  )
  const raise = (drafts: readonly AlarmDraft[]) => noticed.add(() => records.alarms.raise(drafts))
  const uploads = createUploadsArea({
    folder: files.uploads,
    limits: files.uploadLimits,
    uses: createPictureUses(store),
    host,
    log,
  })
  const serverAdmin = createServerAdmin(deps)
  const video = createVideoAreas(deps, serverAdmin)
  const accounts = createAccounts(deps, (sessionId) => {
    deps.media.live.revokeSession(sessionId)
    video.stopCamerasOf(sessionId)
  })
  const devices = createDeviceAreas(deps, { ...accounts, serverAdmin, uploads, raise })
  const alarms = createAlarmAreas(deps, { ...accounts, uploads })
  const map = createMapAreas(deps, { ...accounts, serverAdmin, raise })
  return {
    routes: [accounts, devices, serverAdmin, alarms, video, map, uploads].flatMap(({ routes }) => routes),
    session: accounts.session,
    accounts: accounts.accounts,
    logs: accounts.logs,
    devices: devices.devices,
    alarms: alarms.alarms,
    alarmTypes: alarms.types,
    uploads,
    openMediaServers: serverAdmin.openMediaServers,
    stopCamerasOf: video.stopCamerasOf,
    meetingTemplate: (id) => serverAdmin.templates.meeting(id, platform.now()),
    async close() {
      uploads.close()
      map.close()
      serverAdmin.close()
      devices.close()
      await alarms.close()
      await accounts.session.close()
      await accounts.logs.close()
    },
  }
}
