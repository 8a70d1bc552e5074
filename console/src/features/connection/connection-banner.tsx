import { useEffect, useLayoutEffect } from 'react'
import { Notice } from '../../components/notice/notice.tsx'
import { notify } from '../../components/notifications/notify.ts'
import { textOf, useText } from '../../language/language.ts'
import { formatTime, platformNow } from '../../platform/clock.ts'
import { useConnectionLost } from '../../platform/use-connection-lost.ts'
import './connection-banner.css'

/**
 * Shows above every screen that the connection is lost and how old the data is; states are drawn grey meanwhile.
 * `quiet`: the screen shows it itself.
 */
export function ConnectionBanner({ quiet }: { quiet: boolean }) {
  const text = useLostText()
  const isLost = text !== undefined
  useOutageNotification()
  useLayoutEffect(() => {
    if (!isLost) return
    const root = document.documentElement
    root.dataset['connection'] = 'lost'
    return () => {
      delete root.dataset['connection']
    }
  }, [isLost])
  return isLost && !quiet ? <Notice text={text} /> : null
}

/** Lists each outage once it is over, for those who were away. */
function useOutageNotification(): void {
  const asOfMs = useConnectionLost()
  useEffect(() => {
    if (asOfMs === undefined) return
    return () => {
      const times = { from: formatTime(asOfMs).slice(11), to: formatTime(platformNow()).slice(11) }
      notify.info({ kind: 'platform', content: textOf('shell')('connection.wasLost', times) })
    }
  }, [asOfMs])
}

/** 'Connection lost: data as of 07:10'; undefined while it is not. */
export function useLostText(): string | undefined {
  const t = useText('shell')
  const asOfMs = useConnectionLost()
  return asOfMs === undefined ? undefined : t('connection.lost', { time: shortTime(asOfMs) })
}

/** Hours and minutes, with the day when it is another one. */
function shortTime(atMs: number): string {
  const [day = '', time = ''] = formatTime(atMs).split(' ')
  const minutes = time.slice(0, 5)
  return formatTime(platformNow()).startsWith(day) ? minutes : `${day} ${minutes}`
}
