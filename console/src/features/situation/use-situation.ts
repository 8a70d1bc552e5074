import { listAlarms } from '@backlot/contract/alarms/calls'
import { alarmStatistics } from '@backlot/contract/alarms/statistics-calls'
import type { Call, DataOut, QueryIn } from '@backlot/contract/call'
import {
  airSituation,
  alarmSituation,
  mediaSituation,
  weatherNow,
  workSituation,
} from '@backlot/contract/situation/calls'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLanguage } from '../../language/language.ts'
import { channel } from '../../platform/channel.ts'
import { request } from '../../platform/client.ts'
import { platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import { type AlarmSpan, alarmSpan } from './alarm-span.ts'
import { followSituation } from './follow-situation.ts'

/** Everything here is cached under this key, so that one name reloads all of it. */
const KEY = 'situation'
export const WEATHER_KEY = [KEY, 'weather']
/** Interval of loading figures that the channel does not announce. */
const EVERY_MS = {
  alarms: 60_000,
  yesterday: 300_000,
  air: 30_000,
  weather: 60_000,
  work: 60_000,
  media: 15_000,
}

const spanNow = (span: AlarmSpan) => alarmSpan(span, platformNow(), platformZoneMinutes())

function useAsked<T>(
  name: string,
  everyMs: number,
  enabled: boolean,
  ask: (signal: AbortSignal) => Promise<T>,
) {
  const language = useLanguage()
  return useQuery({
    queryKey: [KEY, name, language],
    enabled,
    refetchInterval: everyMs,
    // A wall shows its previous data until it has newer ones.
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => ask(signal),
  })
}

const asked =
  <C extends Call>(call: C, query?: QueryIn<C>) =>
  (signal: AbortSignal): Promise<DataOut<C>> =>
    request(call, { ...(query === undefined ? {} : { query }), signal })

/** Alarms of a span in sums. */
export function useAlarmSums(span: AlarmSpan, enabled: boolean) {
  const everyMs = span === 'yesterday' ? EVERY_MS.yesterday : EVERY_MS.alarms
  return useAsked(`${span === 'yesterday' ? 'before' : 'alarms'} ${span}`, everyMs, enabled, (signal) =>
    request(alarmSituation, { query: spanNow(span), signal }),
  )
}

/** Alarms of the last day that nobody has processed, by level and type. */
export function useOpenAlarms(enabled: boolean) {
  return useAsked('alarms open', EVERY_MS.alarms, enabled, (signal) =>
    request(alarmStatistics, { query: { ...spanNow('hours24'), processed: 0 }, signal }),
  )
}

/** The newest alarms of the last day. */
export function useNewestAlarms(count: number, enabled: boolean) {
  return useAsked(`newest ${count}`, EVERY_MS.alarms, enabled, async (signal) => {
    const query = { ...spanNow('hours24'), currentPage: 1, pageSize: count }
    return (await request(listAlarms, { query, signal })).list
  })
}

export const useAir = (enabled: boolean) => useAsked('air', EVERY_MS.air, enabled, asked(airSituation))
export const useWeather = (enabled = true) =>
  useAsked('weather', EVERY_MS.weather, enabled, asked(weatherNow))
export const useWork = (enabled: boolean) => useAsked('work', EVERY_MS.work, enabled, asked(workSituation))
export const useMedia = (enabled: boolean) =>
  useAsked('media', EVERY_MS.media, enabled, asked(mediaSituation))

/** Reloads the figures that messages of the channel concern, and everything after an absence. */
export function useSituationNews(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      followSituation(channel, (wanted) => {
        void client.invalidateQueries({
          queryKey: [KEY],
          predicate: ({ queryKey }) => wanted.test(String(queryKey[1])),
        })
      }),
    [client],
  )
}
