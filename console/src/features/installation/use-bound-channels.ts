import { boundChannels } from '@backlot/contract/installation/calls'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../platform/client.ts'

/** A camera channel that looks at a device. */
export type BoundChannel = { sn: string; chnId: number; name: string; devName: string; onlineStatus: number }

/** Camera channels that look at a device, the first one first. */
export function useBoundChannels(sn: string) {
  return useQuery({
    queryKey: ['installation', 'bound', sn],
    queryFn: ({ signal }) => request(boundChannels, { query: { sn }, signal }),
  })
}
