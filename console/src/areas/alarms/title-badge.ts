import { useEffect } from 'react'
import { useAlarms } from './alarm-store.ts'

const BADGE = /^\(\d+\+?\) /
const SHOWN_MAX = 999

/** A page's title with the number of new alarms before it; none when there are none. */
export function badgedTitle(title: string, count: number): string {
  const plain = title.replace(BADGE, '')
  if (count === 0) return plain
  return `(${count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}) ${plain}`
}

/** Keeps the number of new alarms in the title of the page, so that it is seen from another tab, whatever screen titles it. */
export function useTitleBadge(): void {
  useEffect(() => {
    const write = () => {
      const title = badgedTitle(document.title, useAlarms.getState().newCount)
      if (title !== document.title) document.title = title
    }
    write()
    const element = document.querySelector('title')
    const retitled = new MutationObserver(write)
    if (element) retitled.observe(element, { childList: true })
    const stop = useAlarms.subscribe((state, before) => {
      if (state.newCount !== before.newCount) write()
    })
    return () => {
      stop()
      retitled.disconnect()
      document.title = badgedTitle(document.title, 0)
    }
  }, [])
}
