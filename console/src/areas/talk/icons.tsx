/** `className` comes from menus, which space their icons by it. */
type IconProps = { size?: number; className?: string }

const stroke = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.8, strokeLinecap: 'round' } as const

export function MicrophoneIcon({ size = 18, off = false }: IconProps & { off?: boolean }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" {...stroke}>
      <rect x="9" y="3" width="6" height="11" rx="3" />
      <path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3M9 21h6" />
      {off && <path d="M4 3l16 18" />}
    </svg>
  )
}

export function HeadsetIcon({ size = 18, className }: IconProps) {
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" {...stroke}>
      <path d="M4 15v-3a8 8 0 0 1 16 0v3" />
      <rect x="3" y="14" width="4" height="6" rx="1.6" />
      <rect x="17" y="14" width="4" height="6" rx="1.6" />
      <path d="M19 20c0 1.5-2 2-5 2" />
    </svg>
  )
}

export function RadioIcon({ size = 18, className }: IconProps) {
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" {...stroke}>
      <path d="M8.5 8V2" />
      <rect x="6" y="8" width="12" height="14" rx="2" />
      <path d="M10 12h4M10 15h4" />
    </svg>
  )
}

/** A handset; hung up it lies. */
export function HandsetIcon({ size = 16, down = false }: IconProps & { down?: boolean }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      style={down ? { transform: 'rotate(135deg)' } : undefined}
    >
      <path
        fill="currentColor"
        d="M6.600 10.800a15 15 0 0 0 6.600 6.600l2.200-2.200a1 1 0 0 1 1-.25 11.400 11.400 0 0 0 3.600.57 1 1 0 0 1 1 1V20a1 1 0 0 1-1 1A17 17 0 0 1 3 4a1 1 0 0 1 1-1h3.500a1 1 0 0 1 1 1c0 1.250.2 2.450.57 3.600a1 1 0 0 1-.25 1z"
      />
    </svg>
  )
}
