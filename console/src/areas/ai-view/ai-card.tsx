import { PictureOutlined, PlayCircleOutlined } from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { memo, useState } from 'react'
import { useFailedPictures } from '../../components/use-failed-pictures.ts'
import { AlarmLevelMark } from '../../features/alarms/alarm-level-mark.tsx'
import { hasStrip } from '../../features/alarms/has-strip.ts'
import { DetectionBoxes } from '../../features/detections/detection-boxes.tsx'
import { useAlarmDetections } from '../../features/detections/use-alarm-detections.ts'
import { open } from '../../features/open.ts'
import { langOf } from '../../language/lang-of.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { platformAddress } from '../../platform/config.ts'

const PICTURE = 1
const SCORE_DIGITS = 1

type AiCardProps = { alarm: Alarm; type: string; level: 1 | 2 | 3 | 4; place: string }

/** One alarm of the wall: its picture, type, place and time, and the recognised person. A click opens it. */
export const AiCard = memo(function AiCard({ alarm, type, level, place }: AiCardProps) {
  const { id, sn, alarmSeq, startTime } = alarm
  const time = formatTime(startTime)
  return (
    <button
      type="button"
      className="ai-card"
      onClick={() => open({ kind: 'alarm', alarm: { id, sn, alarmSeq } })}
    >
      <CardPicture alarm={alarm} />
      <span className="ai-card-type">
        <AlarmLevelMark level={level} /> {type}
      </span>
      <span className="ai-card-place" title={place}>
        {place}
      </span>
      <time dateTime={new Date(startTime * 1000).toISOString()}>{time}</time>
      <Face alarm={alarm} />
    </button>
  )
})

function CardPicture({ alarm }: { alarm: Alarm }) {
  const t = useText('aiView')
  const [state, setState] = useState<'loading' | 'plain' | 'strip'>('loading')
  const failed = useFailedPictures(t('pictureFailed'))
  const index = alarm.resource.findIndex(({ type }) => type === PICTURE)
  const picture = alarm.resource[index]
  const found = useAlarmDetections(alarm.id, index, state === 'plain' || state === 'strip')
  if (!picture) {
    const clip = alarm.resource.length > 0
    return (
      <span className="ai-card-picture">
        <span>
          {clip ? <PlayCircleOutlined aria-hidden /> : <PictureOutlined aria-hidden />}{' '}
          {clip ? t('clip') : t('noPicture')}
        </span>
      </span>
    )
  }
  if (failed.has(picture.url)) {
    return (
      <span className="ai-card-picture">
        <span>{failed.text}</span>
      </span>
    )
  }
  return (
    <span className="ai-card-picture" data-strip={state === 'strip'}>
      <span className="ai-card-whole detections-few">
        <img
          src={platformAddress(picture.url)}
          alt=""
          loading="lazy"
          decoding="async"
          onLoad={(event) => setState(hasStrip(event.currentTarget) ? 'strip' : 'plain')}
          onError={() => failed.add(picture.url)}
        />
        <DetectionBoxes list={found} />
      </span>
    </span>
  )
}

/** Recognised person and confidence, when the alarm has them. */
function Face({ alarm: { detail } }: { alarm: Alarm }) {
  const t = useText('aiView')
  if (!detail) return null
  const { name, label, sex, birthday, score } = detail
  const gender = sex === undefined ? undefined : t(sex === 1 ? 'male' : 'female')
  const who = [gender, birthday].filter((part) => part !== undefined && part !== '')
  if (!name && !label && who.length === 0 && score === undefined) return null
  return (
    <span className="ai-card-face">
      {detail.face && <ListedFace path={detail.face} name={name ?? ''} />}
      <span className="ai-card-name" lang={langOf(name ?? '')}>
        {name}
      </span>
      {score !== undefined && (
        <span className="ai-card-score">{t('score', { score: score.toFixed(SCORE_DIGITS) })}</span>
      )}
      <span className="ai-card-who">
        {label && <span lang={langOf(label)}>{label}</span>}
        {label && who.length > 0 && ' · '}
        {who.join(' · ')}
      </span>
    </span>
  )
}

/** The photo of the control list beside the camera's picture. It may have been deleted since. */
function ListedFace({ path, name }: { path: string; name: string }) {
  const t = useText('aiView')
  const failed = useFailedPictures('')
  if (failed.has(path)) return null
  return (
    <img
      className="ai-card-listed"
      src={platformAddress(path)}
      alt={t('listedFace', { name })}
      loading="lazy"
      onError={() => failed.add(path)}
    />
  )
}
