import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import { SYSTEMS } from '../../wire/hj212/command-table.ts'
import type { Packet } from '../../wire/hj212/packet.ts'
import type { Claim } from '../ingest.ts'

/** Model of a station, by its system. */
const MODEL: Readonly<Record<string, string>> = {
  '21': 'water',
  '22': 'air',
  '23': 'noise',
  '24': 'water',
  '26': 'water',
  '32': 'water',
  '33': 'water',
  '36': 'noise',
  '39': 'dust',
  '52': 'water',
}

/** Who a station is by its first packet. */
export function claimOf({ st, password }: Packet, mn: string, from: string): Claim {
  const system = SYSTEMS[st]
  return {
    sn: mn,
    from,
    kind: 'hj212Station',
    protocolType: PROTOCOL_TYPES.hj212,
    model: MODEL[st] ?? 'air',
    name: { zh: `${system?.zh ?? '监测站'} ${mn}`, en: `${system?.en ?? 'Station'} ${mn}` },
    ...(password === undefined ? {} : { password }),
  }
}
