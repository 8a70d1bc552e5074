/** A loudspeaker, with a cross where its waves would be when it is off. */
export function MutedIcon({ size = 11, className }: { size?: number; className?: string }) {
  return <Speaker size={size} className={className} waves="m10.6 5.6 4 4.8m0-4.8-4 4.8" />
}

export function SoundIcon({ size = 11 }: { size?: number }) {
  return (
    <Speaker
      size={size}
      className={undefined}
      waves="M10.6 5.4a3.6 3.6 0 0 1 0 5.2m2-7.4a6.6 6.6 0 0 1 0 9.6"
    />
  )
}

function Speaker({ size, className, waves }: { size: number; className: string | undefined; waves: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" className={className}>
      <path d="M1.6 5.8h2.6L8 2.6v10.8l-3.8-3.2H1.6Z" fill="currentColor" />
      <path d={waves} fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
    </svg>
  )
}
