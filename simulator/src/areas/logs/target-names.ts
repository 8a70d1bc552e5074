import type { Language, Named } from '../../kernel/language.ts'
import type { Store } from '../../store/store.ts'
import { calledNow } from '../shared/called.ts'
import { targetParts } from './audit-entry-of-call.ts'
import type { LoggedDevicesPort } from './ports.ts'

/** Current names of the targets of changes. */
export type TargetNames = {
  /** One or several targets by their names; undefined when one of them has none. */
  inLanguage(action: string, target: string, language: Language): string | undefined
  /** The same in both languages. */
  inBoth(action: string, target: string): Named | undefined
}

export function createTargetNames(store: Store, devices: LoggedDevicesPort): TargetNames {
  const inLanguage: TargetNames['inLanguage'] = (action, target, language) => {
    const { targets, rest } = targetParts(target)
    const named = targets.map((one) => {
      const [id = '', ...rest] = one.split(' / ')
      const name = calledNow(store.read, action, id, language) ?? devices.called(action, id, language)
      return name === undefined ? undefined : [name, ...rest].join(' / ')
    })
    return named.includes(undefined) ? undefined : named.join(', ') + rest
  }
  return {
    inLanguage,
    inBoth(action, target) {
      const [zh, en] = [inLanguage(action, target, 'zh'), inLanguage(action, target, 'en')]
      return zh === undefined || en === undefined ? undefined : { zh, en }
    },
  }
}
