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
  '/maintenance/systemLog',
  '/maintenance/userLog',
  '/maintenance/deviceLog',
  '/maintenance/alarmLog',
  '/maintenance/visitLog',
  '/maintenance/rectification',
  '/systemManange/userManage',
  '/systemManange/rolesManage',
  '/systemManange/alarmType',
  '/systemManange/alarmPush',
  '/systemManange/controlLists',
] as const

export type ScreenPath = (typeof SCREEN_PATHS)[number]

const PATHS: ReadonlySet<string> = new Set(SCREEN_PATHS)

export function hasScreen(path: string): boolean {
  return PATHS.has(path)
}
