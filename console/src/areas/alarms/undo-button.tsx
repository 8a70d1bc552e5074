import { UndoOutlined } from '@ant-design/icons'
import { Button, type ButtonProps } from 'antd'
import { useLayoutEffect } from 'react'
import { useText } from '../../language/language.ts'
import { useClock } from '../../platform/clock.ts'
import { secondsLeft, useUndo } from './processing-undo.ts'
import { undoNow } from './undo-now.ts'

/** The button in a dialog, in place of the bar over every screen. */
export function DialogUndoButton({ onUndone }: { onUndone: () => void }) {
  useLayoutEffect(() => {
    useUndo.setState(({ inDialog }) => ({ inDialog: inDialog + 1 }))
    return () => useUndo.setState(({ inDialog }) => ({ inDialog: inDialog - 1 }))
  }, [])
  return <UndoButton onUndone={onUndone} />
}

/** Undoes the last processing, with the seconds left for it. Hidden when there is nothing. */
export function UndoButton({ onUndone, ...more }: { onUndone?: () => void } & ButtonProps) {
  const t = useText('alarms')
  const { offered, busy } = useUndo()
  const { nowMs } = useClock()
  const seconds = offered ? secondsLeft(offered, nowMs) : 0
  if (seconds === 0) return null
  return (
    <Button
      icon={<UndoOutlined />}
      title="Ctrl + Z"
      {...more}
      loading={busy}
      onClick={() => void undoNow().then(onUndone)}
    >
      {t('undo.undo', { seconds })}
    </Button>
  )
}
