import { LineIcon } from '../../components/line-icon.tsx'

export function RecordIcon({ on }: { on: boolean }) {
  return (
    <LineIcon>
      <circle cx="8" cy="8" r="6" />
      {on ? (
        <rect x="5.800" y="5.800" width="4.400" height="4.400" fill="currentColor" />
      ) : (
        <circle cx="8" cy="8" r="2.600" fill="currentColor" />
      )}
    </LineIcon>
  )
}

export function MutedIcon() {
  return (
    <LineIcon>
      <path d="M2 6.200v3.600h2.300L8 12.700V3.300L4.300 6.200zM10.800 6.200l3.400 3.600M14.200 6.200l-3.400 3.600" />
    </LineIcon>
  )
}

export function ZoomBoxIcon({ out }: { out: boolean }) {
  return (
    <LineIcon>
      <path d="M2 4.500V2h2.500M11.500 2H14v2.500M2 11.500V14h2.500M14 11.500V14h-2.500M5.500 8h5" />
      {!out && <path d="M8 5.500v5" />}
    </LineIcon>
  )
}

/** Back by thirty seconds. */
export function InstantIcon() {
  return (
    <LineIcon>
      <path d="M3.200 5.200A6 6 0 1 1 2 8.500M3 2.200v3.200h3.200M5.300 6.800h2l-1.200 1.500c1.500 0 1.500 2.400-.8 1.900" />
      <rect x="9" y="6.800" width="2.200" height="3.500" rx="1.100" />
    </LineIcon>
  )
}

export function TreeIcon() {
  return (
    <LineIcon>
      <path d="M2 3h4M2 3v9.500h3M2 7.500h3M7 5.800h7v3.400H7zM7 10.900h7v3.400H7z" />
    </LineIcon>
  )
}

export function DiagnosisIcon() {
  return (
    <LineIcon>
      <path d="M1.500 8.500h3L6.300 4l3 8 1.800-3.500h3.400" />
    </LineIcon>
  )
}

export function TimelineIcon() {
  return (
    <LineIcon>
      <path d="M1.500 11.500h13M3.500 9.500v2M8 9.500v2M12.500 9.500v2M10 2.500v5M8.200 2.500h3.600" />
    </LineIcon>
  )
}
