import { useEffect, useRef } from 'react'
import { reloadRecentAlarms } from '../areas/alarms/alarm-feed.ts'
import { deviceStore } from '../features/device-tree/device-store.ts'
import { useLanguage } from '../language/language.ts'
import { noteProblem } from '../platform/diagnostics.ts'
import { queryClient } from '../platform/query-client.ts'

/** Names of devices, channels and types come in the language of the request: another language reloads them. */
export function useLanguageRefresh(): void {
  const language = useLanguage()
  const before = useRef(language)
  useEffect(() => {
    if (before.current === language) return
    before.current = language
    void queryClient.invalidateQueries()
    Promise.all([deviceStore.reload(), reloadRecentAlarms()]).catch((error: unknown) =>
      noteProblem('language', String(error)),
    )
  }, [language])
}
