import {
  AimOutlined,
  EyeInvisibleOutlined,
  EyeOutlined,
  LoadingOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import { useDevice } from '../../features/device-tree/device-store.ts'
import { errorText } from '../../language/error-text.ts'
import { type Language, useLanguage, useText } from '../../language/language.ts'
import { DeviceMark } from './device-mark.tsx'
import { durationText } from './duration-text.ts'
import type { Playback } from './playback.ts'
import type { Track } from './track.ts'
import { placeAt } from './track-place.ts'
import { useShownMoment } from './use-moment.ts'
import type { DeviceTrack } from './use-tracks.ts'
import '../../components/bare-button.css'

type TrackCardProps = {
  device: DeviceTrack
  place: number
  playback: Playback
  isFocus: boolean
  isHidden: boolean
  isFollowed: boolean
  /** Channel of its synced video, when it has a camera and video may be watched. */
  hasVideo: boolean
  isVideoOpen: boolean
  onFocus(): void
  onHide(): void
  onFollow(): void
  onVideo(): void
}

/** A device of the search: the totals of its track, and its position at the shown moment. */
export function TrackCard(props: TrackCardProps) {
  const { device, place, isFocus, isHidden, isFollowed } = props
  const t = useText('tracks')
  const language = useLanguage()
  const name = useDevice(device.sn)?.name ?? device.sn
  const { track, summary, error } = device
  const isEmpty = summary?.positions === 0
  return (
    <section className="track-card" data-focus={isFocus || undefined} aria-label={name}>
      <header>
        <DeviceMark place={place} />
        <button type="button" className="track-card-name" aria-pressed={isFocus} onClick={props.onFocus}>
          {name}
        </button>
        {props.hasVideo && !isEmpty && (
          <Toggle
            label={props.isVideoOpen ? t('card.closeVideo') : t('card.video')}
            pressed={props.isVideoOpen}
            onClick={props.onVideo}
          >
            <VideoCameraOutlined />
          </Toggle>
        )}
        <Toggle
          label={isFollowed ? t('card.unfollow') : t('card.follow')}
          pressed={isFollowed}
          onClick={props.onFollow}
        >
          <AimOutlined />
        </Toggle>
        <Toggle label={isHidden ? t('card.show') : t('card.hide')} pressed={isHidden} onClick={props.onHide}>
          {isHidden ? <EyeInvisibleOutlined /> : <EyeOutlined />}
        </Toggle>
      </header>
      {error !== undefined && <p className="track-fault">{errorText(error)}</p>}
      {!summary && error === undefined && (
        <p className="track-card-note">
          <LoadingOutlined /> {t('card.loading')}
        </p>
      )}
      {isEmpty && <p className="track-card-note">{t('card.empty')}</p>}
      {summary && track && !isEmpty && (
        <>
          <Now track={track} playback={props.playback} />
          <dl>
            <Fact name={t('fact.mileage')}>{kilometres(summary.drivenM, language)}</Fact>
            <Fact name={t('fact.moving')}>{durationText(summary.movingMs, t)}</Fact>
            <Fact name={t('fact.stops')}>
              {t('fact.stopsValue', {
                count: summary.stops.length,
                time: durationText(summary.stoppedMs, t),
              })}
            </Fact>
            <Fact name={t('fact.average')}>{t('kmh', { speed: Math.round(summary.averageKmh) })}</Fact>
            <Fact name={t('fact.max')}>{t('kmh', { speed: Math.round(summary.maxKmh) })}</Fact>
            <Fact name={t('fact.lost')}>{durationText(summary.lostMs, t)}</Fact>
          </dl>
        </>
      )}
    </section>
  )
}

/** Speed and mileage at the moment that is shown. */
function Now({ track, playback }: { track: Track; playback: Playback }) {
  const t = useText('tracks')
  const language = useLanguage()
  const place = placeAt(track, useShownMoment(playback))
  if (!place) return null
  return (
    <p className="track-card-now" data-lost={place.lost}>
      <strong>{place.lost ? t(`gap.${place.lost}`) : t('kmh', { speed: Math.round(place.speedKmh) })}</strong>
      <span>{t('card.driven', { length: kilometres(place.drivenM, language) })}</span>
    </p>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Toggle(props: { label: string; pressed: boolean; onClick(): void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      className="bare-button track-card-tool"
      aria-label={props.label}
      aria-pressed={props.pressed}
      title={props.label}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  )
}

/** Kilometres with one decimal, by the language's habits. */
function kilometres(metres: number, language: Language): string {
  const figures = new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  return `${figures.format(metres / 1000)} km`
}
