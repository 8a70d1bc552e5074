import type { ReactNode } from 'react'

/** The frame of an icon drawn in lines on a field of 16, in the colour of its text. */
export function LineIcon({ size = '1em', children }: { size?: number | '1em'; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
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
