import { FIRST_POLLING, Polling } from '@backlot/contract/preplans/entities'
import { getPolling, updatePolling } from '@backlot/contract/preplans/polling-calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { isCallMissing } from '../../platform/platform-reply-error.ts'

const QUERY_KEY = ['polling']
/** Storage in this browser for platforms that do not store pollings. */
const STORED_KEY = 'polling'
/** Changes that follow one another are saved together. */
const SAVE_MS = 500

/** Polling of the user without a plan, stored by the platform; changes are saved automatically. */
export function useOwnPolling() {
  const t = useText('polling')
  const queries = useQueryClient()
  const query = useQuery({ queryKey: QUERY_KEY, queryFn: ({ signal }) => load(signal), staleTime: Infinity })
  const unsaved = useRef<Polling>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const save = useCallback(() => {
    clearTimeout(timer.current)
    const polling = unsaved.current
    unsaved.current = undefined
    if (!polling) return
    store(polling).catch((error: unknown) =>
      notify.error({ key: 'polling', content: t('side.saveFailed', { reason: errorText(error) }) }),
    )
  }, [t])
  useEffect(() => save, [save])

  const change = useCallback(
    (part: Partial<Polling>) => {
      const before = queries.getQueryData<Polling>(QUERY_KEY)
      if (!before) return
      const polling = { ...before, ...part }
      queries.setQueryData(QUERY_KEY, polling)
      unsaved.current = polling
      clearTimeout(timer.current)
      timer.current = setTimeout(save, SAVE_MS)
    },
    [queries, save],
  )
  return { polling: query.data, error: query.error, again: query.refetch, change }
}

async function load(signal: AbortSignal): Promise<Polling> {
  try {
    return await request(getPolling, { signal })
  } catch (error) {
    if (isCallMissing(error)) return readStored()
    throw error
  }
}

async function store(polling: Polling): Promise<void> {
  try {
    await request(updatePolling, { body: polling })
  } catch (error) {
    if (!isCallMissing(error)) throw error
    localStorage.setItem(STORED_KEY, JSON.stringify(polling))
  }
}

function readStored(): Polling {
  const text = localStorage.getItem(STORED_KEY)
  if (text === null) return FIRST_POLLING
  try {
    return Polling.parse(JSON.parse(text))
  } catch (error) {
    noteProblem('polling', `stored polling unreadable: ${String(error)}`)
    return FIRST_POLLING
  }
}
