import { Link, type LinkProps } from 'react-router-dom'
import { SCREENS } from './screens.ts'

type ScreenLinkProps = Omit<LinkProps, 'to'> & { to: string }

/** A link to a screen that fetches its code as soon as somebody points at it. */
export function ScreenLink({ to, onPointerEnter, onFocus, ...rest }: ScreenLinkProps) {
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
