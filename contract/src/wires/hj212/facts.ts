import type { WireFacts } from '../wire-facts.ts'

/** Environmental stations. */
export const HJ212 = {
  title: 'HJ 212',
  port: 8212,
  protocolType: 3,
  serialForm: /^[A-Za-z0-9]{24}$/,
  editions: ['2005', '2017', '2025'],
  usualEdition: '2017',
  server: { type: 2, kind: 'sensor', page: 'sensorCenter' },
} as const satisfies WireFacts
