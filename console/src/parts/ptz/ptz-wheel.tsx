import { App, Select } from 'antd'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { Disc } from './disc.tsx'
import { type PtzTarget, sendPreset } from './ptz-commands.ts'
import './ptz-panel.css'
import './ptz-wheel.css'
import { isField } from './is-field.ts'
import { PtzSpeed } from './ptz-speed.tsx'
import { PtzStep } from './ptz-step.tsx'
import { usePresets } from './use-presets.ts'
import { usePtz } from './use-ptz.ts'

/** PTZ for a small window (stated for the map's): four directions and zoom, the speed, and a choice of presets. */
export function PtzWheel({ target }: { target: PtzTarget }) {
  const t = useText('video')
  const { message } = App.useApp()
  const control = usePtz(target)
  const presets = usePresets(target)
  const call = (index: number) =>
    void sendPreset(target, 'call', index).then(
      () => message.success({ key: 'ptz', content: t('preset.done.call', { number: index }) }),
      (error: unknown) => message.error({ key: 'ptz', content: errorText(error) }),
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a wheel is no form
    <div
      className="ptz-wheel"
      role="group"
      aria-label={t('ptz.title')}
      onKeyDown={(event) => {
        if (!isField(event.target) && control.keys.down(event)) event.preventDefault()
      }}
      onKeyUp={(event) => control.keys.up(event.key)}
      onBlur={() => control.keys.letGo()}
    >
      <Disc diagonals={false} control={control} />
      <div className="ptz-wheel-side">
        <div className="ptz-wheel-zoom">
          <PtzStep name="zoomOut" sign="−" control={control} />
          <span aria-hidden>{t('ptz.zoom')}</span>
          <PtzStep name="zoomIn" sign="+" control={control} />
        </div>
        <PtzSpeed control={control} />
        <Select<number>
          size="small"
          value={null}
          aria-label={t('preset.list')}
          placeholder={t(presets.length === 0 ? 'preset.none' : 'preset.list')}
          disabled={presets.length === 0}
          options={presets.map(({ presetIndex, name }) => ({
            value: presetIndex,
            label: `${presetIndex} ${name}`,
          }))}
          onSelect={call}
        />
      </div>
    </div>
  )
}
