import type { BodyIn } from '@backlot/contract/call'
import { CODES } from '@backlot/contract/codes'
import { listMessages, MESSAGE_SETTING, sendMessage } from '@backlot/contract/device-messages/calls'
import type { DeviceMessage } from '@backlot/contract/device-messages/entities'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLanguage } from '../../language/language.ts'
import { channel } from '../../platform/channel.ts'
import { request } from '../../platform/client.ts'
import { PlatformReplyError } from '../../platform/platform-reply-error.ts'

const KEY = ['map', 'messages']
const REFRESH_MS = 30_000
/** Polling while a message is in transit, in case the channel is silent. */
const WAITING_MS = 3000
const NO_MESSAGES: DeviceMessage[] = []

/**
 * Texts to units, newest first, in their present states, and a function that sends one (rejects with
 * PlatformReplyError).
 */
export function useMessages(on: boolean) {
  const client = useQueryClient()
  const language = useLanguage()
  const query = useQuery({
    queryKey: [...KEY, language],
    queryFn: async ({ signal }) => (await request(listMessages, { query: {}, signal })).list,
    enabled: on,
    refetchInterval: ({ state }) =>
      state.data?.some((message) => message.state === 'sent') ? WAITING_MS : REFRESH_MS,
    retry: false,
  })
  useEffect(() => {
    if (!on) return
    return channel.on('setting', ({ setting }) => {
      if (setting === MESSAGE_SETTING) void client.invalidateQueries({ queryKey: KEY })
    })
  }, [on, client])
  return {
    list: query.data ?? NO_MESSAGES,
    error: query.error,
    /** The platform sends no messages. */
    missing: query.error instanceof PlatformReplyError && query.error.code === CODES.notFound,
    async send(message: BodyIn<typeof sendMessage>): Promise<void> {
      await request(sendMessage, { body: message })
      await client.invalidateQueries({ queryKey: KEY })
    },
  }
}
