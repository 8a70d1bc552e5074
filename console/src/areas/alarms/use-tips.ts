import { useEffect, useState } from 'react'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import { useSettings } from '../../platform/settings-store.ts'
import { withoutQuiet } from './alarm-announcer.ts'
import { onNews } from './alarm-store.ts'
import { isAsInStorm } from './storm-mode.ts'
import { addTips, endTips, NO_TIPS, prolongTips, type Tips } from './tip-list.ts'

const SECOND_MS = 1000
/** A timer that is set to the very moment may come a little early. */
const LEAST_WAIT_MS = 16
const untilMs = () => performance.now() + useSettings.getState().alarmTipsTime * SECOND_MS
const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, count) => total + count, 0)

/**
 * The tips of this moment; each goes when its time is over, unless somebody looks at them (`setLookedAt`). Kinds that
 * the user has silenced have none.
 */
export function useTips(types: Pick<AlarmTypes, 'levelOf'>) {
  const [tips, setTips] = useState<Tips>(NO_TIPS)
  const [lookedAt, setLooked] = useState(false)
  useEffect(
    () =>
      onNews((news) => {
        const { fresh, skipped } = withoutQuiet(news, types)
        if (isAsInStorm()) setTips(NO_TIPS)
        else setTips((before) => addTips(before, fresh, sum(skipped), untilMs()))
      }),
    [types],
  )
  useEffect(() => {
    const firstMs = Math.min(...tips.shown.map((tip) => tip.untilMs))
    if (lookedAt || firstMs === Number.POSITIVE_INFINITY) return
    const timer = setTimeout(
      () => setTips((before) => endTips(before, performance.now())),
      Math.max(LEAST_WAIT_MS, firstMs - performance.now() + 1),
    )
    return () => clearTimeout(timer)
  }, [tips, lookedAt])
  if (lookedAt && tips.shown.length === 0) setLooked(false)
  const setLookedAt = (now: boolean) => {
    if (now === lookedAt) return
    if (!now) setTips((before) => prolongTips(before, untilMs()))
    setLooked(now)
  }
  return { tips, setTips, setLookedAt }
}
