import type { ReactNode } from 'react'

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 16 16" width="1em" height="1em" fill="currentColor" aria-hidden>
      {children}
    </svg>
  )
}

export function StepBackIcon() {
  return (
    <Icon>
      <path d="M12.500 3v10L5.500 8zM3.500 3h1.600v10H3.500z" />
    </Icon>
  )
}

export function StepOnIcon() {
  return (
    <Icon>
      <path d="M3.500 3v10l7-5zM10.900 3h1.600v10h-1.600z" />
    </Icon>
  )
}

export function StopIcon() {
  return (
    <Icon>
      <path d="M4 4h8v8H4z" />
    </Icon>
  )
}

export function MutedIcon() {
  return (
    <Icon>
      <path
        d="M2 6.200v3.600h2.300L8 12.700V3.300L4.300 6.200zM10.800 6.200l3.400 3.600M14.200 6.200l-3.400 3.600"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.400"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Icon>
  )
}
