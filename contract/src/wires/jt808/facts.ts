import type { WireFacts } from '../wire-facts.ts'

/** Terminals of vehicles. */
export const JT808 = {
  title: 'JT/T 808',
  port: 8808,
  protocolType: 4,
  serialForm: /^\d{12}$/,
  editions: ['2013', '2019'],
  usualEdition: '2013',
  server: { type: 14, kind: 'jt808', page: 'jt808Server' },
} as const satisfies WireFacts
