import { Tooltip } from 'antd'
import type { ReactNode } from 'react'

type MapButtonProps = {
  label: string
  icon: ReactNode
  onClick(): void
  /** Set for tools that stay on. */
  pressed?: boolean
}

/** One square button on a map. */
export function MapButton({ label, icon, onClick, pressed }: MapButtonProps) {
  return (
    <Tooltip title={label} placement="left" mouseEnterDelay={0.4}>
      <button
        type="button"
        className="map-button"
        aria-label={label}
        aria-pressed={pressed}
        onClick={onClick}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
