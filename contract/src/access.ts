import type { Access } from './call.ts'
import type { Capability } from './capabilities.ts'
import { SERVER_KINDS } from './servers/constants.ts'

/** Named grants, so that calls of one subject require the same routes. */
const routes = (list: readonly string[], ...anyOf: Capability[]): Access =>
  anyOf.length > 0 ? { kind: 'routes', routes: list, anyOf } : { kind: 'routes', routes: list }

const VIDEO_SCREENS = [
  '/realTime',
  '/realTime/videoReplay',
  '/realTime/videoPoll',
  '/realTime/videoPreplan',
  '/videoReplay',
  '/videoPoll',
  '/videoPreplan',
]
const ALARM_SCREENS = ['/earlyWarningData/alarmList', '/earlyWarningData/alarmStatis']

export const ACCESS = {
  public: { kind: 'public' } as Access,
  signedIn: { kind: 'signedIn' } as Access,
  control: { kind: 'control' },
  watchVideo: routes([...VIDEO_SCREENS, '/dispatch'], 'video'),
  /** The intercom: calls, broadcast, listening, push-to-talk. */
  useTalk: routes([...VIDEO_SCREENS, '/dispatch'], 'iot-video'),
  useMeetings: routes([...VIDEO_SCREENS, '/dispatch'], 'AMServer'),
  manageDevices: routes(['/systemManange/deviceManage']),
  manageDeviceTypes: routes(['/systemManange/deviceTypeManage']),
  /** Types to choose from, and to manage. */
  seeDeviceTypes: routes(['/systemManange/deviceTypeManage', '/systemManange/deviceManage']),
  manageUsers: routes(['/systemManange/userManage']),
  manageRoles: routes(['/systemManange/rolesManage']),
  seeAlarms: routes([...ALARM_SCREENS, '/dispatch', '/index', '/largeScreen'], 'alarm'),
  handleAlarms: routes(['/earlyWarningData/alarmList', '/dispatch'], 'alarm'),
  createWorkOrder: routes(['/earlyWarningData/workOrderList', '/earlyWarningData/alarmList'], 'workOrder'),
  /** Work orders and their outcomes. */
  seeOrders: routes(['/earlyWarningData/workOrderList', '/maintenance/rectification'], 'workOrder'),
  handleOrders: routes(['/earlyWarningData/workOrderList'], 'workOrder'),
  manageControlLists: routes(['/systemManange/controlLists'], 'aiarm'),
  /** Faces of recognised persons, in alarms and on the lists. */
  seeFaces: routes(
    [...ALARM_SCREENS, '/dispatch', '/index', '/largeScreen', '/systemManange/controlLists'],
    'alarm',
    'aiarm',
  ),
  shieldAlarms: routes(['/systemManange/alarmType', '/earlyWarningData/alarmList'], 'alarm'),
  manageAlarmTypes: routes(['/systemManange/alarmType'], 'alarm'),
  manageAlarmPush: routes(['/systemManange/alarmPush'], 'alarm'),
  useMap: routes(['/dispatch', '/mapReplay', '/baiduMap', '/baiduSelectMap', '/senseDevice', '/realTime']),
  seeSystemLog: routes(['/maintenance/systemLog']),
  seeUserLog: routes(['/maintenance/userLog']),
  seeDeviceLog: routes(['/maintenance/deviceLog']),
  seeAlarmLog: routes(['/maintenance/alarmLog'], 'alarm'),
  seeVisitLog: routes(['/maintenance/visitLog']),
  /** Servers: for accounts with the page of one of them. */
  seeServers: routes([
    '/serverManange/serverInfo',
    ...SERVER_KINDS.map(({ page }) => `/serverManange/mgt/${page}`),
  ]),
  fastConfig: routes(['/serverManange/fastConfig']),
  manageUpgrades: routes(['/serverManange/mgt/upgradeServer']),
  manageTemplates: routes(['/serverManange/templateManage']),
  seeService: routes(['/maintenance/server']),
  seeDeviceState: routes(['/maintenance/device']),
  /** Texts to units: who dispatches them. */
  useDispatch: routes(['/dispatch']),
} as const
