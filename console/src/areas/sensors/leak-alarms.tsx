import { listAlarms } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { useText } from '../../language/language.ts'
import { channel } from '../../platform/channel.ts'
import { request } from '../../platform/client.ts'
import { formatTime, platformNow } from '../../platform/clock.ts'
import { useMayCall } from '../../session/may-call.ts'
import { followLeaks, LEAK_TYPE } from './leak-list.ts'

const DAY_S = 86_400
const MOST = 8
const AGAIN_MS = 30_000

/** The leaks of a detector in the last 24 hours, as they are pushed. Nothing for who may not see alarms. */
export function LeakAlarms({ sn }: { sn: string }) {
  const t = useText('sensors')
  const types = useAlarmTypes()
  const may = useMayCall()(listAlarms)
  const leaks = useLeaks(sn, may)
  if (!may) return null
  return (
    <section className="history-card" aria-label={t('gas.alarms')}>
      <header>
        <h4>{t('gas.alarms')}</h4>
      </header>
      {leaks?.length === 0 && <p className="history-note">{t('gas.noAlarms')}</p>}
      <ul className="gas-alarms">
        {leaks?.map(({ id, type, subType, startTime, endTime }) => (
          <li key={id}>
            <time>{formatTime(startTime)}</time>
            <strong>{types.nameOf(type, subType)}</strong>
            <span>{endTime ? t('gas.over', { time: formatTime(endTime).slice(11) }) : t('gas.goesOn')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useLeaks(sn: string, enabled: boolean): readonly Alarm[] | undefined {
  const client = useQueryClient()
  const asked = useQuery({
    queryKey: ['sensors', 'leaks', sn],
    enabled,
    queryFn: async ({ signal }): Promise<readonly Alarm[]> => {
      const endTime = Math.floor(platformNow() / 1000)
      const query = { sn, startTime: endTime - DAY_S + 1, endTime, pageSize: MOST, type: LEAK_TYPE }
      return (await request(listAlarms, { query, signal })).list
    },
    refetchInterval: AGAIN_MS,
  })
  useEffect(
    () => followLeaks(channel, client, { sn, queryKey: ['sensors', 'leaks', sn], most: MOST }),
    [client, sn],
  )
  return asked.data
}
