import deviceAdminEn from '../../../console/src/language/en/deviceAdmin.ts'
import mapEn from '../../../console/src/language/en/map.ts'
import mapToolsEn from '../../../console/src/language/en/mapTools.ts'
import en from '../../../console/src/language/en/session.ts'
import shellEn from '../../../console/src/language/en/shell.ts'
import talkEn from '../../../console/src/language/en/talk.ts'
import tracksEn from '../../../console/src/language/en/tracks.ts'
import deviceAdminZh from '../../../console/src/language/zh/deviceAdmin.ts'
import mapZh from '../../../console/src/language/zh/map.ts'
import mapToolsZh from '../../../console/src/language/zh/mapTools.ts'
import zh from '../../../console/src/language/zh/session.ts'
import shellZh from '../../../console/src/language/zh/shell.ts'
import talkZh from '../../../console/src/language/zh/talk.ts'
import tracksZh from '../../../console/src/language/zh/tracks.ts'

export type TestLanguage = 'en' | 'zh'

/** The sign-in page's texts, as the console has them. */
export function signInTexts(language: TestLanguage): typeof en {
  return language === 'en' ? en : zh
}

/** The texts of the map's screens. */
export function mapTexts(language: TestLanguage) {
  return language === 'en'
    ? { map: mapEn, mapTools: mapToolsEn, talk: talkEn, tracks: tracksEn }
    : { map: mapZh, mapTools: mapToolsZh, talk: talkZh, tracks: tracksZh }
}

/** The texts of the frame: tables, forms and menus. */
export function shellTexts(language: TestLanguage): typeof shellEn {
  return language === 'en' ? shellEn : shellZh
}

/** The texts of device management. */
export function deviceTexts(language: TestLanguage): typeof deviceAdminEn {
  return language === 'en' ? deviceAdminEn : deviceAdminZh
}
