import type { AlarmTone } from '@backlot/contract/alarm-types/entities'
import { Select } from 'antd'
import { useText } from '../../language/language.ts'
import { ToneButton } from './tone-button.tsx'

/** One of the tones, with a button that lets it be heard. */
export function ToneField(props: {
  tones: readonly AlarmTone[]
  id?: string
  value?: AlarmTone
  onChange?: (tone: AlarmTone) => void
}) {
  const { tones, id, value = 'none', onChange } = props
  const t = useText('alarmTypes')
  return (
    <span className="tone-field">
      <Select<AlarmTone>
        {...(id === undefined ? {} : { id })}
        value={value}
        onChange={(tone) => onChange?.(tone)}
        options={tones.map((tone) => ({ value: tone, label: t(`toneName.${tone}`) }))}
        aria-label={t('tone')}
        style={{ width: 180 }}
      />
      <ToneButton tone={value} />
    </span>
  )
}
