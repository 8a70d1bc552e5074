import { useEffect } from 'react'
import { named, useLanguage } from '../language/language.ts'
import { useSession } from './session-store.ts'

/** 'Alarm query – Backlot': the screen, and the system. */
export const pageTitle = (screen: string, system: string | undefined): string =>
  `${screen} – ${system || 'Backlot'}`

/** Titles the page after its screen and the platform; nothing while there is no screen. The alarms' badge stays before it. */
export function usePageTitle(screen: string): void {
  useLanguage()
  const systemName = useSession((session) => session.userInfo?.systemName)
  const title = screen && pageTitle(screen, systemName && named(systemName))
  useEffect(() => {
    if (title) document.title = title
  }, [title])
}
