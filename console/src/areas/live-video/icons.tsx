import type { ReactNode } from 'react'

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="1em"
      height="1em"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {children}
    </svg>
  )
}

export function RecordIcon({ on }: { on: boolean }) {
  return (
    <Icon>
      <circle cx="8" cy="8" r="6" />
      {on ? (
        <rect x="5.800" y="5.800" width="4.400" height="4.400" fill="currentColor" />
      ) : (
        <circle cx="8" cy="8" r="2.600" fill="currentColor" />
      )}
    </Icon>
  )
}

export function MutedIcon() {
  return (
    <Icon>
      <path d="M2 6.200v3.600h2.300L8 12.700V3.300L4.300 6.200zM10.800 6.200l3.400 3.600M14.200 6.200l-3.400 3.600" />
    </Icon>
  )
}

export function ZoomBoxIcon({ out }: { out: boolean }) {
  return (
    <Icon>
      <path d="M2 4.500V2h2.500M11.500 2H14v2.500M2 11.500V14h2.500M14 11.500V14h-2.500M5.500 8h5" />
      {!out && <path d="M8 5.500v5" />}
    </Icon>
  )
}

export function TreeIcon() {
  return (
    <Icon>
      <path d="M2 3h4M2 3v9.500h3M2 7.500h3M7 5.800h7v3.400H7zM7 10.900h7v3.400H7z" />
    </Icon>
  )
}
