/** Live pictures of devices' channels: invited while somebody watches, ended when nobody does (GB/T 28181-2016, 9.2). */
import type { PulledEvents, PulledSession } from '../../media/pulled-source.ts'
import type { StreamName } from '../../media/stream-path.ts'
import type { GbContext } from './gateway-context.ts'
import type { GbInvites } from './gb-invites.ts'
import type { GbSession } from './gb-session.ts'

/** A device's session, and the id of one of its channels of pictures. Throws an Error that says what is missing. */
export function channelOf(
  { sessions, records }: Pick<GbContext, 'sessions' | 'records'>,
  sn: string,
  chnId: number,
): { session: GbSession; gbId: string } {
  const session = sessions.get(sn)
  if (!session) throw new Error('The device is not registered.')
  const channel = records.find(sn)?.channels.find((one) => one.chnId === chnId && one.type === 'video')
  if (!channel) throw new Error('The device has no such channel.')
  return { session, gbId: channel.gbId }
}

/** Invites a channel. Rejects with an Error whose message says why there is no picture. */
export const createGbPlay =
  (context: GbContext, invites: GbInvites) =>
  async ({ sn, chnId, streamType }: StreamName, events: PulledEvents): Promise<PulledSession> =>
    invites.invite({ ...channelOf(context, sn, chnId), streamType }, events)
