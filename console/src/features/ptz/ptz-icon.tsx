import { LineIcon } from '../../components/line-icon.tsx'

/** Four directions around a hub: steering. */
export function PtzIcon() {
  return (
    <LineIcon>
      <circle cx="8" cy="8" r="2" />
      <path d="M6.300 3.500 8 1.800l1.700 1.700M6.300 12.500 8 14.200l1.700-1.700M3.500 6.300 1.800 8l1.700 1.700M12.500 6.300 14.200 8l-1.700 1.700" />
    </LineIcon>
  )
}
