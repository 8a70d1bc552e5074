import { create } from 'zustand'
import { dialogs } from '../components/dialog-bridge.tsx'
import { changeLanguage, type Language, type Translate } from '../language/language.ts'
import { setSetting } from '../platform/settings-store.ts'
import { signOutAndEnd } from '../session/session-end.ts'

export type AccountDialog = 'info' | 'monitoring' | 'alarmSettings' | 'pictures' | 'place' | 'password'

/** The dialog of the own account that is open. */
export const useAccountDialog = create<{ shown: AccountDialog | undefined }>(() => ({ shown: undefined }))

export const showAccountDialog = (dialog: AccountDialog | undefined): void =>
  useAccountDialog.setState({ shown: dialog })

/** Shows the console in a language, now and at the next visit. */
export function pickLanguage(next: Language): void {
  setSetting('lang', next)
  void changeLanguage(next)
}

/** Signs out, once the user has confirmed it. */
export function askSignOut(t: Translate<'shell'>): void {
  dialogs().confirm({
    title: t('user.signOutAsk'),
    okText: t('user.signOut'),
    cancelText: t('user.stay'),
    onOk: () => signOutAndEnd(),
  })
}
