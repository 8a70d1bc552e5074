import { NODE_TYPES } from '@backlot/contract/devices/constants'
import { PLAYBACK_SPEEDS } from '@backlot/contract/recordings/entities'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { deviceStore } from '../../features/device-tree/device-store.ts'
import { judgePick } from '../../features/device-tree/picker-rules.ts'
import { useText } from '../../language/language.ts'
import { platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import { failureText, talkFailure } from './failure-text.ts'
import { channelKey, fileAt, withChannel } from './replay-channel.ts'
import { ReplaySession } from './replay-session.ts'
import { daySpanOf, spanFault } from './replay-span.ts'
import { ask, changeSearch, chooseFirstSpan, left, useReplaySearch } from './replay-store.ts'
import type { ReplayAddress } from './replay-url.ts'
import { useRecordings } from './use-recordings.ts'
import { useReplayAddress } from './use-replay-address.ts'

/** The query, its result, and the session that plays it. */
export function useReplay() {
  const t = useText('recordings')
  const search = useReplaySearch()
  const { channels, asked, tab } = search
  const recordings = useRecordings(channels, tab === 'videos' ? asked : undefined)
  const [session] = useState(() => new ReplaySession((error) => notify.error(failureText(t, error))))
  const snapshot = useSyncExternalStore(session.subscribe, session.snapshot)
  /** Position of the cursor without a playback. */
  const stand = useRef(left.atMs)
  /** Plays here as soon as the answers of a query are there. */
  const wanted = useRef<{ atMs: number; isPaused: boolean; number: number }>(undefined)

  useEffect(() => session.open(), [session])
  useEffect(() => void session.setSpeed(left.speed), [session])
  useEffect(() => chooseFirstSpan(), [])
  const warn = useCallback((content: string) => void notify.warning({ key: 'replay', content }), [])

  /** The moment of the playback: until its first message, the requested one. */
  const cursor = useCallback(() => {
    if (session.isActive && session.snapshot().mode !== 'starting') {
      const at = session.clock.positionMs()
      if (at !== undefined) stand.current = at
    }
    return stand.current
  }, [session])

  const playAt = useCallback(
    (atMs: number, paused = false) => {
      if (!asked) return warn(t('window.ask'))
      const talk = talkFailure()
      if (talk) return warn(t(talk))
      stand.current = atMs
      if (session.isActive && session.snapshot().mode !== 'starting') {
        void session.seek(atMs)
        return
      }
      const { files } = recordings
      const playable = channels.filter((one) => (files.get(channelKey(one))?.length ?? 0) > 0)
      if (playable.length === 0) return warn(t('failure.noRecordingFiles'))
      void session.start(
        {
          channels,
          span: asked.span,
          source: asked.source,
          streamType: channels.length > 1 ? 'sub' : 'main',
          filesOf: (one) => files.get(channelKey(one)) ?? [],
        },
        atMs,
        paused,
      )
    },
    [asked, channels, recordings, session, t, warn],
  )

  const query = useCallback(() => {
    const { chosen, channels: now } = useReplaySearch.getState()
    if (now.length === 0) return warn(t('channels.selectDevice'))
    const fault = spanFault(chosen, platformNow(), platformZoneMinutes())
    if (fault) return warn(t(`span.${fault}`))
    const span = { fromMs: chosen.fromMs!, toMs: chosen.toMs! }
    const at = cursor()
    // Inside the new span the cursor stays, and a playback continues.
    if (at === undefined || at < span.fromMs || at > span.toMs) {
      session.stop()
      stand.current = undefined
    }
    ask(span)
  }, [session, cursor, t, warn])

  /** Takes a camera into the windows; a device means its only video channel. */
  const add = useCallback(
    (what: { sn: string; chnId?: number }) => {
      const device = deviceStore.device(what.sn)
      if (!device) return warn(t('channels.selectDevice'))
      const channel = device.chnList?.find(({ chnId }) => chnId === what.chnId)
      const nodeType = channel ? NODE_TYPES.channel : NODE_TYPES.device
      const judged = judgePick(
        { nodeType, node: device, channel, name: device.name },
        { want: 'videoChannel' },
      )
      if ('refusal' in judged || !judged.picked.channel) {
        const hasVideo = device.chnList?.some(({ type }) => type === 0)
        return warn(t(hasVideo ? 'channels.selectDeviceChannel' : 'channels.noVideoChannel'))
      }
      const { sn, chnId } = judged.picked.channel
      const now = useReplaySearch.getState()
      changeSearch(withChannel(now.channels, { sn, chnId }, now.selected))
    },
    [t, warn],
  )

  const openAt = useCallback(
    (what: { sn: string; chnId?: number }, atMs: number) => {
      session.stop()
      changeSearch({ channels: [], selected: 0, tab: 'videos', source: 'server', videoTypes: [] })
      add(what)
      const span = daySpanOf(atMs, platformNow(), platformZoneMinutes())
      changeSearch({ chosen: span })
      wanted.current = { atMs, isPaused: false, number: ask(span) }
    },
    [add, session],
  )

  /** Shows the state of an address; plays only if it played. */
  const restore = useCallback(
    ({ span, atMs, speed, play, ...search }: ReplayAddress) => {
      session.stop()
      void session.setSpeed(speed)
      changeSearch({ ...search, chosen: span, asked: undefined })
      chooseFirstSpan()
      const { chosen } = useReplaySearch.getState()
      const fault = spanFault(chosen, platformNow(), platformZoneMinutes())
      if (fault) return warn(t(`span.${fault}`))
      const asks = { fromMs: chosen.fromMs!, toMs: chosen.toMs! }
      const isInside = atMs !== undefined && atMs >= asks.fromMs && atMs <= asks.toMs
      stand.current = isInside ? atMs : undefined
      const number = ask(asks)
      wanted.current = isInside && play ? { atMs, isPaused: play === 'paused', number } : undefined
    },
    [session, t, warn],
  )

  const current = (): ReplayAddress => {
    const { chosen, ...shown } = useReplaySearch.getState()
    const { mode, speed } = session.snapshot()
    left.atMs = wanted.current?.atMs ?? cursor()
    left.speed = PLAYBACK_SPEEDS.find((one) => one === speed) ?? 1
    const { isPaused } = wanted.current ?? session
    const plays = wanted.current !== undefined || (mode !== 'ready' && mode !== 'ended')
    return {
      ...shown,
      span: asked?.span ?? chosen,
      ...left,
      play: plays ? (isPaused ? 'paused' : 'playing') : undefined,
    }
  }
  useReplayAddress({ open: openAt, restore, current })

  // Reacts to the result: with a picture, or with a text that there is none.
  const number = asked?.number
  const channelsKey = channels.map(channelKey).join()
  const settled = useRef('')
  useEffect(() => {
    if (!recordings.isDone || number === undefined) return
    const key = `${number} ${channelsKey}`
    if (settled.current === key) return
    settled.current = key
    const all = [...recordings.files.values()].flat()
    if (all.length === 0 && recordings.errors.size === 0) warn(t('failure.noRecordingFiles'))
    const first = Math.min(...all.map(({ startTime }) => startTime * 1000))
    if (stand.current === undefined && Number.isFinite(first)) stand.current = first
    if (wanted.current?.number === number) {
      const { atMs, isPaused } = wanted.current
      wanted.current = undefined
      // The minutes just gone may not be recorded: the last file is better than none.
      const last = Math.max(...all.map(({ endTime }) => endTime * 1000))
      const target = all.some((file) => fileAt([file], atMs)) ? atMs : last - 60_000
      if (all.length > 0) playAt(target, isPaused)
    } else if (session.isActive) {
      // Channels came or went: the group is formed again at its place.
      const at = cursor()
      const { isPaused } = session
      session.stop()
      if (at !== undefined && channels.length > 0) playAt(at, isPaused)
    }
  }, [recordings, number, channelsKey, channels, cursor, playAt, session, t, warn])
  useEffect(() => {
    if (channelsKey === '') session.stop()
  }, [channelsKey, session])

  const toggle = useCallback(() => {
    const { mode } = session.snapshot()
    if (mode === 'playing' || mode === 'buffering') void session.pause()
    else if (mode === 'starting') session.stop()
    else if (mode === 'paused' || mode === 'ended') {
      const talk = talkFailure()
      if (talk) warn(t(talk))
      else void session.resume()
    } else playAt(cursor() ?? asked?.span.fromMs ?? 0)
  }, [session, playAt, cursor, asked, t, warn])

  return { search, recordings, session, snapshot, cursor, playAt, query, add, openAt, toggle, warn }
}
