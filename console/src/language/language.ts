import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type account from './en/account.ts'
import type aiView from './en/aiView.ts'
import type alarmDetail from './en/alarmDetail.ts'
import type alarmPush from './en/alarmPush.ts'
import type alarmQuery from './en/alarmQuery.ts'
import type alarms from './en/alarms.ts'
import type alarmTypes from './en/alarmTypes.ts'
import type cameras from './en/cameras.ts'
import type controlLists from './en/controlLists.ts'
import type deviceAdmin from './en/deviceAdmin.ts'
import type deviceConfig from './en/deviceConfig.ts'
import type devices from './en/devices.ts'
import type errors from './en/errors.ts'
import type fastConfig from './en/fastConfig.ts'
import type glossary from './en/glossary.ts'
import type home from './en/home.ts'
import type installation from './en/installation.ts'
import type liveAlarms from './en/liveAlarms.ts'
import type logFacts from './en/logFacts.ts'
import type logStory from './en/logStory.ts'
import type logs from './en/logs.ts'
import type map from './en/map.ts'
import type mapTools from './en/mapTools.ts'
import type mediaConfig from './en/mediaConfig.ts'
import type notifications from './en/notifications.ts'
import type palette from './en/palette.ts'
import type polling from './en/polling.ts'
import type recordings from './en/recordings.ts'
import type rectification from './en/rectification.ts'
import type senseControllers from './en/senseControllers.ts'
import type senseDictionary from './en/senseDictionary.ts'
import type sensors from './en/sensors.ts'
import type servers from './en/servers.ts'
import type session from './en/session.ts'
import type shell from './en/shell.ts'
import type situation from './en/situation.ts'
import type sos from './en/sos.ts'
import type statistics from './en/statistics.ts'
import type talk from './en/talk.ts'
import type templates from './en/templates.ts'
import type tracks from './en/tracks.ts'
import type upgrades from './en/upgrades.ts'
import type users from './en/users.ts'
import type video from './en/video.ts'
import type workOrders from './en/workOrders.ts'

export type Language = 'zh' | 'en'

/** Namespaces are the files of `en/` and `zh/`; each is loaded when a screen first needs it. */
type Texts = {
  users: typeof users
  account: typeof account
  aiView: typeof aiView
  alarmDetail: typeof alarmDetail
  alarmPush: typeof alarmPush
  alarmQuery: typeof alarmQuery
  alarmTypes: typeof alarmTypes
  alarms: typeof alarms
  cameras: typeof cameras
  controlLists: typeof controlLists
  deviceAdmin: typeof deviceAdmin
  deviceConfig: typeof deviceConfig
  devices: typeof devices
  errors: typeof errors
  fastConfig: typeof fastConfig
  glossary: typeof glossary
  home: typeof home
  installation: typeof installation
  liveAlarms: typeof liveAlarms
  logFacts: typeof logFacts
  logStory: typeof logStory
  logs: typeof logs
  map: typeof map
  mapTools: typeof mapTools
  mediaConfig: typeof mediaConfig
  notifications: typeof notifications
  palette: typeof palette
  polling: typeof polling
  rectification: typeof rectification
  recordings: typeof recordings
  senseControllers: typeof senseControllers
  senseDictionary: typeof senseDictionary
  sensors: typeof sensors
  servers: typeof servers
  session: typeof session
  shell: typeof shell
  talk: typeof talk
  templates: typeof templates
  tracks: typeof tracks
  sos: typeof sos
  statistics: typeof statistics
  upgrades: typeof upgrades
  video: typeof video
  situation: typeof situation
  workOrders: typeof workOrders
}
export type Namespace = keyof Texts

type WithoutPlural<K extends string> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K
/** Dotted paths of a tree of texts; plural forms count as one key. */
type Path<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${Path<T[K]>}`
}[keyof T & string]
export type TextKey<N extends Namespace> = Path<Texts[N]>
export type Translate<N extends Namespace> = (
  key: TextKey<N>,
  values?: Readonly<Record<string, string | number>>,
) => string

type TextFile = { default: Record<string, unknown> }
const FILES = import.meta.glob<TextFile>(['./en/*.ts', './zh/*.ts', '!./**/*.test.ts'])

/** Reads a language's namespace as i18next wants it. */
const filesBackend = {
  type: 'backend' as const,
  init: () => undefined,
  read(
    language: string,
    namespace: string,
    done: (error: Error | null, texts: Record<string, unknown> | null) => void,
  ) {
    const load = FILES[`./${language}/${namespace}.ts`]
    if (!load) {
      done(new Error(`no texts ${language}/${namespace}`), null)
      return
    }
    load().then(
      (file) => done(null, file.default),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    )
  },
}

/** The language to start with: the stored choice, else the browser's, else Chinese (stated). */
export function initialLanguage(stored: Language | undefined, browser: readonly string[]): Language {
  if (stored) return stored
  for (const tag of browser) {
    if (/^zh\b/i.test(tag)) return 'zh'
    if (/^en\b/i.test(tag)) return 'en'
  }
  return 'zh'
}

/** Starts the language machinery with the namespaces that the first screen needs. */
export async function startLanguage(language: Language, first: readonly Namespace[]): Promise<void> {
  markPage(language)
  await i18next
    .use(filesBackend)
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: ['zh', 'en'],
      fallbackLng: false,
      load: 'languageOnly',
      ns: [...first],
      defaultNS: false,
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
}

/** Switches every text on the page. The page's own language goes first: requests name it to the platform. */
export async function changeLanguage(language: Language): Promise<void> {
  markPage(language)
  await i18next.changeLanguage(language)
}

function markPage(language: Language): void {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
}

export function currentLanguage(): Language {
  return i18next.language === 'en' ? 'en' : 'zh'
}

/** i18next knows the keys of all files together only; ours are typed by the file. */
function typed<N extends Namespace>(t: (key: string, values?: Record<string, string | number>) => string) {
  return t as Translate<N>
}

/** Texts of a namespace, typed by its English file; the component suspends until they are there. */
export function useText<N extends Namespace>(namespace: N): Translate<N> {
  return typed(useTranslation(namespace).t)
}

/** The language, redrawing when it changes. */
export function useLanguage(): Language {
  return useTranslation().i18n.language === 'en' ? 'en' : 'zh'
}

/** Texts outside components, of a namespace that is loaded. */
export function textOf<N extends Namespace>(namespace: N): Translate<N> {
  return typed(i18next.getFixedT(null, namespace))
}

/** Loads namespaces ahead of their first use outside components. */
export async function loadTexts(namespaces: readonly Namespace[]): Promise<void> {
  await i18next.loadNamespaces([...namespaces])
}

/** Every text of namespaces that are loaded, in the present language. */
export function allTexts(namespaces: readonly Namespace[]): string[] {
  const within = (texts: unknown): string[] =>
    typeof texts === 'string' ? [texts] : Object.values(texts ?? {}).flatMap(within)
  return namespaces.flatMap((name) => within(i18next.getResourceBundle(currentLanguage(), name)))
}

/** Picks a platform's two-language name. */
export function named(name: { zh: string; en: string }): string {
  return currentLanguage() === 'en' ? name.en || name.zh : name.zh || name.en
}
