import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useDrag } from '../../features/ptz/use-drag.ts'

type FloatingBoxProps = {
  name: 'intercom' | 'call' | 'meeting' | 'ptt'
  label: string
  title: ReactNode
  /** More buttons of the title bar. */
  tools?: ReactNode
  closeLabel?: string
  onClose?: () => void
  /** Above the intercom popup in this mode, until it is dragged elsewhere. */
  above?: 'intercom' | 'broadcast' | undefined
  children: ReactNode
}

const ABOVE = { intercom: 'talk-box-raised', broadcast: 'talk-box-raised-broadcast' } as const

/** A box over every screen, dragged by its title; where it was left it opens again. */
export function FloatingBox({
  name,
  label,
  title,
  tools,
  closeLabel,
  onClose,
  above,
  children,
}: FloatingBoxProps) {
  const drag = useDrag(`talkPlace.${name}`)
  return (
    <aside
      ref={drag.box}
      className={`talk-box talk-box-${name} ${above ? ABOVE[above] : ''}`}
      style={drag.style}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && onClose) {
          event.stopPropagation()
          onClose()
        }
      }}
    >
      <header onPointerDown={drag.onPointerDown}>
        <h2>{title}</h2>
        {tools}
        {onClose && (
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined />}
            aria-label={closeLabel}
            onClick={onClose}
          />
        )}
      </header>
      {children}
    </aside>
  )
}
