import type { Alarm } from '@backlot/contract/alarms/entities'
import { useText } from '../../language/language.ts'

const SCORE_DIGITS = 1

/** Who was recognised, when the alarm says (stated fields of `detail`). */
export function AlarmFace({ alarm }: { alarm: Alarm }) {
  const t = useText('alarms')
  const { detail } = alarm
  if (!detail || Object.values(detail).every((value) => value === '' || value === undefined)) return null
  const rows: [string, string | number | undefined][] = [
    [t('face.name'), detail.name],
    [t('face.label'), detail.label],
    [t('face.sex'), detail.sex === undefined ? undefined : t(detail.sex === 1 ? 'face.male' : 'face.female')],
    [t('face.birthday'), detail.birthday],
    [t('face.identityCard'), detail.identityCard],
    [t('face.phone'), detail.phoneNumber],
    [t('face.addr'), detail.addr],
    [t('face.score'), detail.score?.toFixed(SCORE_DIGITS)],
  ]
  return (
    <section className="alarm-face">
      <h3>{t('face.title')}</h3>
      <dl className="facts">
        {rows
          .filter(([, value]) => value !== undefined && value !== '')
          .map(([label, value]) => [<dt key={`${label}-l`}>{label}</dt>, <dd key={label}>{value}</dd>])}
      </dl>
    </section>
  )
}
