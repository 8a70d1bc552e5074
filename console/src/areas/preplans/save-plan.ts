import {
  addPreplanDevices,
  deletePreplanDevices,
  listPreplanDevices,
  sortPreplanDevices,
  updatePreplan,
} from '@backlot/contract/preplans/calls'
import type { PollChannel } from '@backlot/contract/preplans/entities'
import type { z } from 'zod'
import { channelKey } from '../../features/channel-list/polling-groups.ts'
import { request } from '../../platform/client.ts'

type PlanBody = z.infer<typeof updatePreplan.body>

/**
 * Saves a plan from one form: its fields, then its channels where a list is given. Throws the refusal of a call; it can
 * be called again then. Saved fields are not sent again, and other ones are a change to the operator's own.
 */
export function planSaver(): (plan: PlanBody, list: readonly PollChannel[] | undefined) => Promise<void> {
  let saved: string | undefined
  return async ({ version, ...plan }, list) => {
    const wanted = JSON.stringify(plan)
    if (wanted !== saved) {
      await request(updatePreplan, { body: saved === undefined ? { ...plan, version } : plan })
      saved = wanted
    }
    if (list) await saveChannels(plan.id, list)
  }
}

export async function channelsOf(preplanId: number): Promise<PollChannel[]> {
  const { list } = await request(listPreplanDevices, { query: { preplanId } })
  return list.map(({ sn, chnId }) => ({ sn, chnId }))
}

async function saveChannels(preplanId: number, list: readonly PollChannel[]): Promise<void> {
  const before = await channelsOf(preplanId)
  const missingIn = (there: readonly PollChannel[], wanted: readonly PollChannel[]) => {
    const keys = new Set(there.map(channelKey))
    return wanted.filter((channel) => !keys.has(channelKey(channel)))
  }
  const gone = missingIn(list, before)
  if (gone.length > 0) await request(deletePreplanDevices, { body: { preplanId, list: gone } })
  const added = missingIn(before, list)
  if (added.length > 0) await request(addPreplanDevices, { body: { preplanId, list: added } })
  const now = [...before.filter((channel) => !gone.includes(channel)), ...added].map(channelKey)
  const isSorted = list.every((channel, at) => channelKey(channel) === now[at])
  if (!isSorted) await request(sortPreplanDevices, { body: { preplanId, list: [...list] } })
}
