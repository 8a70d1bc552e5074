import { TRACK_LIMITS } from '@backlot/contract/tracks/limits'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { shortcutSpan } from '../../components/day-shortcuts.ts'
import { useText } from '../../language/language.ts'
import { platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import { PLAY_MODES, Playback, paceFor } from './playback.ts'
import type { TrackForm } from './query-panel.tsx'
import type { Span } from './track.ts'
import { queryFault } from './track-span.ts'
import { readAddress, writeAddress } from './track-url.ts'
import { type Asked, type DeviceTrack, useTracks } from './use-tracks.ts'

const WRITE_AFTER_MS = 400
/** Interval of writing the playback's moment. */
const WRITE_EVERY_MS = 1000

/** The form, the search, its result and its playback, with the address of all of that. */
export function useTrackSearch(warn: (text: string) => void) {
  const t = useText('tracks')
  const [params, setParams] = useSearchParams()
  const [playback] = useState(() => new Playback(() => performance.now()))
  const [form, setFormState] = useState<TrackForm>(() => ({
    sns: [],
    span: shortcutSpan('today', platformNow(), platformZoneMinutes()),
    mode: 'normal',
  }))
  const [asked, setAsked] = useState<Asked>()
  const { devices, isLoading } = useTracks(asked)
  /** Where the playback begins, and whether it plays at once, when the tracks are there. */
  const wish = useRef<{ atMs?: number; play?: boolean; keepPace?: boolean }>({})
  const written = useRef<string>(undefined)
  const number = useRef(0)

  const ask = useCallback((sns: readonly string[], span: Span) => {
    number.current += 1
    setAsked({ sns, span, number: number.current })
  }, [])

  /** Writes the shown state into the address. */
  const write = useCallback(
    (sns: readonly string[], span: Partial<Span>) => {
      const { mode, speed, pace } = playback.state()
      const atMs = mode === 'stopped' || sns.length === 0 ? undefined : playback.positionMs()
      setParams(
        (before) => {
          const next = writeAddress(before, {
            sns,
            span,
            atMs,
            speed: sns.length > 0 ? speed : undefined,
            pace: sns.length > 0 ? pace : undefined,
          })
          written.current = keyOf(next)
          return next
        },
        { replace: true },
      )
    },
    [playback, setParams],
  )

  /** Searches as the form says; answers whether it could. */
  const search = useCallback(
    (play = false): boolean => {
      const fault = queryFault(form.sns, form.span, platformNow(), platformZoneMinutes())
      if (fault !== undefined) {
        warn(t(`fault.${fault}`))
        return false
      }
      wish.current = { play }
      ask(form.sns, form.span as Span)
      return true
    },
    [form, ask, warn, t],
  )

  // Follows the address, at first and when a link changes it.
  const key = keyOf(params)
  useEffect(() => {
    if (written.current === key) return
    written.current = key
    const address = readAddress(params)
    if (address.sns.length === 0) return
    const today = shortcutSpan('today', platformNow(), platformZoneMinutes())
    const isWhole = address.span.fromMs !== undefined && address.span.toMs !== undefined
    const span = isWhole ? (address.span as Span) : today
    setFormState({ sns: address.sns, span, mode: address.speed === PLAY_MODES.quick ? 'quick' : 'normal' })
    if (address.speed !== undefined) playback.setSpeed(address.speed)
    if (address.pace !== undefined) playback.setPace(address.pace)
    const fault = queryFault(address.sns, span, platformNow(), platformZoneMinutes())
    if (fault !== undefined) {
      warn(t(`fault.${fault}`))
      return
    }
    wish.current = {
      keepPace: address.pace !== undefined,
      ...(address.atMs === undefined ? {} : { atMs: address.atMs }),
    }
    ask(address.sns, span)
  }, [key, params, ask, playback, warn, t])

  // Plays the result from its first position, or from the moment in the address.
  const opened = useRef(0)
  useEffect(() => {
    if (!asked || isLoading || opened.current === asked.number) return
    opened.current = asked.number
    const { atMs, play, keepPace } = wish.current
    wish.current = {}
    const span = extentOf(devices) ?? asked.span
    if (!keepPace) playback.setPace(paceFor(span))
    playback.open(span, atMs)
    write(asked.sns, asked.span)
    if (play && extentOf(devices)) playback.play()
  }, [asked, isLoading, devices, playback, write])

  useEffect(() => {
    if (!asked) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = () => write(asked.sns, asked.span)
    const stop = playback.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(note, WRITE_AFTER_MS)
    })
    const whilePlaying = setInterval(() => {
      if (playback.state().mode === 'playing') note()
    }, WRITE_EVERY_MS)
    return () => {
      clearTimeout(timer)
      clearInterval(whilePlaying)
      stop()
    }
  }, [asked, playback, write])

  return {
    form,
    asked,
    devices,
    isLoading,
    playback,
    search,
    setForm(next: TrackForm) {
      if (next.mode !== form.mode) playback.setSpeed(PLAY_MODES[next.mode])
      setFormState(next)
    },
    /** Takes picked devices into the form, unless they are too many; answers whether it did. */
    pick(sns: readonly string[]): boolean {
      if (sns.length > TRACK_LIMITS.devicesMax) {
        warn(t('query.tooMany', { count: TRACK_LIMITS.devicesMax }))
        return false
      }
      setFormState({ ...form, sns })
      return true
    },
    /** Starts the result, or searches first when the form has changed; stops a running playback (stated). */
    startStop() {
      if (playback.state().mode === 'playing') return playback.stop()
      const isFound =
        asked !== undefined &&
        !isLoading &&
        asked.sns.join() === form.sns.join() &&
        asked.span.fromMs === form.span.fromMs &&
        asked.span.toMs === form.span.toMs
      if (!isFound) return void search(true)
      if (extentOf(devices)) playback.play()
      else warn(t('empty'))
    },
    /** Takes everything off the map and out of the form. */
    clear() {
      playback.stop()
      setAsked(undefined)
      setFormState({ ...form, sns: [] })
      write([], {})
    },
  }
}

/** Part of an address that defines a search. */
const keyOf = (params: URLSearchParams): string =>
  ['sn', 'from', 'to'].map((name) => params.get(name) ?? '').join('|')

/** From the first position of all tracks to the last. */
function extentOf(devices: readonly DeviceTrack[]): Span | undefined {
  const spans = devices.flatMap(({ track }) => {
    const first = track?.timeMs[0]
    const last = track?.timeMs.at(-1)
    return first === undefined || last === undefined ? [] : [{ fromMs: first, toMs: last }]
  })
  if (spans.length === 0) return undefined
  return {
    fromMs: Math.min(...spans.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...spans.map(({ toMs }) => toMs)),
  }
}
