import { SERVER_KINDS } from '@backlot/contract/servers/constants'

/** Every kind of server has a page. */
export const SERVER_PATHS = SERVER_KINDS.map(({ page }) => `/serverManange/mgt/${page}` as const)

/** Routes that have a screen. A route without one has no menu entry and answers with a plain notice. */
export const SCREEN_PATHS = [
  '/dispatch',
  '/baiduMap',
  '/baiduSelectMap',
  '/dispatch/mapReplay',
  '/mapReplay',
  '/realTime',
  '/realTime/videoReplay',
  '/videoReplay',
  '/realTime/videoPoll',
  '/videoPoll',
  '/realTime/statDevOnline',
  '/statDevOnline',
  '/realTime/videoPreplan',
  '/videoPreplan',
  '/senseDevice',
  '/solarEnergy',
  '/agriculture',
  '/gas',
  '/aiAlarm',
  '/largeScreen',
  '/index',
  '/earlyWarningData/alarmList',
  '/earlyWarningData/alarmStatis',
  '/earlyWarningData/workOrderList',
  '/serverManange/serverInfo',
  '/serverManange/templateManage',
  '/serverManange/fastConfig',
  ...SERVER_PATHS,
  '/logo',
  '/maintenance/server',
  '/maintenance/device',
  '/maintenance/systemLog',
  '/maintenance/userLog',
  '/maintenance/deviceLog',
  '/maintenance/alarmLog',
  '/maintenance/visitLog',
  '/maintenance/rectification',
  '/systemManange/deviceManage',
  '/systemManange/deviceTypeManage',
  '/systemManange/userManage',
  '/systemManange/rolesManage',
  '/systemManange/mediaMange',
  '/systemManange/mediaRecordSet',
  '/systemManange/alarmType',
  '/systemManange/alarmPush',
  '/systemManange/controlLists',
  '/systemManange/senseController',
  '/systemManange/senseDictionary',
] as const

export type ScreenPath = (typeof SCREEN_PATHS)[number]

const PATHS: ReadonlySet<string> = new Set(SCREEN_PATHS)

export function hasScreen(path: string): boolean {
  return PATHS.has(path)
}
