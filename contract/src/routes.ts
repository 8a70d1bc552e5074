import type { Capability } from './capabilities.ts'

/** One route of the console: its permission, the place of its menu entry, and whether it carries the header. */
export type ConsoleRoute = {
  path: string
  /** Key of the label in the console's languages (`menu.<label>`). */
  label: string
  /** Shown when at least one of these is on; none listed: not limited. */
  anyOf?: readonly Capability[]
  /** Visible to everybody who is signed in (or to anybody, for the sign-in page). */
  always?: boolean
  header?: false
  parent?: string
  origin: 'stated' | 'assumed'
}

const stated = (path: string, label: string, more: Partial<ConsoleRoute> = {}): ConsoleRoute => ({
  path,
  label,
  origin: 'stated',
  ...more,
})
const assumed = (path: string, label: string, more: Partial<ConsoleRoute> = {}): ConsoleRoute => ({
  path,
  label,
  origin: 'assumed',
  ...more,
})
const under = (parent: string, rows: readonly ConsoleRoute[]): ConsoleRoute[] =>
  rows.map((row) => ({ ...row, path: `${parent}/${row.path}`, parent }))

/** Every route, in menu order. Permission entries (`target`) are these paths. */
export const ROUTES: readonly ConsoleRoute[] = [
  stated('/login', 'login', { always: true, header: false }),
  stated('/404', 'notFound', { always: true }),
  stated('/', 'home', { always: true }),
  stated('/index', 'home', { always: true }),
  stated('/largeScreen', 'largeScreen', { anyOf: ['alarm'], header: false }),
  stated('/dispatch', 'dispatch'),
  ...under('/dispatch', [stated('mapReplay', 'historyTrack')]),
  stated('/realTime', 'video', { anyOf: ['video'] }),
  ...under('/realTime', [
    stated('videoReplay', 'replay', { anyOf: ['video'] }),
    stated('videoPoll', 'videoPolling', { anyOf: ['video'] }),
    stated('statDevOnline', 'onlineStatistics', { anyOf: ['video'] }),
    stated('videoPreplan', 'plan', { anyOf: ['video'] }),
  ]),
  stated('/videoReplay', 'replay', { anyOf: ['video'] }),
  stated('/videoPoll', 'videoPolling', { anyOf: ['video'] }),
  stated('/statDevOnline', 'onlineStatistics', { anyOf: ['video'] }),
  stated('/videoPreplan', 'plan', { anyOf: ['video'] }),
  stated('/senseDevice', 'sensorData', { anyOf: ['hjt212'] }),
  assumed('/solarEnergy', 'solarEnergy', { anyOf: ['solarEnergy'] }),
  assumed('/agriculture', 'agriculture', { anyOf: ['agriculture'] }),
  assumed('/gas', 'gas', { anyOf: ['gasSeneor'] }),
  stated('/earlyWarningData', 'warningData', { anyOf: ['alarm'] }),
  ...under('/earlyWarningData', [
    stated('alarmList', 'warningList', { anyOf: ['alarm'] }),
    stated('alarmStatis', 'statistics', { anyOf: ['alarm'] }),
    stated('workOrderList', 'workOrder', { anyOf: ['workOrder'] }),
  ]),
  stated('/systemManange', 'systemMgt'),
  ...under('/systemManange', [
    stated('deviceManage', 'deviceMgt'),
    stated('deviceTypeManage', 'deviceType'),
    stated('userManage', 'userMgt'),
    stated('rolesManage', 'roleMgt'),
    stated('mediaMange', 'mediaServerMgt'),
    stated('senseDictionary', 'sensorVol', { anyOf: ['hjt212', 'gasSeneor'] }),
    stated('senseController', 'sensor', { anyOf: ['hjt212', 'gasSeneor'] }),
    stated('alarmType', 'alarmType', { anyOf: ['alarm'] }),
    stated('alarmPush', 'alarmPush', { anyOf: ['alarm'] }),
    assumed('controlLists', 'controlLists', { anyOf: ['aiarm'] }),
    assumed('mediaRecordSet', 'mediaRecordSet', { anyOf: ['video'] }),
  ]),
  stated('/serverManange', 'serverMgt'),
  ...under('/serverManange', [
    stated('serverInfo', 'serverInfo'),
    stated('templateManage', 'template'),
    stated('mgt/webServer', 'webServer'),
    assumed('mgt/videoCenter', 'videoServer', { anyOf: ['video'] }),
    stated('mgt/sensorCenter', 'hjt212Server', { anyOf: ['hjt212'] }),
    stated('mgt/gbtCenter', 'gb28181Server', { anyOf: ['gbtServer'] }),
    stated('mgt/silkroadCenter', 'iotServer', { anyOf: ['iot'] }),
    stated('mgt/mediaServer', 'mediaServer', { anyOf: ['video'] }),
    assumed('mgt/meetingServer', 'meetingServer', { anyOf: ['AMServer'] }),
    assumed('mgt/upgradeServer', 'upgradeServer'),
    stated('mgt/intercomServer', 'intercomServer', { anyOf: ['iot-video'] }),
    assumed('mgt/workOrderServer', 'workOrderServer', { anyOf: ['workOrder'] }),
    assumed('mgt/onvifServer', 'onvifServer', { anyOf: ['onvif'] }),
    assumed('mgt/jt808Server', 'jt808Server', { anyOf: ['jt808'] }),
    assumed('mgt/captureServer', 'captureServer', { anyOf: ['snapshot'] }),
    stated('fastConfig', 'fastConfig'),
  ]),
  stated('/maintenance', 'maintenance'),
  ...under('/maintenance', [
    stated('server', 'service'),
    assumed('device', 'device'),
    stated('systemLog', 'systemLogs'),
    stated('userLog', 'userLogs'),
    stated('deviceLog', 'deviceLogs'),
    stated('alarmLog', 'alarmLogs', { anyOf: ['alarm'] }),
    stated('visitLog', 'visitLogs'),
    assumed('rectification', 'rectification', { anyOf: ['workOrder'] }),
  ]),
  stated('/aiAlarm', 'aiView', { always: true, header: false }),
  stated('/mapReplay', 'historyTrack', { header: false }),
  stated('/logo', 'modifyLogo'),
  stated('/baiduMap', 'map', { header: false }),
  stated('/baiduSelectMap', 'mapLocation', { header: false }),
]

export const ROUTE_PATHS: readonly string[] = ROUTES.map((route) => route.path)

/** The route with exactly this path. */
export function routeAt(path: string): ConsoleRoute | undefined {
  return ROUTES.find((route) => route.path === path)
}
