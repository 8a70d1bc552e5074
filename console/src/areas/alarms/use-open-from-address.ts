import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { AlarmRef } from '../../features/open.ts'
import { alarmInAddress, withoutAlarm } from './alarm-address.ts'

/** Opens the alarm that the page's address names, once, whatever the screen is. */
export function useOpenFromAddress(open: (ref: AlarmRef) => void): void {
  const [query, setQuery] = useSearchParams()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address changes, not when its target does
  useEffect(() => {
    const ref = alarmInAddress(query)
    if (!ref) return
    open(ref)
    setQuery(withoutAlarm(query), { replace: true })
  }, [query])
}
