import { getAlarm } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { useCallback, useEffect, useState } from 'react'
import { alarmKey } from '../../features/alarms/alarm-key.ts'
import { channel } from '../../platform/channel.ts'
import { request } from '../../platform/client.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { markRead } from './alarm-store.ts'
import { newerAlarm } from './newer-alarm.ts'

/** Delay after a gap in the channel until the alarm is loaded, once. */
const REFRESH_MS = 800

type CurrentAlarm = {
  alarm: Alarm
  /** Applies a local change before the platform announces it. */
  change(change: Partial<Alarm>): void
  /** Asks the platform how the alarm is now. */
  refresh(): void
}

/**
 * The opened alarm with later changes: loaded once when it is opened, then updated from the channel, whether or not the
 * live list holds it. Opening marks it as read (stated).
 */
export function useCurrentAlarm(opened: Alarm): CurrentAlarm {
  const key = alarmKey(opened)
  const [known, setKnown] = useState(opened)
  const alarm = alarmKey(known) === key ? withMore(known, opened) : opened

  const learn = useCallback(
    (heard: Alarm) => setKnown((before) => (alarmKey(before) === key ? newerAlarm(before, heard) : heard)),
    [key],
  )
  const change = useCallback(
    (more: Partial<Alarm>) =>
      setKnown((before) => ({ ...(alarmKey(before) === key ? before : opened), ...more })),
    [key, opened],
  )
  const { id } = opened
  const refresh = useCallback(() => {
    request(getAlarm, { query: { id } }).then(
      (heard) => alarmKey(heard) === key && learn(heard),
      (error: unknown) => noteProblem('alarms.get', String(error)),
    )
  }, [id, key, learn])

  const { alarmSeq } = opened
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // Whatever the channel left out may have been about this one; in a storm it leaves out much.
    const refreshSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        refresh()
      }, REFRESH_MS)
    }
    const stops = [
      channel.on('alarm', ({ list }) => {
        const heard = list.findLast((one) => one.alarmSeq === alarmSeq && alarmKey(one) === key)
        if (heard) learn(heard)
      }),
      channel.on('alarmGap', refreshSoon),
      channel.on('resync', refreshSoon),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [key, alarmSeq, learn, refresh])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per opened alarm, whatever follows
  useEffect(() => {
    setKnown((before) => (alarmKey(before) === key ? before : opened))
    refresh()
    if (opened.isRead === 1 || opened.archived) return
    markRead([opened]).then(
      () => change({ isRead: 1 }),
      (error: unknown) => noteProblem('alarms.changeReadState', String(error)),
    )
  }, [key])
  return { alarm, change, refresh }
}

/** Pictures that came late are attached to the opened alarm. */
function withMore(known: Alarm, { resource }: Alarm): Alarm {
  return resource.length > known.resource.length ? { ...known, resource } : known
}
