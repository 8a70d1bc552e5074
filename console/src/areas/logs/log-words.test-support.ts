import type { Language } from '../../language/language.ts'
import type { LogWords } from './log-words.ts'

const NAMESPACES = {
  t: 'logFacts',
  logs: 'logs',
  story: 'logStory',
  alarms: 'alarms',
  alarmPush: 'alarmPush',
  deviceAdmin: 'deviceAdmin',
  deviceConfig: 'deviceConfig',
  orders: 'workOrders',
  templates: 'templates',
  media: 'mediaConfig',
  shell: 'shell',
} as const

/** Texts of the language files, without i18next's own features: plurals. A key without text answers itself. */
export async function wordsOf(language: Language): Promise<LogWords> {
  const entries = Object.entries(NAMESPACES).map(async ([name, namespace]) => {
    const file = (await import(`../../language/${language}/${namespace}.ts`)) as { default: object }
    const t = (key: string, values: Record<string, string | number> = {}) => {
      const text = key
        .split('.')
        .reduce<unknown>((tree, part) => (tree as Record<string, unknown>)?.[part], file.default)
      return typeof text === 'string'
        ? text.replaceAll(/\{\{(\w+)\}\}/g, (_, value: string) => String(values[value]))
        : key
    }
    return [name, t] as const
  })
  return {
    ...Object.fromEntries(await Promise.all(entries)),
    types: { nameOf: (type: string, subType = '') => (subType ? `${type} · ${subType}` : type) },
    groupName: (id: number) => (id === 7 ? 'North' : undefined),
  } as LogWords
}
