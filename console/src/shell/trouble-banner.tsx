import type { PlatformTrouble } from '@backlot/contract/troubles'
import { Alert } from 'antd'
import { useEffect, useState } from 'react'
import { type Translate, useText } from '../language/language.ts'
import { channel } from '../platform/channel.ts'

/** Problems of the platform itself, above every screen while they last; a notice of a clock can be closed. */
export function TroubleBanner() {
  const t = useText('shell')
  const [troubles, setTroubles] = useState<readonly PlatformTrouble[]>([])
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => channel.onTroubles(setTroubles), [])
  return troubles
    .filter((trouble) => !closed.has(keyOf(trouble)))
    .map((trouble) => (
      <Alert
        key={keyOf(trouble)}
        banner
        showIcon
        type={isOfDatabase(trouble) ? 'error' : 'warning'}
        title={textOf(trouble, t)}
        closable={!isOfDatabase(trouble)}
        onClose={() => setClosed(new Set([...closed, keyOf(trouble)]))}
      />
    ))
}

const isOfDatabase = ({ kind }: PlatformTrouble) => kind.startsWith('database')
/** The same trouble by another amount is shown again. */
const keyOf = ({ kind, sinceMs, byMs }: PlatformTrouble) => `${kind} ${sinceMs} ${byMs ?? ''}`

function textOf({ kind, byMs = 0 }: PlatformTrouble, t: Translate<'shell'>): string {
  if (kind === 'clockOff')
    return t(byMs > 0 ? 'trouble.clockAhead' : 'trouble.clockOff', { span: span(byMs, t) })
  return t(`trouble.${kind}`, { span: span(byMs, t) })
}

/** A span in its largest whole unit, rounded: nobody sets a clock by it. */
function span(ms: number, t: Translate<'shell'>): string {
  const seconds = Math.round(Math.abs(ms) / 1000)
  if (seconds < 120) return t('trouble.seconds', { count: seconds })
  if (seconds < 7200) return t('trouble.minutes', { count: Math.round(seconds / 60) })
  if (seconds < 172_800) return t('trouble.hours', { count: Math.round(seconds / 3600) })
  return t('trouble.days', { count: Math.round(seconds / 86_400) })
}
