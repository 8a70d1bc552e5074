import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { HeldPress } from './held-press.ts'
import { onLeaving } from './on-leaving.ts'

type HoldButtonProps = {
  label: string
  active: boolean
  /** Starts the action; returns a function that ends it, which is called once. */
  onPress: () => () => void
  /** Why it cannot be used; not empty disables it and is its tooltip. */
  why?: string
  className?: string
  style?: CSSProperties
  children: ReactNode
}

/**
 * A button that acts while it is held, by pointer or with space and enter. The pointer or key that began a press ends
 * it; so do a lost pointer, a lost window, disabling and removal.
 */
export function HoldButton({
  label,
  active,
  onPress,
  why = '',
  className,
  style,
  children,
}: HoldButtonProps) {
  const [press] = useState(() => new HeldPress())
  const disabled = why !== ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: a button that becomes disabled ends its press
  useEffect(() => () => press.lose(), [press, disabled])
  useEffect(() => onLeaving(() => press.lose()), [press])
  const isHolding = (key: string) => key === ' ' || key === 'Enter'
  return (
    <button
      type="button"
      className={className}
      style={style}
      aria-label={label}
      aria-disabled={disabled || undefined}
      title={disabled ? `${label}: ${why}` : label}
      data-active={active || undefined}
      onPointerDown={(event) => {
        if (event.button !== 0 || disabled) return
        event.currentTarget.setPointerCapture(event.pointerId)
        press.begin(event.pointerId, onPress)
      }}
      onPointerUp={(event) => press.end(event.pointerId)}
      onPointerCancel={(event) => press.end(event.pointerId)}
      onLostPointerCapture={(event) => press.end(event.pointerId)}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isHolding(event.key)) return
        event.preventDefault()
        if (!event.repeat && !disabled) press.begin(event.key, onPress)
      }}
      onKeyUp={(event) => press.end(event.key)}
      onBlur={(event) => {
        // The focused element keeps the focus when the window loses its own.
        if (document.activeElement === event.currentTarget) press.lose()
        else press.blur()
      }}
    >
      {children}
    </button>
  )
}
