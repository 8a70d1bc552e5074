/**
 * Names given by the platform itself where the contract has room for one text only: shown in the caller's language, and
 * accepted in either, until renamed (docs/data-model.md).
 */
import type { Language, Named } from '../../kernel/language.ts'

const SEEDED = {
  /** Of the migration that made the table; kept in Chinese. */
  captureRule: [
    { zh: '设备定时抓拍', en: 'Timed capture by devices' },
    { zh: '平台定时抓拍', en: 'Timed capture by the platform' },
  ],
  /** Of the demo scenario; kept in English, as the scenario has them. */
  role: [
    { zh: '管理员', en: 'Administrator' },
    { zh: '调度员', en: 'Dispatcher' },
    { zh: '视频操作员', en: 'Video operator' },
    { zh: '环境分析员', en: 'Environment analyst' },
    { zh: '普通用户', en: 'Viewer' },
  ],
} as const satisfies Record<string, readonly Named[]>
type Seeded = keyof typeof SEEDED

const KEPT_IN: Record<Seeded, Language> = { captureRule: 'zh', role: 'en' }

const pairOf = (seeded: Seeded, name: string): Named | undefined =>
  SEEDED[seeded].find(({ zh, en }) => name === zh || name === en)

/** A name as it is shown. */
export function toldName(seeded: Seeded, name: string, language: Language): string {
  return pairOf(seeded, name)?.[language] ?? name
}

/** A given name as it is stored: saving the shown name changes nothing. */
export function storedName(seeded: Seeded, name: string): string {
  return pairOf(seeded, name)?.[KEPT_IN[seeded]] ?? name
}
