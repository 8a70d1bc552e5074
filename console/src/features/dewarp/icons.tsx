import { LineIcon } from '../../components/line-icon.tsx'

/** A bent picture made straight. */
export function DewarpIcon() {
  return (
    <LineIcon>
      <circle cx="8" cy="8" r="6.300" />
      <path d="M4.800 5.500h6.400v5H4.800z" />
    </LineIcon>
  )
}

export function OneViewIcon() {
  return (
    <LineIcon>
      <path d="M2 3.500h12v9H2z" />
    </LineIcon>
  )
}

export function FourViewsIcon() {
  return (
    <LineIcon>
      <path d="M2 3.500h12v9H2zM8 3.500v9M2 8h12" />
    </LineIcon>
  )
}

export function PanoramaIcon() {
  return (
    <LineIcon>
      <path d="M1.500 4.500q6.500 2 13 0v7q-6.500-2-13 0z" />
    </LineIcon>
  )
}
