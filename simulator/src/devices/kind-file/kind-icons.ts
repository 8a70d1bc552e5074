/** Pictures that a kind file can name, on a square of 16: see KindIcon. */
import type { KindIcon } from '@backlot/contract/devices/kind-facts'

export const KIND_ICONS = {
  bolt: {
    filled: 'M3.5 2.500h6v11h-6z',
    lines:
      'M6.900 4.800 5.400 8h2.200l-1 3M9.500 7h1.400c.500 0 .8.300.8.800v3c0 1.700 1.800 1.700 1.800 0V6.500L12 4.800M2.500 13.500h8',
  },
  water: {
    filled: 'M8 1.800c2 2.600 3 4.300 3 5.700a3 3 0 0 1-6 0c0-1.400 1-3.100 3-5.700z',
    lines: 'M2 13.500c1-.8 2-.8 3 0s2 .8 3 0 2-.8 3 0 2 .8 3 0',
  },
  lift: {
    filled: 'M3.500 2.500h9v11h-9z',
    lines: 'M8 7.500v6M5.500 5.700 6.700 4.300 7.900 5.700M8.600 4.300 9.800 5.700 11 4.300M3.500 7.500h9',
  },
  tank: { filled: 'M3.500 7.500h9v6h-9z', lines: 'M3.500 7.500v-3c0-2.700 9-2.700 9 0v3M6 4.800h4' },
  lamp: { filled: 'M5 4.500a3 3 0 0 1 6 0L9.800 7.500H6.200z', lines: 'M8 7.500v6M5.500 13.500h5' },
  meter: {
    filled: 'M2.500 9.500a5.500 5.500 0 0 1 11 0z',
    lines: 'M8 9.500 10.200 6M2.500 9.500h11M4 12.500h8',
  },
  valve: { filled: 'M2.500 6.500v6l5.500-3 5.500 3v-6L8 9.500z', lines: 'M8 9.500V4M5.500 4h5' },
  gate: { filled: 'M4 2.500h8v11H4z', lines: 'M9.800 8v.6M2.500 13.500h11' },
  radar: {
    filled: 'M5.500 2.500h5v3h-5z',
    lines:
      'M8 5.500v2M5.500 7.500a3.500 3.500 0 0 0 5 0M4 9.500a5.700 5.700 0 0 0 8 0M2 13.500c1-.8 2-.8 3 0s2 .8 3 0 2-.8 3 0 2 .8 3 0',
  },
  fan: {
    filled: 'M6.700 8a1.300 1.300 0 1 0 2.600 0a1.300 1.300 0 1 0-2.600 0',
    lines:
      'M8 6.700c-2-4.500 2.500-5.700 2-2M9.100 8.700c4.900-.5 3.700 4-.1 2.200M6.900 8.700c-2.900 4-6 .500-2.200-1.200',
  },
} as const satisfies Record<string, KindIcon>
