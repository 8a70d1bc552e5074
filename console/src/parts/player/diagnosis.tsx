import { formatDateTime } from '@backlot/contract/time'
import { useEffect, useRef } from 'react'
import { useText } from '../../language/language.ts'
import { platformNow, platformZoneMinutes, useClock } from '../../platform/clock.ts'
import type { LiveSession } from './live-session.ts'
import { pictureAgeMs, readStrip } from './strip-reader.ts'

const REFRESH_MS = 250
/** Ages are the median of so many looks: a single one jitters by a frame. */
const AGES_KEPT = 9

/**
 * What the picture itself says: which camera, how old, where it points; and what the player makes of it. Written to
 * the page directly, without redrawing React.
 */
export function Diagnosis({ session }: { session: LiveSession }) {
  const t = useText('video')
  const { rate } = useClock(0)
  const box = useRef<HTMLDListElement>(null)

  useEffect(() => {
    const ages: number[] = []
    const write = (name: string, text: string) => {
      const field = box.current?.querySelector(`[data-field="${name}"]`)
      if (field && field.textContent !== text) field.textContent = text
    }
    const look = () => {
      const { video } = session
      const strip = readStrip(video)
      const age = strip && pictureAgeMs(strip, platformNow(), rate)
      if (age !== undefined) ages.push(age)
      if (ages.length > AGES_KEPT || !strip) ages.shift()
      const quality = video.getVideoPlaybackQuality()
      const ahead =
        video.buffered.length > 0 ? video.buffered.end(video.buffered.length - 1) - video.currentTime : 0
      write('camera', strip ? String(strip.camera) : '–')
      write('time', strip ? formatDateTime(strip.timeMs, platformZoneMinutes()) : '–')
      write('age', ages.length > 0 && strip ? `${Math.round(median(ages))} ms` : '–')
      write(
        'pose',
        strip
          ? `${strip.panDeg.toFixed(1)}° / ${strip.tiltDeg.toFixed(1)}° / ${strip.zoom.toFixed(1)}×`
          : '–',
      )
      write('size', video.videoWidth > 0 ? `${video.videoWidth} × ${video.videoHeight}` : '–')
      write('buffer', `${ahead.toFixed(2)} s`)
      write('frames', `${quality.totalVideoFrames} / ${quality.droppedVideoFrames}`)
      write('speed', `${session.speedKilobytes.toFixed(0)} kB/s`)
    }
    look()
    const timer = setInterval(look, REFRESH_MS)
    return () => clearInterval(timer)
  }, [session, rate])

  return (
    <dl className="player-diagnosis" ref={box} aria-label={t('diagnosis.title')}>
      <dt>{t('diagnosis.camera')}</dt>
      <dd data-field="camera" />
      <dt>{t('diagnosis.time')}</dt>
      <dd data-field="time" />
      <dt>{t('diagnosis.age')}</dt>
      <dd data-field="age" />
      <dt>{t('diagnosis.pose')}</dt>
      <dd data-field="pose" />
      <dt>{t('diagnosis.size')}</dt>
      <dd data-field="size" />
      <dt>{t('diagnosis.buffer')}</dt>
      <dd data-field="buffer" />
      <dt>{t('diagnosis.frames')}</dt>
      <dd data-field="frames" />
      <dt>{t('diagnosis.speed')}</dt>
      <dd data-field="speed" />
    </dl>
  )
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1]!
}
