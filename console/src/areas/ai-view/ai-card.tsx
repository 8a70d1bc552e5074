import { PictureOutlined, PlayCircleOutlined } from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { memo, useState } from 'react'
import { openAlarm } from '../../app/alarm-opener.ts'
import { useText } from '../../language/language.ts'
import { AlarmLevelMark } from '../../parts/alarms/alarm-level-mark.tsx'
import { hasStrip } from '../../parts/alarms/has-strip.ts'
import { formatTime } from '../../platform/clock.ts'
import { platformAddress } from '../../platform/config.ts'

const PICTURE = 1
const SCORE_DIGITS = 1

type AiCardProps = { alarm: Alarm; type: string; level: 1 | 2 | 3 | 4; place: string }

/** One alarm of the wall: its picture, what, where and when, and whose face. A click opens it. */
export const AiCard = memo(function AiCard({ alarm, type, level, place }: AiCardProps) {
  const { id, sn, alarmSeq, startTime } = alarm
  const time = formatTime(startTime)
  return (
    <button type="button" className="ai-card" onClick={() => openAlarm({ id, sn, alarmSeq })}>
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
  const t = useText('ai')
  const [strip, setStrip] = useState(false)
  const [broken, setBroken] = useState<string>()
  const picture = alarm.resource.find(({ type }) => type === PICTURE)
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
  if (broken === picture.url) {
    return (
      <span className="ai-card-picture">
        <span>{t('pictureFailed')}</span>
      </span>
    )
  }
  return (
    <span className="ai-card-picture" data-strip={strip}>
      <img
        src={platformAddress(picture.url)}
        alt=""
        loading="lazy"
        decoding="async"
        onLoad={(event) => setStrip(hasStrip(event.currentTarget))}
        onError={() => setBroken(picture.url)}
      />
    </span>
  )
}

/** Who was recognised and how surely, when the alarm says. */
function Face({ alarm: { detail } }: { alarm: Alarm }) {
  const t = useText('ai')
  if (!detail) return null
  const { name, label, sex, birthday, score } = detail
  const gender = sex === undefined ? undefined : t(sex === 1 ? 'male' : 'female')
  const who = [label, gender, birthday].filter((part) => part !== undefined && part !== '')
  if (!name && who.length === 0 && score === undefined) return null
  return (
    <span className="ai-card-face">
      <span className="ai-card-name">{name}</span>
      {score !== undefined && (
        <span className="ai-card-score">{t('score', { score: score.toFixed(SCORE_DIGITS) })}</span>
      )}
      {who.length > 0 && <span className="ai-card-who">{who.join(' · ')}</span>}
    </span>
  )
}
