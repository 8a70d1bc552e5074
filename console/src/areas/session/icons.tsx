const line = {
  width: 18,
  height: 18,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.8,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

export const SunIcon = () => (
  <svg {...line} aria-hidden="true">
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2v3M12 19v3M2 12h3M19 12h3M4.9 4.9l2.1 2.1M17 17l2.1 2.1M19.1 4.9L17 7M7 17l-2.1 2.1" />
  </svg>
)
export const MoonIcon = () => (
  <svg {...line} aria-hidden="true">
    <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z" />
  </svg>
)
export const EyeIcon = ({ open }: { open: boolean }) => (
  <svg {...line} aria-hidden="true">
    <path d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7-10-7-10-7Z" />
    <circle cx="12" cy="12" r="3" />
    {!open && <path d="M4 3l16 18" />}
  </svg>
)
export const WarnIcon = () => (
  <svg {...line} aria-hidden="true">
    <path d="M12 3 2 20h20ZM12 10v4M12 17v.2" />
  </svg>
)
export const AgainIcon = () => (
  <svg {...line} aria-hidden="true">
    <path d="M20 11a8 8 0 1 0-2.3 5.7M20 4v7h-7" />
  </svg>
)
