import type { Shot } from './shot.ts'
import { ALARM_USERS_SHOTS } from './shots/alarm-admin.ts'
import { ALARM_SHOTS } from './shots/alarms.ts'
import { MAINTENANCE_SHOTS } from './shots/maintenance.ts'
import { MAP_SHOTS } from './shots/map.ts'
import { POLLING_SHOTS } from './shots/polling.ts'
import { RECORDINGS_SHOTS } from './shots/recordings.ts'
import { SENSOR_SHOTS } from './shots/sensors.ts'
import { SERVER_USERS_SHOTS } from './shots/server-admin.ts'
import { SESSION_SHOTS } from './shots/session.ts'
import { SHELL_SHOTS } from './shots/shell.ts'
import { SITUATION_SHOTS } from './shots/situation.ts'
import { TALK_SHOTS } from './shots/talk.ts'
import { TRACK_SHOTS } from './shots/tracks.ts'
import { USERS_SHOTS } from './shots/users.ts'
import { VIDEO_SHOTS } from './shots/video.ts'
import { WORK_ORDER_SHOTS } from './shots/work-orders.ts'

/** Every screen and dialog. Those that change stored data come last, so that the others look the same each time. */
export const SHOTS: readonly Shot[] = [
  ...SESSION_SHOTS,
  ...SHELL_SHOTS,
  ...SITUATION_SHOTS,
  ...VIDEO_SHOTS,
  ...RECORDINGS_SHOTS,
  ...POLLING_SHOTS,
  ...TALK_SHOTS,
  ...MAP_SHOTS,
  ...TRACK_SHOTS,
  ...SENSOR_SHOTS,
  ...USERS_SHOTS,
  ...ALARM_SHOTS,
  ...ALARM_USERS_SHOTS,
  ...WORK_ORDER_SHOTS,
  ...SERVER_USERS_SHOTS,
  ...MAINTENANCE_SHOTS,
]
