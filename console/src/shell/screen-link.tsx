import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { SCREENS } from './screens.ts'

/** A link to a screen that fetches its code as soon as somebody points at it. */
export function ScreenLink({
  to,
  onPointerEnter,
  onFocus,
  ...rest
}: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  const prepare = () => {
    // A failure shows when it is opened.
    SCREENS[to]?.().catch(() => undefined)
  }
  return (
    <Link
      {...rest}
      to={to}
      onPointerEnter={(event) => {
        prepare()
        onPointerEnter?.(event)
      }}
      onFocus={(event) => {
        prepare()
        onFocus?.(event)
      }}
    />
  )
}
