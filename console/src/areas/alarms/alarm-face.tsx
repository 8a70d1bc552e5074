import type { Alarm } from '@backlot/contract/alarms/entities'
import { FactList } from '../../components/fact-list.tsx'
import { useText } from '../../language/language.ts'

const SCORE_DIGITS = 1

/** Whether an alarm has a recognised person. */
export function hasPerson({ detail }: Pick<Alarm, 'detail'>): boolean {
  return detail !== undefined && Object.values(detail).some((value) => value !== '' && value !== undefined)
}

/** Recognised person, when the alarm has one (stated fields of `detail`); similarity, as a bar too. */
export function AlarmFace({ alarm }: { alarm: Alarm }) {
  const t = useText('alarms')
  const { detail } = alarm
  if (!detail || !hasPerson(alarm)) return null
  const { score } = detail
  const rows: [string, string | undefined][] = [
    [t('face.name'), detail.name],
    [t('face.label'), detail.label],
    [t('face.sex'), detail.sex === undefined ? undefined : t(detail.sex === 1 ? 'face.male' : 'face.female')],
    [t('face.birthday'), detail.birthday],
    [t('face.identityCard'), detail.identityCard],
    [t('face.phone'), detail.phoneNumber],
    [t('face.addr'), detail.addr],
  ]
  return (
    <section className="alarm-face" aria-label={t('face.title')}>
      {score !== undefined && (
        <p className="alarm-face-score">
          {t('face.score')}
          <meter min={0} max={100} value={percent(score)} aria-label={t('face.score')} />
          <strong>{percent(score).toFixed(SCORE_DIGITS)} %</strong>
        </p>
      )}
      <FactList facts={rows} />
    </section>
  )
}

/** Some devices send shares of one, others percent. */
const percent = (score: number): number => (score <= 1 ? score * 100 : score)
