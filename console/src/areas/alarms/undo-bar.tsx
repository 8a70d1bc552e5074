import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useText } from '../../language/language.ts'
import { useClock } from '../../platform/clock.ts'
import { secondsLeft, type Undoable, useUndo, withdrawUndo } from './processing-undo.ts'
import { UndoButton } from './undo-button.tsx'
import { undoNow } from './undo-now.ts'
import { useUndoText } from './undo-text.ts'
import './undo-bar.css'

/** Where Ctrl + Z takes back typing. */
const TYPED_IN = 'input, textarea, [contenteditable="true"]'

/** Last processing or work order, over every screen, with a button that undoes it. A dialog with its own button replaces it. */
export function UndoBar() {
  const offered = useUndo((undo) => undo.offered)
  return offered ? <Offered offered={offered} /> : null
}

function Offered({ offered }: { offered: Undoable }) {
  const t = useText('alarms')
  const textOf = useUndoText()
  const inDialog = useUndo((undo) => undo.inDialog > 0)
  const { nowMs } = useClock()
  const over = secondsLeft(offered, nowMs) === 0
  useEffect(() => {
    if (over) withdrawUndo()
  }, [over])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
      if (!isUndo || event.repeat) return
      if (event.target instanceof Element && event.target.closest(TYPED_IN)) return
      event.preventDefault()
      void undoNow()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  if (over || inDialog) return null
  return (
    <section className="undo-bar" aria-label={t('undo.title')}>
      <span role="status">{textOf(offered)}</span>
      <UndoButton type="primary" size="small" />
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined />}
        aria-label={t('undo.close')}
        onClick={withdrawUndo}
      />
    </section>
  )
}
