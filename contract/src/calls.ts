import { AI_VIEW_CALLS } from './ai-view/calls.ts'
import { ALARM_PUSH_CALLS } from './alarm-push/calls.ts'
import { ALARM_TYPE_CALLS } from './alarm-types/calls.ts'
import { ALARM_CALLS } from './alarms/calls.ts'
import type { AnyCall } from './call.ts'
import { CONTROL_CALLS } from './control/calls.ts'
import { CAPTURE_CALLS } from './control/capture-calls.ts'
import { DEVICE_CONTROL_CALLS } from './control/device-calls.ts'
import { FAULT_CALLS } from './control/fault-calls.ts'
import { FLEET_CALLS } from './control/fleet-calls.ts'
import { LIVE_CALLS } from './control/live-calls.ts'
import { RUN_CALLS } from './control/run-calls.ts'
import { SCENARIO_CALLS } from './control/scenario-calls.ts'
import { SNAPSHOT_CALLS } from './control/snapshot-calls.ts'
import { STATE_CALLS } from './control/state-calls.ts'
import { STORM_CALLS } from './control/storm-calls.ts'
import { TALK_CONTROL_CALLS } from './control/talk-calls.ts'
import { CONTROL_LIST_CALLS } from './control-lists/calls.ts'
import { DEVICE_ADMIN_CALLS } from './device-admin/calls.ts'
import { DEVICE_CONFIG_CALLS } from './device-config/calls.ts'
import { DEVICE_MESSAGE_CALLS } from './device-messages/calls.ts'
import { DEVICE_CALLS } from './devices/calls.ts'
import { FAVOURITE_CALLS } from './favourites/calls.ts'
import { INSTALLATION_CALLS } from './installation/calls.ts'
import { LIVE_VIDEO_CALLS } from './live-video/calls.ts'
import { LOG_CALLS } from './logs/calls.ts'
import { MAP_CALLS } from './map/calls.ts'
import { MAP_DISPATCH_CALLS } from './map-dispatch/calls.ts'
import { MAP_DRAWING_CALLS } from './map-drawings/calls.ts'
import { MAP_HEAT_CALLS } from './map-heat/calls.ts'
import { MAP_TRAFFIC_CALLS } from './map-traffic/calls.ts'
import { MEDIA_CONFIG_CALLS } from './media-config/calls.ts'
import { PREPLAN_CALLS } from './preplans/calls.ts'
import { POLLING_CALLS } from './preplans/polling-calls.ts'
import { PTZ_CALLS } from './ptz/calls.ts'
import { RECORDING_CALLS } from './recordings/calls.ts'
import { SENSE_CONTROLLER_CALLS } from './sense-controllers/calls.ts'
import { SENSOR_CALLS } from './sensors/calls.ts'
import { DICTIONARY_CALLS } from './sensors/dictionary-calls.ts'
import { SENSOR_PARAM_CALLS } from './sensors/param-calls.ts'
import { SENSOR_WIRE_CALLS } from './sensors/wire-calls.ts'
import { SERVER_CALLS } from './servers/calls.ts'
import { FAST_CONFIG_CALLS } from './servers/fast-config-calls.ts'
import { SESSION_CALLS } from './session/calls.ts'
import { SITUATION_CALLS } from './situation/calls.ts'
import { STATISTICS_CALLS } from './statistics/calls.ts'
import { TEMPLATE_CALLS } from './templates/calls.ts'
import { TRACK_CALLS } from './tracks/calls.ts'
import { UPGRADE_CALLS } from './upgrades/calls.ts'
import { UPLOAD_CALLS } from './uploads/calls.ts'
import { USER_CALLS } from './users/calls.ts'
import { WIRE_CALLS } from './wires/calls.ts'
import { WORK_ORDER_CALLS } from './work-orders/calls.ts'
import { WORKSPACE_CALLS } from './workspaces/calls.ts'

/** Every call of the platform. Routes, client, documentation, the permission matrix and tests are derived from it. */
export const PLATFORM_CALLS: readonly AnyCall[] = [
  ...SESSION_CALLS,
  ...USER_CALLS,
  ...DEVICE_CALLS,
  ...SENSOR_CALLS,
  ...DICTIONARY_CALLS,
  ...SENSOR_PARAM_CALLS,
  ...SENSOR_WIRE_CALLS,
  ...SENSE_CONTROLLER_CALLS,
  ...DEVICE_ADMIN_CALLS,
  ...INSTALLATION_CALLS,
  ...DEVICE_CONFIG_CALLS,
  ...DEVICE_MESSAGE_CALLS,
  ...FAVOURITE_CALLS,
  ...WORKSPACE_CALLS,
  ...LIVE_VIDEO_CALLS,
  ...RECORDING_CALLS,
  ...MEDIA_CONFIG_CALLS,
  ...PTZ_CALLS,
  ...PREPLAN_CALLS,
  ...POLLING_CALLS,
  ...MAP_CALLS,
  ...MAP_DRAWING_CALLS,
  ...MAP_DISPATCH_CALLS,
  ...MAP_HEAT_CALLS,
  ...MAP_TRAFFIC_CALLS,
  ...ALARM_CALLS,
  ...ALARM_TYPE_CALLS,
  ...ALARM_PUSH_CALLS,
  ...AI_VIEW_CALLS,
  ...CONTROL_LIST_CALLS,
  ...WORK_ORDER_CALLS,
  ...UPLOAD_CALLS,
  ...STATISTICS_CALLS,
  ...SITUATION_CALLS,
  ...TRACK_CALLS,
  ...LOG_CALLS,
  ...SERVER_CALLS,
  ...FAST_CONFIG_CALLS,
  ...TEMPLATE_CALLS,
  ...UPGRADE_CALLS,
] as readonly AnyCall[]

export const ALL_CALLS: readonly AnyCall[] = [
  ...PLATFORM_CALLS,
  ...(CONTROL_CALLS as readonly AnyCall[]),
  ...(FLEET_CALLS as readonly AnyCall[]),
  ...(DEVICE_CONTROL_CALLS as readonly AnyCall[]),
  ...(FAULT_CALLS as readonly AnyCall[]),
  ...(SCENARIO_CALLS as readonly AnyCall[]),
  ...(STORM_CALLS as readonly AnyCall[]),
  ...(WIRE_CALLS as readonly AnyCall[]),
  ...(TALK_CONTROL_CALLS as readonly AnyCall[]),
  ...(STATE_CALLS as readonly AnyCall[]),
  ...(SNAPSHOT_CALLS as readonly AnyCall[]),
  ...(RUN_CALLS as readonly AnyCall[]),
  ...(CAPTURE_CALLS as readonly AnyCall[]),
  ...(LIVE_CALLS as readonly AnyCall[]),
]
