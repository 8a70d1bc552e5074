import type { Page } from '@playwright/test'
import adminEn from '../../console/src/language/en/admin.ts'
import aiEn from '../../console/src/language/en/ai.ts'
import alarmDetailEn from '../../console/src/language/en/alarmDetail.ts'
import alarmPushEn from '../../console/src/language/en/alarmPush.ts'
import alarmQueryEn from '../../console/src/language/en/alarmQuery.ts'
import alarmsEn from '../../console/src/language/en/alarms.ts'
import alarmTypesEn from '../../console/src/language/en/alarmTypes.ts'
import controlListsEn from '../../console/src/language/en/controlLists.ts'
import deviceAdminEn from '../../console/src/language/en/deviceAdmin.ts'
import devicesEn from '../../console/src/language/en/devices.ts'
import fastConfigEn from '../../console/src/language/en/fastConfig.ts'
import homeEn from '../../console/src/language/en/home.ts'
import liveAlarmsEn from '../../console/src/language/en/liveAlarms.ts'
import mapEn from '../../console/src/language/en/map.ts'
import mapToolsEn from '../../console/src/language/en/mapTools.ts'
import mediaEn from '../../console/src/language/en/media.ts'
import pollEn from '../../console/src/language/en/poll.ts'
import replayEn from '../../console/src/language/en/replay.ts'
import sensorsEn from '../../console/src/language/en/sensors.ts'
import sessionEn from '../../console/src/language/en/session.ts'
import shellEn from '../../console/src/language/en/shell.ts'
import statsEn from '../../console/src/language/en/stats.ts'
import talkEn from '../../console/src/language/en/talk.ts'
import templatesEn from '../../console/src/language/en/templates.ts'
import tracksEn from '../../console/src/language/en/tracks.ts'
import upgradesEn from '../../console/src/language/en/upgrades.ts'
import videoEn from '../../console/src/language/en/video.ts'
import wallEn from '../../console/src/language/en/wall.ts'
import workOrdersEn from '../../console/src/language/en/workOrders.ts'
import adminZh from '../../console/src/language/zh/admin.ts'
import aiZh from '../../console/src/language/zh/ai.ts'
import alarmDetailZh from '../../console/src/language/zh/alarmDetail.ts'
import alarmPushZh from '../../console/src/language/zh/alarmPush.ts'
import alarmQueryZh from '../../console/src/language/zh/alarmQuery.ts'
import alarmsZh from '../../console/src/language/zh/alarms.ts'
import alarmTypesZh from '../../console/src/language/zh/alarmTypes.ts'
import controlListsZh from '../../console/src/language/zh/controlLists.ts'
import deviceAdminZh from '../../console/src/language/zh/deviceAdmin.ts'
import devicesZh from '../../console/src/language/zh/devices.ts'
import fastConfigZh from '../../console/src/language/zh/fastConfig.ts'
import homeZh from '../../console/src/language/zh/home.ts'
import liveAlarmsZh from '../../console/src/language/zh/liveAlarms.ts'
import mapZh from '../../console/src/language/zh/map.ts'
import mapToolsZh from '../../console/src/language/zh/mapTools.ts'
import mediaZh from '../../console/src/language/zh/media.ts'
import pollZh from '../../console/src/language/zh/poll.ts'
import replayZh from '../../console/src/language/zh/replay.ts'
import sensorsZh from '../../console/src/language/zh/sensors.ts'
import sessionZh from '../../console/src/language/zh/session.ts'
import shellZh from '../../console/src/language/zh/shell.ts'
import statsZh from '../../console/src/language/zh/stats.ts'
import talkZh from '../../console/src/language/zh/talk.ts'
import templatesZh from '../../console/src/language/zh/templates.ts'
import tracksZh from '../../console/src/language/zh/tracks.ts'
import upgradesZh from '../../console/src/language/zh/upgrades.ts'
import videoZh from '../../console/src/language/zh/video.ts'
import wallZh from '../../console/src/language/zh/wall.ts'
import workOrdersZh from '../../console/src/language/zh/workOrders.ts'
import type { TrueDevice } from '../../tests/e2e/support/fleet.ts'
import type { SignInPage } from '../../tests/e2e/support/sign-in.ts'

export type Look = { language: 'en' | 'zh'; theme: 'dark' | 'light' }

const TEXTS = {
  en: {
    admin: adminEn,
    ai: aiEn,
    alarmDetail: alarmDetailEn,
    alarmPush: alarmPushEn,
    alarmTypes: alarmTypesEn,
    alarmQuery: alarmQueryEn,
    alarms: alarmsEn,
    devices: devicesEn,
    fastConfig: fastConfigEn,
    home: homeEn,
    liveAlarms: liveAlarmsEn,
    map: mapEn,
    mapTools: mapToolsEn,
    media: mediaEn,
    poll: pollEn,
    replay: replayEn,
    sensors: sensorsEn,
    session: sessionEn,
    shell: shellEn,
    talk: talkEn,
    stats: statsEn,
    templates: templatesEn,
    tracks: tracksEn,
    upgrades: upgradesEn,
    video: videoEn,
    wall: wallEn,
    controlLists: controlListsEn,
    deviceAdmin: deviceAdminEn,
    workOrders: workOrdersEn,
  },
  zh: {
    admin: adminZh,
    ai: aiZh,
    alarmDetail: alarmDetailZh,
    alarmPush: alarmPushZh,
    alarmTypes: alarmTypesZh,
    alarmQuery: alarmQueryZh,
    alarms: alarmsZh,
    devices: devicesZh,
    fastConfig: fastConfigZh,
    home: homeZh,
    liveAlarms: liveAlarmsZh,
    map: mapZh,
    mapTools: mapToolsZh,
    media: mediaZh,
    poll: pollZh,
    replay: replayZh,
    sensors: sensorsZh,
    session: sessionZh,
    shell: shellZh,
    talk: talkZh,
    stats: statsZh,
    templates: templatesZh,
    tracks: tracksZh,
    upgrades: upgradesZh,
    video: videoZh,
    wall: wallZh,
    controlLists: controlListsZh,
    deviceAdmin: deviceAdminZh,
    workOrders: workOrdersZh,
  },
}

/** Who stands before the cameras. */
export type Cast = {
  cameras: readonly (TrueDevice & { cameraNumber: number })[]
  domes: readonly (TrueDevice & { cameraNumber: number })[]
  /** Online, on the road. */
  vehicle: TrueDevice
  /** Stations that are online, by their kind. */
  station: TrueDevice
  solar: TrueDevice
  farm: TrueDevice
  gas: TrueDevice
  offlineStation: TrueDevice
  bodyworn: TrueDevice
}

/** What a picture is taken of: a page in one look, and who stands in it. */
export type Stage = Cast & {
  page: Page
  url: string
  look: Look
  signInPage: SignInPage
  /** The console's texts in the look's language. */
  text: (typeof TEXTS)['en']
  /** Opens a path of the console on a fresh page. */
  go(path: string): Promise<void>
  /** Lets calls of a path fail as if the platform did not answer, until the next picture. */
  failCalls(path: string): Promise<void>
}

export function textsOf(language: Look['language']): Stage['text'] {
  return TEXTS[language]
}

/** A text with its gaps, as a pattern for an accessible name. */
export function pattern(text: string): RegExp {
  return new RegExp(
    text
      .split(/\{\{\w+\}\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  )
}
