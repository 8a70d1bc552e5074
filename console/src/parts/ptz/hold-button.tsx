import type { CSSProperties, ReactNode } from 'react'

type HoldButtonProps = {
  label: string
  active: boolean
  onPress: () => void
  onRelease: () => void
  className?: string
  style?: CSSProperties
  children: ReactNode
}

/** A button that acts while it is held, by pointer or with space and enter; losing either ends it. */
export function HoldButton({
  label,
  active,
  onPress,
  onRelease,
  className,
  style,
  children,
}: HoldButtonProps) {
  const held = (key: string) => key === ' ' || key === 'Enter'
  return (
    <button
      type="button"
      className={className}
      style={style}
      aria-label={label}
      title={label}
      data-active={active || undefined}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        onPress()
      }}
      onPointerUp={onRelease}
      onPointerCancel={onRelease}
      onLostPointerCapture={onRelease}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!held(event.key)) return
        event.preventDefault()
        if (!event.repeat) onPress()
      }}
      onKeyUp={(event) => {
        if (held(event.key)) onRelease()
      }}
      onBlur={onRelease}
    >
      {children}
    </button>
  )
}
