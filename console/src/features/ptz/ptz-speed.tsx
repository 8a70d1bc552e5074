import { LIMITS } from '@backlot/contract/limits'
import { Slider } from 'antd'
import { useText } from '../../language/language.ts'
import type { PtzControl } from './use-ptz.ts'

/** How fast moves go, from MIN to MAX (stated). */
export function PtzSpeed({ control, disabled }: { control: PtzControl; disabled?: boolean }) {
  const t = useText('video')
  return (
    <div className="ptz-speed">
      <span aria-hidden>{t('ptz.slow')}</span>
      <Slider
        min={LIMITS.ptzSpeedMin}
        max={LIMITS.ptzSpeedMax}
        value={control.speed}
        disabled={disabled}
        ariaLabelForHandle={t('ptz.speed')}
        onChange={control.setSpeed}
      />
      <span aria-hidden>{t('ptz.fast')}</span>
      <output aria-label={t('ptz.speed')}>{control.speed}</output>
    </div>
  )
}
