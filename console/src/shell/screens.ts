import type { ComponentType } from 'react'
import { type ScreenPath, SERVER_PATHS } from '../session/screen-paths.ts'

/** Loads a screen's component. */
type ScreenLoader = () => Promise<ComponentType>

/** One screen for every kind of station; the route decides which. */
const liveReadings: ScreenLoader = async () =>
  (await import('../areas/sensors/live-readings-screen.tsx')).LiveReadingsScreen

const videoPoll: ScreenLoader = async () =>
  (await import('../areas/polling/polling-screen.tsx')).PollingScreen

const videoReplay: ScreenLoader = async () =>
  (await import('../areas/recordings/replay-screen.tsx')).ReplayScreen

const videoPlans: ScreenLoader = async () =>
  (await import('../areas/preplans/preplans-screen.tsx')).PreplansScreen

const onlineStatistics: ScreenLoader = async () =>
  (await import('../areas/statistics/statistics-screen.tsx')).StatisticsScreen

const mapReplay: ScreenLoader = async () => (await import('../areas/tracks/tracks-screen.tsx')).TracksScreen

type ServerPath = (typeof SERVER_PATHS)[number]

/** One list of all servers; the route of a kind opens it there. */
const servers: ScreenLoader = async () => (await import('../areas/servers/servers-screen.tsx')).ServersScreen

/** Screens by route, each loaded on demand. To add one: write it in its area, name it here and in `screen-paths.ts`. */
const LOADERS: Readonly<Record<Exclude<ScreenPath, ServerPath>, ScreenLoader>> = {
  '/dispatch': async () => (await import('../areas/map/map-screen.tsx')).MapScreen,
  '/baiduMap': async () => (await import('../areas/map/embedded-map-screen.tsx')).EmbeddedMapScreen,
  '/baiduSelectMap': async () => (await import('../areas/map/select-map-screen.tsx')).SelectMapScreen,
  '/dispatch/mapReplay': mapReplay,
  '/mapReplay': mapReplay,
  '/realTime': async () => (await import('../areas/live-video/real-time-screen.tsx')).RealTimeScreen,
  '/realTime/videoReplay': videoReplay,
  '/videoReplay': videoReplay,
  '/realTime/videoPoll': videoPoll,
  '/videoPoll': videoPoll,
  '/realTime/statDevOnline': onlineStatistics,
  '/statDevOnline': onlineStatistics,
  '/realTime/videoPreplan': videoPlans,
  '/videoPreplan': videoPlans,
  '/senseDevice': liveReadings,
  '/solarEnergy': liveReadings,
  '/agriculture': liveReadings,
  '/gas': liveReadings,
  '/aiAlarm': async () => (await import('../areas/ai-view/ai-screen.tsx')).AiScreen,
  '/largeScreen': async () => (await import('../areas/situation/situation-screen.tsx')).SituationScreen,
  '/index': async () => (await import('../areas/home/home-screen.tsx')).HomeScreen,
  '/earlyWarningData/alarmList': async () =>
    (await import('../areas/alarms/alarm-list-screen.tsx')).AlarmListScreen,
  '/earlyWarningData/alarmStatis': async () =>
    (await import('../areas/alarm-statistics/alarm-statistics-screen.tsx')).AlarmStatisticsScreen,
  '/earlyWarningData/workOrderList': async () =>
    (await import('../areas/work-orders/work-order-list-screen.tsx')).WorkOrderListScreen,
  '/serverManange/serverInfo': servers,
  '/serverManange/templateManage': async () =>
    (await import('../areas/templates/templates-screen.tsx')).TemplatesScreen,
  '/serverManange/fastConfig': async () =>
    (await import('../areas/servers/fast-config-screen.tsx')).FastConfigScreen,
  '/maintenance/server': async () => (await import('../areas/servers/service-screen.tsx')).ServiceScreen,
  '/maintenance/device': async () =>
    (await import('../areas/servers/device-state-screen.tsx')).DeviceStateScreen,
  '/maintenance/systemLog': async () => (await import('../areas/logs/system-log-screen.tsx')).SystemLogScreen,
  '/maintenance/userLog': async () => (await import('../areas/logs/user-log-screen.tsx')).UserLogScreen,
  '/maintenance/deviceLog': async () => (await import('../areas/logs/device-log-screen.tsx')).DeviceLogScreen,
  '/maintenance/alarmLog': async () => (await import('../areas/logs/alarm-log-screen.tsx')).AlarmLogScreen,
  '/maintenance/visitLog': async () => (await import('../areas/logs/visit-log-screen.tsx')).VisitLogScreen,
  '/maintenance/rectification': async () =>
    (await import('../areas/rectification/rectification-screen.tsx')).RectificationScreen,
  '/systemManange/deviceManage': async () =>
    (await import('../areas/device-admin/devices-screen.tsx')).DevicesScreen,
  '/systemManange/deviceTypeManage': async () =>
    (await import('../areas/device-admin/device-types-screen.tsx')).DeviceTypesScreen,
  '/systemManange/userManage': async () => (await import('../areas/users/users-screen.tsx')).UsersScreen,
  '/systemManange/rolesManage': async () => (await import('../areas/users/roles-screen.tsx')).RolesScreen,
  '/systemManange/mediaMange': async () =>
    (await import('../areas/media-config/media-servers-screen.tsx')).MediaServersScreen,
  '/systemManange/mediaRecordSet': async () =>
    (await import('../areas/media-config/media-record-screen.tsx')).MediaRecordScreen,
  '/logo': async () => (await import('../areas/account/logo-screen.tsx')).LogoScreen,
  '/systemManange/alarmType': async () =>
    (await import('../areas/alarm-types/alarm-types-screen.tsx')).AlarmTypesScreen,
  '/systemManange/alarmPush': async () =>
    (await import('../areas/alarm-push/alarm-push-screen.tsx')).AlarmPushScreen,
  '/systemManange/senseController': async () =>
    (await import('../areas/sense-controllers/sense-controllers-screen.tsx')).SenseControllersScreen,
  '/systemManange/senseDictionary': async () =>
    (await import('../areas/sense-dictionary/sense-dictionary-screen.tsx')).SenseDictionaryScreen,
  '/systemManange/controlLists': async () =>
    (await import('../areas/control-lists/control-lists-screen.tsx')).ControlListsScreen,
}

export const SCREENS: Readonly<Record<string, ScreenLoader>> = {
  ...LOADERS,
  ...Object.fromEntries(SERVER_PATHS.map((path) => [path, servers])),
  '/serverManange/mgt/upgradeServer': async () =>
    (await import('../areas/servers/upgrade-server-screen.tsx')).UpgradeServerScreen,
}
