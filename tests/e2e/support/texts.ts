import account from '../../../console/src/language/en/account.ts'
import aiView from '../../../console/src/language/en/aiView.ts'
import alarmDetail from '../../../console/src/language/en/alarmDetail.ts'
import alarmPush from '../../../console/src/language/en/alarmPush.ts'
import alarmQuery from '../../../console/src/language/en/alarmQuery.ts'
import alarms from '../../../console/src/language/en/alarms.ts'
import alarmTypes from '../../../console/src/language/en/alarmTypes.ts'
import cameras from '../../../console/src/language/en/cameras.ts'
import controlLists from '../../../console/src/language/en/controlLists.ts'
import deviceAdmin from '../../../console/src/language/en/deviceAdmin.ts'
import devices from '../../../console/src/language/en/devices.ts'
import fastConfig from '../../../console/src/language/en/fastConfig.ts'
import home from '../../../console/src/language/en/home.ts'
import liveAlarms from '../../../console/src/language/en/liveAlarms.ts'
import map from '../../../console/src/language/en/map.ts'
import mapTools from '../../../console/src/language/en/mapTools.ts'
import mediaConfig from '../../../console/src/language/en/mediaConfig.ts'
import polling from '../../../console/src/language/en/polling.ts'
import recordings from '../../../console/src/language/en/recordings.ts'
import sensors from '../../../console/src/language/en/sensors.ts'
import session from '../../../console/src/language/en/session.ts'
import shell from '../../../console/src/language/en/shell.ts'
import situation from '../../../console/src/language/en/situation.ts'
import sos from '../../../console/src/language/en/sos.ts'
import statistics from '../../../console/src/language/en/statistics.ts'
import talk from '../../../console/src/language/en/talk.ts'
import templates from '../../../console/src/language/en/templates.ts'
import tracks from '../../../console/src/language/en/tracks.ts'
import upgrades from '../../../console/src/language/en/upgrades.ts'
import users from '../../../console/src/language/en/users.ts'
import video from '../../../console/src/language/en/video.ts'
import workOrders from '../../../console/src/language/en/workOrders.ts'

export type TestLanguage = 'en' | 'zh'

const ENGLISH = {
  account,
  users,
  aiView,
  alarmDetail,
  alarmPush,
  alarmQuery,
  alarmTypes,
  cameras,
  alarms,
  controlLists,
  deviceAdmin,
  devices,
  fastConfig,
  home,
  liveAlarms,
  map,
  mapTools,
  mediaConfig,
  polling,
  recordings,
  sensors,
  session,
  shell,
  statistics,
  talk,
  templates,
  tracks,
  upgrades,
  video,
  situation,
  sos,
  workOrders,
}
const CHINESE: typeof ENGLISH = Object.fromEntries(
  await Promise.all(
    Object.keys(ENGLISH).map(async (name) => {
      const { default: texts } = await import(`../../../console/src/language/zh/${name}.ts`)
      return [name, texts]
    }),
  ),
)

/** The console's own texts, by their files. */
export function textsOf(language: TestLanguage): typeof ENGLISH {
  return language === 'en' ? ENGLISH : CHINESE
}
