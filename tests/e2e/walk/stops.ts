import { SERVER_KINDS } from '@backlot/contract/servers/constants'
import type { ScreenPath, SERVER_PATHS } from '../../../console/src/session/screen-paths.ts'

/** A stop of a walk: a picture of the gallery, the screen that it opens, and how many of its controls are pressed. */
export type Stop = { shot: string; screen?: ScreenPath; presses?: number }

/** Maps and video cost a processor much: fewer of their controls are pressed. */
const PRESSES = 8
const HEAVY_PRESSES = 3

/** Second addresses of screens, with or without the header. */
export const SECOND_ADDRESSES = [
  '/mapReplay',
  '/realTime/videoReplay',
  '/realTime/videoPoll',
  '/realTime/statDevOnline',
  '/realTime/videoPreplan',
] as const satisfies readonly ScreenPath[]

type MapPath = '/dispatch' | '/dispatch/mapReplay' | '/baiduMap' | '/baiduSelectMap' | '/largeScreen'
type SecondAddress = (typeof SECOND_ADDRESSES)[number]
type ServerPath = (typeof SERVER_PATHS)[number]

/** The picture of each screen as it opens, its data there. */
const SCREENS: Readonly<Record<Exclude<ScreenPath, MapPath | SecondAddress | ServerPath>, string>> = {
  '/index': 'home',
  '/realTime': 'live-video-1',
  '/videoReplay': 'replay-1',
  '/videoPoll': 'polling',
  '/statDevOnline': 'statistics-days',
  '/videoPreplan': 'video-plans',
  '/senseDevice': 'readings-station',
  '/solarEnergy': 'readings-solar',
  '/agriculture': 'readings-farm',
  '/gas': 'readings-gas',
  '/aiAlarm': 'ai-view',
  '/earlyWarningData/alarmList': 'alarm-list',
  '/earlyWarningData/alarmStatis': 'alarm-statistics',
  '/earlyWarningData/workOrderList': 'work-orders',
  '/serverManange/serverInfo': 'server-info',
  '/serverManange/templateManage': 'templates',
  '/serverManange/fastConfig': 'fast-config',
  '/logo': 'logo',
  '/maintenance/server': 'service-state',
  '/maintenance/device': 'device-states',
  '/maintenance/systemLog': 'log-system',
  '/maintenance/userLog': 'log-user',
  '/maintenance/deviceLog': 'log-device',
  '/maintenance/alarmLog': 'log-alarm',
  '/maintenance/visitLog': 'log-visit',
  '/maintenance/rectification': 'rectification-year',
  '/systemManange/deviceManage': 'devices',
  '/systemManange/deviceTypeManage': 'device-types',
  '/systemManange/userManage': 'users',
  '/systemManange/rolesManage': 'roles',
  '/systemManange/mediaMange': 'media-servers',
  '/systemManange/mediaRecordSet': 'capture-rules',
  '/systemManange/alarmType': 'alarm-types',
  '/systemManange/alarmPush': 'alarm-push',
  '/systemManange/controlLists': 'control-lists',
  '/systemManange/senseController': 'sense-controllers',
  '/systemManange/senseDictionary': 'sensing-quantities',
}
const SERVERS = Object.fromEntries(
  SERVER_KINDS.map(({ kind, page }) => [
    `/serverManange/mgt/${page}`,
    kind === 'upgrade' ? 'upgrade-versions' : `server-${page}`,
  ]),
)
const HEAVY = new Set<string>(['/realTime', '/videoReplay', '/videoPoll', '/aiAlarm'])

const MAPS: Readonly<Record<MapPath, string>> = {
  '/dispatch': 'map-station',
  '/dispatch/mapReplay': 'tracks',
  '/baiduMap': 'map-embedded',
  '/baiduSelectMap': 'map-location',
  '/largeScreen': 'situation',
}

/** Dialogs, panels and views of screens. */
const DIALOGS = [
  'account-info',
  'account-monitoring',
  'account-alarmSettings',
  'account-place',
  'account-password',
  'live-video-cruise',
  'alarm-detail',
  'work-order',
  'station-line',
  'station-setup',
  'station-point-limits',
  'station-point-no-alarm',
  'device-setup',
  'device-setup-edit',
  'user-edit',
  'user-edit-discard',
  'user-delete',
  'ai-view-live',
]
const MAP_DIALOGS = [
  'dispatch-messages',
  'dispatch-layers',
  'dispatch-drawings',
  'dispatch-traffic',
  'dispatch-situation',
  'dispatch-selection',
  'dispatch-location',
]

function stopsOf(screens: Readonly<Record<string, string>>, dialogs: readonly string[]): Stop[] {
  return [
    ...Object.entries(screens).map(([screen, shot]) => ({ shot, screen: screen as ScreenPath })),
    ...dialogs.map((shot) => ({ shot })),
  ]
}

/** Stops before anybody is signed in. */
export const SIGN_IN_STOPS: readonly Stop[] = [{ shot: 'sign-in' }, { shot: 'sign-in-faults' }]
export const STOPS: readonly Stop[] = stopsOf({ ...SCREENS, ...SERVERS }, DIALOGS).map((stop) =>
  stop.screen ? { ...stop, presses: HEAVY.has(stop.screen) ? HEAVY_PRESSES : PRESSES } : stop,
)
/** Maps, which the processor draws; controls of the dispatch map alone are pressed, those of the others have tests of their own. */
export const MAP_STOPS: readonly Stop[] = stopsOf(MAPS, MAP_DIALOGS).map((stop) =>
  stop.screen === '/dispatch' ? { ...stop, presses: HEAVY_PRESSES } : stop,
)
