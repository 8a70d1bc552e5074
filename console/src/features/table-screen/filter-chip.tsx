import { CloseOutlined } from '@ant-design/icons'
import { Popover } from 'antd'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useText } from '../../language/language.ts'
import '../../components/bare-button.css'
import '../../components/chip.css'

const FIELDS = 'input:not([tabindex="-1"]), button, [tabindex="0"]'

type Props = {
  label: string
  /** The value in words; undefined while there is none. */
  text: string | undefined
  hasFault?: boolean
  /** In a popover, given what closes it; undefined where the value can only be removed. */
  editor: ((close: () => void) => ReactNode) | undefined
  isOpen: boolean
  /** Opened, or left. */
  onOpen: (isOpen: boolean) => void
  /** Closed because the value is chosen. */
  onDone: () => void
  /** Undefined where there is always a value. */
  onRemove: (() => void) | undefined
  /** Behind the end of the line. */
  isFolded: boolean
}

/** A filter that is set, as a word: it opens its field in a popover, and its cross removes it. */
export function FilterChip(props: Props) {
  const { label, text, hasFault, editor, isOpen, onOpen, onDone, onRemove, isFolded } = props
  const t = useText('shell')
  const button = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const words = text === undefined ? label : t('table.filterIs', { field: label, value: text })
  const done = () => {
    onDone()
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    button.current?.focus()
    onOpen(false)
  }
  const word = (
    <button
      ref={button}
      type="button"
      className="filter-chip-word"
      title={words}
      disabled={editor === undefined}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
    >
      {words}
    </button>
  )
  return (
    <li
      className="chip filter-chip"
      data-removable={onRemove !== undefined || undefined}
      data-fault={hasFault || undefined}
      data-folded={isFolded || undefined}
    >
      {editor === undefined ? (
        word
      ) : (
        <Popover
          trigger="click"
          placement="bottomLeft"
          // A list that opens in it must find its place at once.
          motion={{ motionName: '' }}
          arrow={false}
          destroyOnHidden
          open={isOpen}
          onOpenChange={onOpen}
          afterOpenChange={(opened) => {
            if (opened && !popup.current?.contains(document.activeElement)) {
              popup.current?.querySelector<HTMLElement>(FIELDS)?.focus()
            }
          }}
          content={
            // Escape leaves the field at once, with a list of it that is open.
            <div ref={popup} className="filter-editor" onKeyDownCapture={onKeyDown}>
              <span>{label}</span>
              {editor(done)}
            </div>
          }
        >
          {word}
        </Popover>
      )}
      {onRemove && (
        <button
          type="button"
          className="bare-button"
          aria-label={t('table.removeFilter', { field: label })}
          onClick={onRemove}
        >
          <CloseOutlined />
        </button>
      )}
    </li>
  )
}
