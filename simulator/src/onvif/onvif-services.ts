import { DEVICE_SERVICE } from './device/device-service.ts'
import { EVENT_SERVICE } from './events/event-service.ts'
import { IMAGING_SERVICE } from './imaging/imaging-service.ts'
import { MEDIA_SERVICE } from './media/media-service.ts'
import { MEDIA2_SERVICE } from './media/media2-service.ts'
import { PTZ_SERVICE } from './ptz/ptz-service.ts'
import { RECORDING_SERVICE } from './recordings/recording-service.ts'
import { REPLAY_SERVICE } from './recordings/replay-service.ts'
import { SEARCH_SERVICE } from './recordings/search-service.ts'
import type { OnvifService } from './service-call.ts'

/** All services, in the order in which GetServices lists them. */
export const ONVIF_SERVICES: readonly OnvifService[] = [
  DEVICE_SERVICE,
  MEDIA_SERVICE,
  MEDIA2_SERVICE,
  PTZ_SERVICE,
  IMAGING_SERVICE,
  EVENT_SERVICE,
  SEARCH_SERVICE,
  REPLAY_SERVICE,
  RECORDING_SERVICE,
]
