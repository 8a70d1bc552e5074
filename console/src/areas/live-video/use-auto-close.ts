import { App } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import { useText } from '../../language/language.ts'
import { AutoClose } from '../../parts/player/auto-close.ts'
import { useSettings } from '../../platform/settings-store.ts'
import { changeWall, grid } from './wall-store.ts'
import { stopAll } from './window-grid.ts'

const MOVEMENTS = ['mousemove', 'keydown', 'pointerdown', 'wheel'] as const

/** Pauses the whole wall when nobody operated the page for the minutes of the setting, and says so. */
export function useAutoClose(): void {
  const t = useText('video')
  const { modal } = App.useApp()
  const minutes = useSettings((settings) => settings.ptAutoCloseValue)
  const close = useMemo(() => new AutoClose(minutes), [minutes])
  const said = useRef({ t, modal })
  said.current = { t, modal }

  useEffect(() => {
    const moved = () => close.moved()
    const tick = () => {
      if (!close.tick() || !grid().windows.some((one) => one.place && !one.paused)) return
      changeWall((before) => stopAll(before, 0))
      const { t: text, modal: dialogs } = said.current
      dialogs.confirm({
        title: text('autoClose.happenedTitle'),
        content: text('autoClose.happened', { minutes }),
        okText: text('autoClose.resume'),
        cancelText: text('autoClose.leave'),
        onOk: () => changeWall((before) => stopAll(before, 2)),
      })
    }
    const timer = setInterval(tick, 1000)
    for (const type of MOVEMENTS) window.addEventListener(type, moved, { passive: true })
    return () => {
      clearInterval(timer)
      for (const type of MOVEMENTS) window.removeEventListener(type, moved)
    }
  }, [close, minutes])
}
